"""A terminal program that shows word2vec's negative sampling at work."""
