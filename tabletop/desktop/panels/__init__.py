"""The panels round the map: pieces, log, dice, turn, notes, pages.

Some follow the signals of the table model; the window updates the others.
"""
