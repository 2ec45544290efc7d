"""Map files: the sheet, its grids, and how players use and look at it."""
