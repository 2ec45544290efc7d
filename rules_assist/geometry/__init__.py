"""The positions of places on a map and their shapes: outlines, bearings, arcs, areas, and the questions about them.

Steps from place to place are in `rules_assist.map.terrain`, obstacles of sight in `rules_assist.map.sight_lines`.
"""
