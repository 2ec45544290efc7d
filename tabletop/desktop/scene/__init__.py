"""One map on a graphics scene: the sheet as tiles, stacks as shared pictures. Values in, items out.

No commands are made here; `tabletop.desktop.map.tools` does that.
"""
