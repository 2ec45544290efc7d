"""The rules assistant in the window: the questions that it is asked, and the display of its answers."""
