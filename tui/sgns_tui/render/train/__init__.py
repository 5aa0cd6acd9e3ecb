"""What stands beside the map: lines made from values alone."""
