"""The air board: it shows the page of a procedure, a battle of aircraft, over the whole window."""
