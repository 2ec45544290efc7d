"""Games of imported modules, written as VASSAL's saves and logs."""
