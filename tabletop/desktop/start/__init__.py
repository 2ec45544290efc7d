"""The start page: games to set up, to continue and to import."""
