"""The SQLite file of a game: storage, lock, log, sync, and a watch on the open file."""
