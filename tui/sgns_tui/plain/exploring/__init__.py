"""Vectors looked around in by lines: the questions of the Explore screen, answered as text."""
