"""One pane a file: thin widgets over pure render functions."""
