"""Texts of any size as numbers: read in chunks, counted in one pass, encoded in later ones."""
