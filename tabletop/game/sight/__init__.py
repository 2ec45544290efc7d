"""The view that each audience has of a position and of a change, in its own names and as its own copy of the table."""
