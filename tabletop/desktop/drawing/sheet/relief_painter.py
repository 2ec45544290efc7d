"""Drawing of the sea and the land of a map as tiles: `wartable draw-map MODULE`.

It is only for authors: it needs the `art` extra (numpy, scipy, Pillow), and the running program never imports it, but
only loads the tiles (`relief_tiles`). The drawing depends only on its inputs: the coastlines, the projection and frame
of the map file, `relief.yaml`, and the colours of the themes. The same inputs give the same pictures. The index beside
the tiles has a hash of the inputs.

The colour of the sea follows the distance to the coast (in kilometres on the map's plane), changed by the trenches and
swells of `relief.yaml`. Three faint hydrographic lines and a halo follow the coast. The land is a height field: the
ranges, multiplied by broad ridged noise. It is tinted by height, and lit from the north-west. All fields are computed
once on a world raster of half the sheet's scale, so that the relief is the same at every zoom. The coast itself is
drawn sharp at each scale.
"""

import hashlib
import json
import math
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from dataclasses import fields as dataclass_fields
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF
from scipy.ndimage import distance_transform_edt, gaussian_filter  # type: ignore[import-untyped]

from tabletop.desktop.drawing.sheet.relief_tiles import INDEX_NAME, LAND_NAME, ReliefIndex, ReliefLevel, ReliefTiles
from tabletop.desktop.drawing.theme import DARK as DARK_THEME
from tabletop.desktop.drawing.theme import LIGHT as LIGHT_THEME
from tabletop.module import shipped
from tabletop.module.contents.map_files import read_relief, read_sheet
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.schema.map.map_sheet_records import Projection, WorldArt
from tabletop.module.schema.map.relief_sources import Deep, Degrees, Range, Relief

Field: TypeAlias = NDArray[np.float32]
Ring: TypeAlias = NDArray[np.float64]
"""The corners of one land polygon in sheet pixels, one row for each corner."""

RASTER_SCALE: Final = 0.5
"""The pixels of the world raster for each pixel of the sheet."""
LEVEL_SCALES: Final = (1.0 / 3.0, 0.5, 1.0, 2.0)
"""The scales at which tiles are drawn: their pixels for each pixel of the sheet."""
TILE_PX: Final = 512
MAINLAND_KM2: Final = 6_000.0
EARTH_RADIUS_KM: Final = 6_371.0
LIGHT: Final = (-0.62, -0.62, 0.48)
"""The direction from which the light comes (east, south, up): north-west, a little above the horizon."""
NOISE_KM: Final = (210.0, 115.0, 62.0, 34.0)
"""The sizes of the ridges in the noise. Finer ones would look restless and make large files."""
SEED: Final = 1941
DRAWN_THIS_WAY: Final = "2"
"""The version of the drawing, which is one of its inputs. Raise it when the drawing changes."""


@dataclass(frozen=True)
class ReliefStyle:
    """The style of the drawing in one theme: the palette's colours, and the strengths of light and lines."""

    colours: Mapping[str, str]
    halo: float
    lines: tuple[float, float, float]
    light: float


COLOURS: Final = ("sea0", "sea1", "sea2", "sea3", "halo", "land0", "land1", "land2", "coast")
"""The palette's colours used in the drawing."""
LINE_KM: Final = (60.0, 120.0, 190.0)
"""The distances of the hydrographic lines from the mainland (kilometres)."""


def looks(palettes: Mapping[str, Mapping[str, str]]) -> dict[str, ReliefStyle]:
    """Return the two styles by the names of themes, with the colours of their palettes."""
    return {
        "light": ReliefStyle(palettes["light"], halo=0.75, lines=(0.36, 0.22, 0.12), light=0.10),
        "dark": ReliefStyle(palettes["dark"], halo=0.45, lines=(0.162, 0.099, 0.054), light=0.13),
    }


# --- coast ---------------------------------------------------------------------------------------------


