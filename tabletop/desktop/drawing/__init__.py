"""Drawing of counters, dice, symbols and text, and the colours of both themes."""
