"""The graphics scene of a map, which shows a game by Qt's items: the sheet as tiles, stacks as shared pictures.

It sends no commands; `tabletop.desktop.map.tools` does that.
"""
