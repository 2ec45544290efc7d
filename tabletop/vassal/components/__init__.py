"""Import of the components of a VASSAL module. The traits of its pieces are translated elsewhere.

Maps are in `map_boards`, their grids in `grid_components`. Traits are in `tabletop.vassal.translation`.
"""
