"""The sequence of play, and the procedure that ends a phase."""
