"""The umpire's side of a game: orders that wait to be decided, and dispatches on their way."""
