"""The colours of the program, light and dark, and the appearance of Qt's widgets.

Counters keep the colours of their module in both themes, unless the plain look with high contrast is chosen. That is a
setting of the theme, so that it works with all modules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtGui import QColor, QFont, QPalette

from tabletop.desktop.drawing.fonts import load_fonts
from tabletop.module import shipped

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from tabletop.module.schema.faces import Look
    from tabletop.module.schema.map.measures import Ink


_READABLE: Final = 4.5
"""The least contrast between readable text and its background (WCAG 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A palette of named colours (`#RRGGBB`). Text has a contrast of at least 4.5 with its background (WCAG 2)."""

    name: Literal["light", "dark"]
    counters: Look = "normal"
    """The look of counters: as in their module, or plain with high contrast."""

    # window
    paper: str
    panel: str
    raised: str
    sunk: str
    ink: str
    ink2: str
    ink3: str
    line: str
    line2: str
    accent: str
    accentink: str
    # sides and bands
    JP: str
    JPsoft: str
    AL: str
    ALsoft: str
    BR: str
    NL: str
    AU: str
    FR: str
    neutral: str
    # messages
    info: str
    warn: str
    warnink: str
    err: str
    ok: str
    reach: str
    zocJP: str  # noqa: N815
    zocAL: str  # noqa: N815
    sel: str
    warnsoft: str
    # the umpire
    um: str
    ums: str
    # map
    sea0: str
    sea1: str
    sea2: str
    sea3: str
    halo: str
    land0: str
    land1: str
    land2: str
    coast: str
    seatext: str
    landtext: str
    hexid: str
    road: str
    roadcase: str
    # things on the table
    star: str
    tray: str

    def colour(self, name: str) -> QColor:
        """Return a colour by the name of its field; `#RRGGBB` is returned unchanged."""
        value: str = name if name.startswith("#") else getattr(self, name)
        return QColor(value)

    def readable_on(self, ground: str, wanted: str) -> QColor:
        """Return the wanted colour if text in it is readable on this background; else `ink` or `raised`, the more
        readable one.
        """
        under = self.colour(ground).name()

        def reads(name: str) -> float:
            return contrast(self.colour(name).name(), under)

        return self.colour(wanted if reads(wanted) >= _READABLE else max("ink", "raised", key=reads))

    def ink_of(self, ink: Ink) -> QColor:
        """Return the colour of this theme for an ink in a map file."""
        return self.colour(ink) if isinstance(ink, str) else QColor(ink.shown(dark=self.name == "dark", plain=False))

    def with_counters(self, look: Look) -> Theme:
        """Return the same theme with counters in this look."""
        return replace(self, counters=look)


LIGHT = Theme(
    name="light",
    paper="#F5F2EA",
    panel="#FBFAF6",
    raised="#FFFFFF",
    sunk="#EDEAE1",
    ink="#1B252D",
    ink2="#4E5C66",
    ink3="#646F79",
    line="#D6D2C7",
    line2="#B9B5A9",
    accent="#0B6E78",
    accentink="#FFFFFF",
    JP="#A8322A",
    JPsoft="#F3DAD4",
    AL="#1D5890",
    ALsoft="#D3E2F0",
    BR="#7A2E4D",
    NL="#B85A00",
    AU="#3E6B2F",
    FR="#4A5A66",
    neutral="#6A6F72",
    info="#0067A3",
    warn="#E69F00",
    warnink="#7A5200",
    err="#B94700",
    ok="#007A59",
    reach="#006B50",
    zocJP="#B5382C",
    zocAL="#1D5FA0",
    sel="#F0A000",
    warnsoft="#FBEBCB",
    um="#5A4B8A",
    ums="#E4E0EE",
    sea0="#DCEBEA",
    sea1="#C3DCE1",
    sea2="#AECFD9",
    sea3="#9ABFCD",
    halo="#F1F8F7",
    land0="#EFE9DA",
    land1="#E2D8C0",
    land2="#CBBB9C",
    coast="#6F7F82",
    seatext="#2A5064",
    landtext="#675C46",
    hexid="#34576A",
    road="#FFFFFF",
    roadcase="#7D7461",
    star="#B98500",
    tray="#2E4A3F",
)

DARK = Theme(
    name="dark",
    paper="#11171C",
    panel="#182027",
    raised="#212B33",
    sunk="#0F151A",
    ink="#E9EDEF",
    ink2="#AEBAC2",
    ink3="#8896A0",
    line="#2C3841",
    line2="#45535E",
    accent="#5CC6CF",
    accentink="#0C1A1C",
    JP="#F08A7A",
    JPsoft="#4A2A27",
    AL="#7FBAF0",
    ALsoft="#20384F",
    BR="#D993B4",
    NL="#F0A860",
    AU="#9CCB86",
    FR="#B4C2CC",
    neutral="#A7B0B5",
    info="#6FC0F0",
    warn="#F0B840",
    warnink="#F5CB70",
    err="#FF9A5C",
    ok="#4CCBA2",
    reach="#58D6AE",
    zocJP="#F58A78",
    zocAL="#86C2F8",
    sel="#FFC247",
    warnsoft="#4A3A14",
    um="#B9A9EE",
    ums="#332C4D",
    sea0="#35525F",
    sea1="#2A4452",
    sea2="#203744",
    sea3="#192C38",
    halo="#4A6B78",
    land0="#45463F",
    land1="#4E4D43",
    land2="#5D594A",
    coast="#8EA1A6",
    seatext="#9CC0CF",
    landtext="#C3BAA3",
    hexid="#9DBECB",
    road="#E6E1D3",
    roadcase="#20241F",
    star="#F3C552",
    tray="#1B2E27",
)

PLAIN = LIGHT.with_counters("plain")


def mixed(first: str, second: str, share: float) -> str:
    """Return a mixture of two colours with this share of the second one, as `#RRGGBB`."""
    one, two = QColor(first), QColor(second)
    parts = (
        round(a + (b - a) * share)
        for a, b in ((one.red(), two.red()), (one.green(), two.green()), (one.blue(), two.blue()))
    )
    return "#{:02X}{:02X}{:02X}".format(*parts)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    value = QColor(colour)
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value.redF(), value.greenF(), value.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Apply the theme to the whole program: fonts, palette and style sheet. May be called again at any time."""
    load_fonts()
    app.setStyle("Fusion")
    font = QFont("Inter")
    font.setPixelSize(12)
    app.setFont(font)
    app.setPalette(qt_palette(theme))
    app.setStyleSheet(style_sheet(theme))


def qt_palette(theme: Theme) -> QPalette:
    """Return Qt's palette, for parts that the style sheet does not reach."""
    palette = QPalette()
    role = QPalette.ColorRole
    for which, name in (
        (role.Window, "paper"),
        (role.WindowText, "ink"),
        (role.Base, "raised"),
        (role.AlternateBase, "sunk"),
        (role.Text, "ink"),
        (role.Button, "raised"),
        (role.ButtonText, "ink"),
        (role.BrightText, "err"),
        (role.ToolTipBase, "raised"),
        (role.ToolTipText, "ink"),
        (role.PlaceholderText, "ink3"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "accentink"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Light, "raised"),
        (role.Midlight, "line"),
        (role.Mid, "line2"),
        (role.Dark, "line2"),
        (role.Shadow, "ink3"),
    ):
        palette.setColor(which, theme.colour(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, theme.colour("ink3"))
    return palette


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of the window: the file `window.qss` with the colours of the theme.

    A widget's property `part` selects its style; the file has all of them. Examples for frames: panel, card, chosen (a
    card), bar, rule; for labels: head, title, section, caption, tag, good, bad; for push buttons: main (the one filled
    button of a panel), link, chip, switch.
    """
    sheet = Path(__file__).with_name("window.qss").read_text(encoding="utf-8")
    colours: dict[str, str] = {field.name: getattr(theme, field.name) for field in fields(theme)}
    colours |= {
        "hover": mixed(theme.raised, theme.ink, 0.05),
        "pressed": mixed(theme.raised, theme.ink, 0.10),
        "accenthover": mixed(theme.accent, theme.ink, 0.14),
        "accentsoft": mixed(theme.panel, theme.accent, 0.12),
        "icons": shipped.path("assets", "icons", "themed").as_posix(),
    }
    return re.sub(r"@(\w+)", lambda found: colours[found[1]], sheet)
