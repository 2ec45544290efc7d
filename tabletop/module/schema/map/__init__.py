"""Map files: the sheet, its grids, and the use of the map by players."""
