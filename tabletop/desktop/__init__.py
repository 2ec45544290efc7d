"""Everything that needs Qt: the window, its scene, its tools and panels, and their drawing code.

No decision about the game is made here: a gesture ends in at most one command, and the table answers.
"""
