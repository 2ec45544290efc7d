"""Notes on a module's maps and rules besides its mistakes, for `wartable check`; nothing here is used in play."""
