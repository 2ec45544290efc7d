"""Where things lie on a map and how they are drawn: outlines, bearings, arcs, areas, and the questions about them.

Steps from place to place are not here (`rules_assist.map.terrain`), nor what is in the way of sight
(`rules_assist.map.sight_lines`).
"""
