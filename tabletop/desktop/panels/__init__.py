"""The panels round the map: pieces, log, dice, turn, notes, pages. Each updates itself by the signals of the table
model.
"""
