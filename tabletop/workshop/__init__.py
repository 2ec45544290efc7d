"""Tools for developers, which are not installed: benchmarks, comparison with VASSAL, random players."""
