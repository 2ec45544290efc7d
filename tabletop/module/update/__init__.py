"""The update of games to another version of their module."""
