"""What a VASSAL module is made of besides maps and pieces' traits, taken over component by component.

Maps and grids are in `tabletop.vassal.components.map_boards`, traits in `tabletop.vassal.translation`.
"""
