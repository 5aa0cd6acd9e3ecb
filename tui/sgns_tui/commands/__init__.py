"""One command a file: options in, engine called, lines out."""
