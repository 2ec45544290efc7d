"""One side's view of the table, for the rules."""
