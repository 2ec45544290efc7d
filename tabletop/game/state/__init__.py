"""The position as immutable values: pieces, their holders, maps, trackers, clocks, procedures under way."""
