"""The map: points of words as characters, drawn from values alone."""
