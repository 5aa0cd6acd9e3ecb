"""Pure functions from values to lines."""
