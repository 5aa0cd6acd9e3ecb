"""The parts of the page on noise, each a function from a sample to lines."""
