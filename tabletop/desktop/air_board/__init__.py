"""The air board: a battle of aircraft, which a procedure runs, shown over the whole window."""
