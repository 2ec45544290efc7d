"""One map on a graphics scene: the sheet as tiles, stacks as shared pictures. It turns a game into Qt's items.

It sends no commands; `tabletop.desktop.map.tools` does that.
"""
