"""Questions about the game beyond those of every module: queries, words of cases, sources of totals."""
