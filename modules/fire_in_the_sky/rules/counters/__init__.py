"""Air counters, markers and screens of Task Forces, extra ships; records of units and of the player part."""
