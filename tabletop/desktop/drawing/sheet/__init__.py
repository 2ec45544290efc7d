"""The printed sheet of a map: grid, terrain, relief, names, cards."""
