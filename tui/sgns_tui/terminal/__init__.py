"""The terminal: what it can show, the output driver, and how the program leaves it."""
