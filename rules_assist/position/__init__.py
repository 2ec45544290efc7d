"""One side's view of the table, as the rules read it."""
