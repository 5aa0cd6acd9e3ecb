"""What the Explore screen shows beside its map, as lines."""
