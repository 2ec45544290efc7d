"""The rules assistant in the window: questions to it, and the display of its answers."""
