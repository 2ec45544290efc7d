"""Properties of pieces and of the table: read, counted and listed, with the compiled kinds that provide them."""
