"""Tools of a checkout: benchmarks, comparison with VASSAL, random players. Not installed."""
