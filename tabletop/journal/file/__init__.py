"""The SQLite file of a game: storage, lock, write-ahead log, sync, and the detection of damage."""
