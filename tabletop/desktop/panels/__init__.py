"""The panels round the map: pieces, log, dice, turn, notes, pages. Each listens to the table model."""
