"""Export of games of imported modules as saves and logs for VASSAL."""
