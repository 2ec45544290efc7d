"""Maps drawn to picture files, without a window."""
