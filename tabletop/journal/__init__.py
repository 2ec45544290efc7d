"""The append-only record that is the game: one SQLite file for each game, its take-backs, its proof and its readable
text.

Nothing here decides, rolls or runs a rule; a record is replayed as data. `journal.Journal` is the door.
"""
