"""The positions and shapes of places on a map: outlines, directions, arcs, areas, and questions about them.

Steps from place to place are in `rules_assist.map.terrain`, obstacles of sight in `rules_assist.map.sight_lines`.
"""
