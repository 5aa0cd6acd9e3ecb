"""Training tables on a text of any size: what a run is made of, and the engines that make it."""
