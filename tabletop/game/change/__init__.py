"""Changes of a position as plain data: patches, their steps, and the messages about them."""
