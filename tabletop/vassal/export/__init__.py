"""Games of imported modules, written as saves and logs of VASSAL's."""
