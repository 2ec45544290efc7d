"""The battle on the board as a procedure: its steps, its page for the window, and its words."""