def read_rings(text: str) -> list[NDArray[np.float64]]:
    """Return the outer rings of a GeoJSON file of Polygons, in degrees, one row for each corner."""
    features = json.loads(text)["features"]
    return [np.asarray(feature["geometry"]["coordinates"][0], dtype=np.float64) for feature in features]


def area_km2(ring: NDArray[np.float64]) -> float:
    """Return the true area of a ring in degrees (by an equal-area projection, so that it is right at every
    latitude).
    """
    east = np.radians(ring[:, 0]) * EARTH_RADIUS_KM
    north = np.sin(np.radians(ring[:, 1])) * EARTH_RADIUS_KM
    twice = np.dot(east, np.roll(north, -1)) - np.dot(north, np.roll(east, -1))
    return abs(float(twice)) / 2.0


def land_path(rings: Iterable[Ring]) -> QPainterPath:
    """Return one path of all rings, in sheet pixels."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        path.closeSubpath()
    return path


@dataclass(frozen=True)
class Window:
    """A rectangle of the sheet (its pixels) and the scale at which it is drawn."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    @property
    def columns(self) -> int:
        """The width of the drawing in its own pixels."""
        return round(self.width * self.scale)

    @property
    def rows(self) -> int:
        """The height of the drawing in its own pixels."""
        return round(self.height * self.scale)


