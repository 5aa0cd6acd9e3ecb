"""The parts of the page on PMI, each a function from a view to lines."""
