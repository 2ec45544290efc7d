"""Cases played: the position given, the steps done, and what is expected."""
