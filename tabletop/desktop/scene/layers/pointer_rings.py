"""The rings at a spot at which somebody points, in the style of the window or of the map."""

from typing import Final

from PySide6.QtCore import QPointF, QVariantAnimation
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsScene

from tabletop.module.schema.map.map_view_records import PingWay

PING_MS: Final = 900
PING_PX: Final = 70
PING_RINGS_MS: Final = (0, 220)
"""The times at which the two rings of the window's style begin. Each of them lasts `PING_MS`."""

_PEN_PX: Final = 4.0
_WAY_PEN_PX: Final = 3.0
_SECOND_MS: Final = 1000
_POINTING_Z: Final = 8e12


class PointerRings:
    """Rings that point at one spot of a scene. Pointing at another spot ends the earlier rings."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._scene = scene
        self._rings: list[QGraphicsEllipseItem] = []
        self._way: PingWay | None = None
        self._scale = 1.0
        self._clock = QVariantAnimation(scene)
        self._clock.setStartValue(0)
        self._clock.valueChanged.connect(self._draw)
        self._clock.finished.connect(self._end)

    def at(self, point: QPointF, colour: QColor, scale: float, way: PingWay | None = None) -> None:
        """Point at a spot (map pixels), at `scale` screen pixels to a map pixel.

        `way` is the map's own style, in which one ring stays or shrinks to the spot. Without it, in the window's style,
        two rings grow and fade.
        """
        self._clock.stop()
        self._end()
        self._way, self._scale = way, scale
        lasts_ms = PING_MS + PING_RINGS_MS[-1] if way is None else _lasts_ms(way)
        for _ in PING_RINGS_MS if way is None else (0,):
            ring = QGraphicsEllipseItem()
            ring.setPen(QPen(colour, (_PEN_PX if way is None else _WAY_PEN_PX) / scale))
            ring.setPos(point)
            ring.setZValue(_POINTING_Z)
            ring.setVisible(False)
            self._scene.addItem(ring)
            self._rings.append(ring)
        self._clock.setEndValue(lasts_ms)
        self._clock.setDuration(lasts_ms)
        self._clock.start()

    @property
    def is_on(self) -> bool:
        """True while the rings point at a spot."""
        return self._clock.state() == QVariantAnimation.State.Running

    def forget(self) -> None:
        """Forget the rings after the scene was cleared."""
        self._clock.stop()
        self._rings.clear()

    def _draw(self, now_ms: int) -> None:
        if self._way is not None:
            for ring in self._rings:
                self._shrink(ring, now_ms, self._way)
            return
        for ring, begins_ms in zip(self._rings, PING_RINGS_MS, strict=False):
            share = (now_ms - begins_ms) / PING_MS
            _set_radius(ring, max(share * PING_PX / self._scale, 1.0))
            ring.setVisible(0.0 <= share <= 1.0)
            ring.setOpacity(min(max(1.0 - share, 0.0), 1.0))

    def _shrink(self, ring: QGraphicsEllipseItem, now_ms: int, way: PingWay) -> None:
        share = now_ms * way.a_second / _SECOND_MS % 1.0 if way.pulses else 0.0
        _set_radius(ring, way.size / 2 / (1.0 if way.on_map else self._scale) * (1.0 - share))
        ring.setVisible(True)

    def _end(self) -> None:
        for ring in self._rings:
            self._scene.removeItem(ring)
        self._rings.clear()


def _lasts_ms(way: PingWay) -> int:
    return max(way.pulses, 1) * _SECOND_MS // max(way.a_second, 1)


def _set_radius(ring: QGraphicsEllipseItem, radius: float) -> None:
    ring.setRect(-radius, -radius, 2 * radius, 2 * radius)
