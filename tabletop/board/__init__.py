"""The places of things: grids, zones, boxes and tracks, with their names, neighbours and distances.

The pieces on them are in `tabletop.game`, and their drawing is in `tabletop.desktop`. Everything here is plain Python
with frozen values. A cell is (column, row), counted from 0. A board pixel is measured on one board, a map pixel on the
whole map.
"""

from tabletop.board.geometry import Pixel, Point, Polygon
from tabletop.board.grid import CENTRES, FREE, CellGrid, Corner, Grid, Side, SnapTo
from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Location, Map
from tabletop.board.numbering import Axis, Cell, Numbering
from tabletop.board.places import Box, Track
from tabletop.board.regions import Region, RegionGrid
from tabletop.board.squares import SquareGrid
from tabletop.board.zones import BoardZone, ZonedGrid

__all__ = [
    "CENTRES",
    "FREE",
    "Axis",
    "Board",
    "BoardZone",
    "Box",
    "Cell",
    "CellGrid",
    "Corner",
    "Grid",
    "HexGrid",
    "Location",
    "Map",
    "Numbering",
    "Pixel",
    "Point",
    "Polygon",
    "Region",
    "RegionGrid",
    "Side",
    "SnapTo",
    "SquareGrid",
    "Track",
    "ZonedGrid",
]
