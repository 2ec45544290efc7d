"""Scripts of commands, played line by line without a window."""
