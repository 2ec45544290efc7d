"""Notes on a module's maps and rules besides its mistakes, for `wartable check`. Nothing here is used in play."""
