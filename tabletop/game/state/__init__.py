"""The position as immutable values: pieces, what they lie in, maps, trackers, clocks, procedures under way."""
