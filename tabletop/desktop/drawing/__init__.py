"""Drawing: counters, dice, symbols, type and the colours of both themes."""
