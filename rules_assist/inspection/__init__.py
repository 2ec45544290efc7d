"""Notes on a module's maps and rules beside its mistakes, for `wartable check`; here nothing is asked in play."""
