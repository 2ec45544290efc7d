"""Everything in the game program that needs Qt: the window, its scene, its tools and panels, and their drawing code.

No decision about the game is made here: gestures become commands, and the table answers them.
"""
