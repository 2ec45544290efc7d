"""Games brought to another version of their module."""
