"""The engine and the program measured against peers: ratios from one run, never a timed test."""