def _coverage(path: QPainterPath, window: Window, pen_px: float | None = None) -> Field:
    """Return the share (0 to 1) of each pixel that the path fills, or with `pen_px` that its outline covers."""
    image = QImage(window.columns, window.rows, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(window.scale, window.scale)
    painter.translate(-window.left, -window.top)
    if pen_px is None:
        painter.fillPath(path, QColor(255, 255, 255))
    else:
        pen = QPen(QColor(255, 255, 255), pen_px)
        pen.setCosmetic(True)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.end()
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(window.rows, image.bytesPerLine())
    return rows[:, : window.columns].astype(np.float32) / np.float32(255.0)


# --- fields --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """The raster on which all fields are computed: a window of the whole drawing, and the projection of the map."""

    window: Window
    projection: Projection
    finer: float = 1.0
    """The `finer` of the relief: each kilometre of the map counts as so many kilometres in the drawing."""

    @property
    def km_per_px(self) -> float:
        """The width of a pixel of the raster, in drawn kilometres."""
        return self.km_per_px_at(self.window.scale)

    def km_per_px_at(self, scale: float) -> float:
        """Return the width of a pixel at this scale, in drawn kilometres."""
        return self.finer * self.projection.kilometres / self.projection.pixels / scale

    def pixel(self, place: Degrees) -> tuple[float, float]:
        """Return the pixel of the raster for a longitude and latitude."""
        x, y = self.projection.point(*place)
        return (x - self.window.left) * self.window.scale, (y - self.window.top) * self.window.scale

    def zeros(self) -> Field:
        """Return a field of zeros."""
        return np.zeros((self.window.rows, self.window.columns), dtype=np.float32)

    def blur(self, field: Field, km: float) -> Field:
        """Return the field smoothed with a Gaussian of this many kilometres."""
        return np.asarray(gaussian_filter(field, km / self.km_per_px, truncate=3.0), dtype=np.float32)

    def distance_km(self, there: NDArray[np.bool_]) -> Field:
        """Return the kilometres from each pixel to the nearest pixel at which `there` is true."""
        pixels = distance_transform_edt(~there)
        return np.asarray(pixels * self.km_per_px, dtype=np.float32)


@dataclass(frozen=True)
class Bend:
    """The random bend of the ranges' lines, so that no range is straight: two fields of about -1 to 1."""

    east: Field
    south: Field


def bend(world: World, size_km: float) -> Bend:
    """Return a smooth random bend with features of this size. The same raster always has the same bend."""
    random = np.random.default_rng(SEED + round(size_km))
    parts = []
    for _ in range(2):
        smooth = world.blur(random.standard_normal(world.zeros().shape, dtype=np.float32), size_km / 2.4)
        parts.append(np.asarray(smooth / (1.6 * smooth.std()), dtype=np.float32))
    return Bend(*parts)


def ridge(world: World, lines: Iterable[tuple[float, float, Sequence[Degrees]]], bent: Bend | None = None) -> Field:
    """Return a field with the height of the highest ridge at each pixel. Each of the `lines` is (half width in
    kilometres, height, crest line).

    `bent` is the bend of the crest lines.
    """
    field = world.zeros()
    rows, columns = field.shape
    for width, height, line in lines:
        corners = [world.pixel(place) for place in line]
        reach = 3.0 * width / world.km_per_px
        x0 = max(0, math.floor(min(x for x, _ in corners) - reach))
        x1 = min(columns, math.ceil(max(x for x, _ in corners) + reach))
        y0 = max(0, math.floor(min(y for _, y in corners) - reach))
        y1 = min(rows, math.ceil(max(y for _, y in corners) + reach))
        if x0 >= x1 or y0 >= y1:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        if bent is not None:
            sway = min(0.9 * width, 130.0) / world.km_per_px
            xs += sway * bent.east[y0:y1, x0:x1]
            ys += sway * bent.south[y0:y1, x0:x1]
        nearest = np.full(xs.shape, np.inf, dtype=np.float32)
        for (ax, ay), (bx, by) in pairwise(corners):
            dx, dy = bx - ax, by - ay
            along = np.clip(((xs - ax) * dx + (ys - ay) * dy) / max(dx * dx + dy * dy, 1e-6), 0.0, 1.0)
            nearest = np.minimum(nearest, np.hypot(xs - ax - along * dx, ys - ay - along * dy))
        part = height * np.exp(-np.square(nearest * (world.km_per_px / width)))
        field[y0:y1, x0:x1] = np.maximum(field[y0:y1, x0:x1], part)
    return field


def ridged_noise(world: World) -> Field:
    """Return broad noise with sharp crests, from 0 to 1. The same raster always has the same noise."""
    random = np.random.default_rng(SEED)
    total = world.zeros()
    weight = np.ones_like(total)
    amplitude, sum_of_amplitudes = 1.0, 0.0
    for size in NOISE_KM:
        rough = random.standard_normal(total.shape, dtype=np.float32)
        smooth = world.blur(rough, size / 2.4)
        smooth /= smooth.std()
        crest = np.square(1.0 - np.minimum(np.abs(smooth) / 1.7, 1.0))
        total += amplitude * crest * weight
        weight = np.clip(crest * 1.6, 0.25, 1.0)
        sum_of_amplitudes += amplitude
        amplitude *= 0.62
    return np.asarray(total / sum_of_amplitudes, dtype=np.float32)


@dataclass(frozen=True)
class ReliefFields:
    """All fields that the colours are made from, on the world raster."""

    mainland_km: Field
    """The distance to the mainland and the great islands, smoothed."""
    coast_km: Field
    """The distance to any land, shoal or reef, smoothed."""
    depth: Field
    """The depth: near 0 at the shore of the mainland, near 1 in the open sea, a little more in the trenches."""
    inland_km: Field
    """The distance of land from the sea."""
    height: Field
    """The height for the tint, from 0 to 1, strongly smoothed."""
    light: Field
    """The light, from -1 (on a slope away from it) to 1."""


def fields(world: World, relief: Relief, rings: Sequence[Ring], areas: Sequence[float]) -> ReliefFields:
    """Return all fields that follow from the coastlines and the relief. `areas` are the areas of the rings (square
    kilometres).
    """
    window = world.window
    land = _coverage(land_path(rings), window)
    least = MAINLAND_KM2 / world.finer**2
    main = _coverage(land_path(ring for ring, area in zip(rings, areas, strict=True) if area >= least), window)
    near = land > 0.4
    for place in relief.shoals:
        x, y = world.pixel(place)
        if 0 <= round(x) < window.columns and 0 <= round(y) < window.rows:
            near[round(y), round(x)] = True
    near |= ridge(world, ((12.0, 1.0, reef.line) for reef in relief.reefs)) > 0.5
    mainland_km = world.blur(world.distance_km(main > 0.5), 30.0)
    to_coast = world.distance_km(near)
    coast_km = world.blur(to_coast, 14.0)
    shoal = world.blur(np.exp(-to_coast / 150.0) / 2.0, 25.0)
    depth = (1.0 - np.exp(-mainland_km / 420.0)) * (1.0 - shoal)
    of_the_sea = bend(world, 420.0)
    deep = world.blur(ridge(world, _deep_lines(relief.deeps, world.finer), of_the_sea), 40.0)
    swell = world.blur(ridge(world, _range_lines(relief.swells, world.finer), of_the_sea), 40.0)
    open_sea = np.clip(depth * 1.3, 0.0, 1.0)
    depth = depth * 0.93 + (0.15 * deep - 0.13 * swell) * open_sea

    of_the_land = bend(world, 170.0)
    crests = ridge(world, _range_lines(relief.ranges, world.finer), of_the_land)
    foothills = ridge(world, _range_lines(relief.ranges, 2.1 * world.finer), of_the_land)
    envelope = 0.72 * crests + 0.28 * foothills
    noise = ridged_noise(world)
    inland_km = world.distance_km(~(land > 0.5))
    rise = 1.0 - np.exp(-inland_km / 45.0)
    height = (envelope * (0.45 + 1.1 * noise) + 0.025 * noise) * (0.35 + 0.65 * rise)
    return ReliefFields(
        mainland_km=mainland_km,
        coast_km=coast_km,
        depth=np.asarray(depth, dtype=np.float32),
        inland_km=inland_km,
        height=world.blur(np.clip(height, 0.0, 1.0), 26.0),
        light=_lit(world, world.blur(height, 7.0)),
    )


def _deep_lines(deeps: Iterable[Deep], wider: float) -> Iterator[tuple[float, float, Sequence[Degrees]]]:
    return ((deep.width * wider, deep.depth, deep.line) for deep in deeps)


def _range_lines(ranges: Iterable[Range], wider: float) -> Iterator[tuple[float, float, Sequence[Degrees]]]:
    return ((each.width * wider, each.height, each.line) for each in ranges)


def _lit(world: World, height: Field) -> Field:
    """Return the light of each slope compared with level ground: -1 to 1."""
    south, east = np.gradient(height * (150.0 / world.km_per_px))
    up = 1.0 / np.sqrt(1.0 + east * east + south * south)
    toward = (-east * LIGHT[0] - south * LIGHT[1] + LIGHT[2]) * up
    return np.asarray(np.clip((toward - LIGHT[2]) * 1.35, -1.0, 1.0), dtype=np.float32)


# --- colours -------------------------------------------------------------------------------------------


def _rgb(name: str) -> Field:
    return np.array([int(name[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float32)


def _ramp(value: Field, stops: Sequence[tuple[float, Field]]) -> Field:
    """Return the colours of values, interpolated linearly between stops."""
    at = [stop for stop, _ in stops]
    return np.stack(
        [np.interp(value, at, [colour[channel] for _, colour in stops]) for channel in range(3)], axis=-1
    ).astype(np.float32)


def _over(under: Field, colour: Field, strength: Field) -> Field:
    return np.asarray(under + (colour - under) * strength[..., None], dtype=np.float32)


def _cut(field: Field, world: World, window: Window) -> Field:
    """Return the part of a field that a window shows, smoothly resampled to its scale."""
    ratio = world.window.scale
    left = (window.left - world.window.left) * ratio
    top = (window.top - world.window.top) * ratio
    box = (
        left,
        top,
        min(left + window.width * ratio, field.shape[1]),
        min(top + window.height * ratio, field.shape[0]),
    )
    image = Image.fromarray(field)
    return np.asarray(image.resize((window.columns, window.rows), Image.Resampling.BICUBIC, box=box))


@dataclass(frozen=True)
class ReliefView:
    """The fields and the coast in one window, the same in every theme."""

    fields: ReliefFields
    """The fields cut to the window, at its scale."""
    land: Field
    """The share of each pixel that is land: 0 to 1."""
    coast: Field
    """The share of each pixel that the coast line covers."""
    line_km: float
    """Half the width of a hydrographic line (kilometres)."""

    @classmethod
    def of(cls, world: World, everywhere: ReliefFields, rings: Iterable[Ring], window: Window) -> "ReliefView":
        """Return the view of a window: the fields cut to it, and the coast drawn sharp."""
        near = land_path(ring for ring in rings if _touches(ring, window))
        km_per_px = world.km_per_px_at(window.scale)
        return cls(
            ReliefFields(
                *(_cut(getattr(everywhere, each.name), world, window) for each in dataclass_fields(ReliefFields))
            ),
            land=_coverage(near, window),
            coast=_coverage(near, window, pen_px=0.5 + 0.65 * window.scale),
            line_km=km_per_px * (0.6 + 0.9 * window.scale),
        )


def _touches(ring: Ring, window: Window) -> bool:
    margin = 4.0 / window.scale
    (west, north), (east, south) = ring.min(axis=0), ring.max(axis=0)
    return bool(
        west < window.left + window.width + margin
        and east > window.left - margin
        and north < window.top + window.height + margin
        and south > window.top - margin
    )


def compose(seen: ReliefView, look: ReliefStyle) -> Field:
    """Return the finished picture as an array of rows, columns and colours (red, green, blue from 0 to 255)."""
    colour = {name: _rgb(look.colours[name]) for name in COLOURS}
    here = seen.fields
    abyss = colour["sea3"] * 0.965
    stops = ((0.0, "sea0"), (0.28, "sea1"), (0.66, "sea2"), (1.0, "sea3"))
    sea = _ramp(here.depth, [*((t, colour[name]) for t, name in stops), (1.12, abyss)])
    for km, strength in zip(LINE_KM, look.lines, strict=True):
        line = np.exp(-np.square((here.mainland_km - km) / seen.line_km))
        sea = _over(sea, colour["halo"], strength * line)
    sea = _over(sea, colour["halo"], look.halo * np.exp(-np.square(here.coast_km / 26.0)))
    if not seen.land.any():
        return np.clip(sea, 0.0, 255.0)
    ground = _ramp(here.height, [(0.02, colour["land0"]), (0.2, colour["land1"]), (0.55, colour["land2"])])
    shore = 0.10 * np.exp(-np.square(here.inland_km / 26.0))
    ground = ground * (1.0 + look.light * here.light - shore)[..., None]
    picture = sea + (ground - sea) * seen.land[..., None]
    return np.clip(_over(picture, colour["coast"], 0.85 * seen.coast), 0.0, 255.0)


# --- files ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Work:
    """The sources of one map's drawing, and the folder for its tiles."""

    art: WorldArt
    projection: Projection
    relief: Relief
    coastlines: str
    """The text of the GeoJSON file."""
    looks: Mapping[str, ReliefStyle]
    folder: Path
    inputs: str
    """The hash of all inputs for the index."""


def find_work(file: Path) -> Work | None:
    """Return the sources of the drawing of a map file; None if it has none.

    Raises `ModuleProblems` for mistakes in the map file or its `relief.yaml`.
    """
    sheet = read_sheet(file)
    if not isinstance(sheet.art, WorldArt) or sheet.projection is None:
        return None
    plan = file.parent / sheet.art.relief
    relief = read_relief(plan)
    coastlines = shipped.path("assets", "coastlines", relief.coastlines).read_text(encoding="utf-8")
    looks_by_theme = looks({theme.name: asdict(theme) for theme in (LIGHT_THEME, DARK_THEME)})
    inputs = hash_of_inputs(
        [
            DRAWN_THIS_WAY,
            sheet.projection.model_dump_json(exclude={"basis"}),
            sheet.art.model_dump_json(exclude={"basis"}),
            relief.model_dump_json(),
            coastlines,
            *(look.colours[name] for look in looks_by_theme.values() for name in COLOURS),
        ]
    )
    folder = file.parent / sheet.art.folder
    return Work(sheet.art, sheet.projection, relief, coastlines, looks_by_theme, folder, inputs)


def draw(work: Work) -> ReliefIndex:
    """Draw all tiles of a map in a new folder, which then replaces the old one, and return their index."""
    art, projection = work.art, work.projection
    folder = work.folder.with_name(f".{work.folder.name}.new")
    shutil.rmtree(folder, ignore_errors=True)
    left, top, width, height = art.frame
    whole = Window(left, top, width, height, RASTER_SCALE)
    world = World(whole, projection, work.relief.finer)
    degrees = read_rings(work.coastlines)
    rings = [np.array([projection.point(lon, lat) for lon, lat in ring]) for ring in degrees]
    all_fields = fields(world, work.relief, rings, [area_km2(ring) for ring in degrees])
    folder.mkdir(parents=True)
    levels = []
    for scale in LEVEL_SCALES:
        level = ReliefLevel(
            scale=scale,
            columns=math.ceil(width * scale / TILE_PX),
            rows=math.ceil(height * scale / TILE_PX),
        )
        levels.append(level)
        for column in range(level.columns):
            for row in range(level.rows):
                span = TILE_PX / scale
                window = Window(
                    left + column * span,
                    top + row * span,
                    min(span, width - column * span),
                    min(span, height - row * span),
                    scale,
                )
                seen = ReliefView.of(world, all_fields, rings, window)
                for theme, look in work.looks.items():
                    picture = compose(seen, look)
                    name = folder / ReliefIndex.tile_name(theme, len(levels) - 1, column, row)
                    Image.fromarray(np.rint(picture).astype(np.uint8)).save(name, "WEBP", quality=90, method=4)
    everywhere = Window(left, top, width, height, LEVEL_SCALES[0])
    Image.fromarray(_coverage(land_path(rings), everywhere) > 0.5).save(folder / LAND_NAME, optimize=True)
    index = ReliefIndex(
        tile_px=TILE_PX, frame=art.frame, levels=tuple(levels), themes=tuple(work.looks), inputs=work.inputs
    )
    (folder / INDEX_NAME).write_bytes(msgspec.json.format(msgspec.json.encode(index)) + b"\n")
    shutil.rmtree(work.folder, ignore_errors=True)
    folder.rename(work.folder)
    return index


def hash_of_inputs(parts: Iterable[str]) -> str:
    """Return one hash of several texts, which depends on their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part.encode("utf-8"))
    return digest.hexdigest()


def draw_sheet(file: Path) -> ReliefIndex | None:
    """Draw the sea and land of one map file, and return the index of the tiles.

    Return None if the map has none, or if its drawing is up to date.
    """
    work = find_work(file)
    if work is None:
        return None
    there = ReliefTiles.find(work.folder, "light")
    if there is not None and there.inputs == work.inputs:
        return None
    return draw(work)


def main(module_folder: Path) -> int:
    """Draw the sea and land of every map of a module, and return 0. Stop and return 1 at the first file with mistakes.

    Files in `map/` whose names begin with `relief` are sources of drawings, not maps.
    """
    for file in sorted((module_folder / "map").glob("*.yaml")):
        if file.stem.startswith("relief"):
            continue
        try:
            index = draw_sheet(file)
        except ModuleProblems as problems:
            sys.stderr.write(f"{problems}\n")
            return 1
        said = "nothing to draw" if index is None else f"{sum(x.columns * x.rows for x in index.levels)} tiles a theme"
        sys.stdout.write(f"{file.name}: {said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
