"""Tools for a checkout of the program: benchmarks, comparison with VASSAL, random players. They are not installed."""
