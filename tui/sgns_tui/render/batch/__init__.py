"""The parts of a batch's page, each a function from a view to lines."""
