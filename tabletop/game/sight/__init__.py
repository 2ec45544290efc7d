"""The sight of each audience: of a position, of a change, in its own names, as its own copy of the table."""
