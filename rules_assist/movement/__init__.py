"""Ways of moving: where pieces can go, at what cost, and why not elsewhere."""
