"""The parts of the page on cost, each a function from a view to lines."""
