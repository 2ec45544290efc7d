"""The graphics scene of a map, which shows a game with Qt's items: the sheet as tiles, stacks as shared pictures.

It sends no commands; the tools in `tabletop.desktop.map.tools` do that.
"""
