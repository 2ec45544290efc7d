"""The record of a game, to which steps are only appended: one SQLite file for each game.

It can be undone, verified and written as text. Nothing here decides, rolls dice or runs rules; a record is replayed as
data. Begin with `journal.Journal`.
"""
