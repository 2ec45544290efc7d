"""`Module`: a game module after reading and checking, with everything that is needed to set up and show a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.components import Components
from tabletop.game.state.game import ModuleName
from tabletop.game.state.kind import Kind
from tabletop.module.contents.assets import is_picture
from tabletop.module.families import Family, GameFiles
from tabletop.module.schema.faces import FaceBook
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.module_file import ModuleFile, PageRecord, SideRecord
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.module.source import ModuleSource

MODULE_FILE: Final = "module.yaml"
ASSIST_FILE: Final = "assist.yaml"


class TrayKind(Struct, frozen=True):
    """A kind as the counter tray offers it: its group, and its number in the game (0: any number).

    `shelf` is its place within the group, from the outside in. A kind that is not `offered` is only for set-ups and
    traits. With a `scale` it is shown at that multiple of its own size; otherwise it is as wide as all others.
    """

    kind: Kind
    group: str
    count: int
    shelf: tuple[str, ...] = ()
    offered: bool = True
    scale: float | None = None


@dataclass(frozen=True)
class Module:
    """A game module.

    `about` is its `module.yaml`, and `name` is its identity in saved games. `sheets` are its maps as they are drawn, by
    id, beginning with the one that opens first. `components` has the same maps as places, under the same ids. `tray`
    has the kinds of the counter tray, in order. `authored` is the number of values that its author chose (see
    `tabletop.module.documents.value_basis`). `source` has the game's own files, and `files` also has those of its
    `families`. Pictures are read when they are shown.
    """

    about: ModuleFile
    name: ModuleName
    source: ModuleSource
    files: GameFiles
    families: tuple[Family, ...]
    sheets: Mapping[str, SheetRecord]
    components: Components
    faces: FaceBook | None
    tray: tuple[TrayKind, ...]
    scenarios: Mapping[str, ScenarioFile]
    authored: int

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule files of the module: those that `module.yaml` names, and `assist.yaml` if it is beside that file.

        So anybody can add rules to a module that somebody else made. They stay when that module is made or imported
        again.
        """
        added = ASSIST_FILE in self.source.files() and ASSIST_FILE not in self.about.rules
        return (*self.about.rules, ASSIST_FILE) if added else self.about.rules

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of its sides."""
        return tuple(side.id for side in self.about.sides)

    @property
    def side_titles(self) -> dict[str, str]:
        """The titles of the sides, by id."""
        return {side.id: side.title for side in self.about.sides}

    def side_named_in(self, words: str) -> SideRecord | None:
        """Return the first side whose title is part of these words, for example of the name of a turn; None if there is
        none.
        """
        folded = words.casefold()
        return next((side for side in self.about.sides if side.title.casefold() in folded), None)

    def page(self, page: PageRecord) -> str:
        """Return the text of a chart or player aid.

        `form_of` gives its format. Raises `SourceError` if the file is gone.
        """
        return self.files.read(page.file).decode("utf-8", "replace")


PageForm: TypeAlias = Literal["markdown", "html", "plain", "picture", "pdf"]


def form_of(file: str) -> PageForm:
    """Return the format of a page, from the name of its file."""
    ending = file.rpartition(".")[2].lower()
    if ending in ("html", "htm"):
        return "html"
    if ending == "pdf":
        return "pdf"
    return "plain" if ending == "txt" else "picture" if is_picture(file) else "markdown"
