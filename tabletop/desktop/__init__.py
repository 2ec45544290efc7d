"""Everything that needs Qt: the window, its scene, its tools and panels, and what they draw with.

No decision about the game is made here: a gesture ends in at most one command, and the table answers.
"""
