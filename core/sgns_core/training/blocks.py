"""The shape of a block, which the engines that train by blocks share."""

CENTERS = 8  # consecutive tokens whose windows are worked on together
# Half as many negatives as centers make worse vectors, twice as many cost a third of the speed.
NEGATIVES = 8
