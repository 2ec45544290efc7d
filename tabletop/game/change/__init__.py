"""Changes of a position as plain data: patches, the steps that they make, and what is told of them."""
