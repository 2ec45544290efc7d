"""Import of the components of a VASSAL module, apart from maps and traits of pieces.

Maps and grids are in `tabletop.vassal.components.map_boards`, traits in `tabletop.vassal.translation`.
"""
