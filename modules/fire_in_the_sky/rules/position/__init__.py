"""The position in the words of the rules: units, hexes and their control, points, Task Forces, the time."""
