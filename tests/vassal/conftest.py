"""Small VASSAL files, made in code: build files, piece definitions, modules, extensions, saves and logs."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import pytest

BUILD = "VASSAL.build."
ESC = "\x1b"

NOT_SET_UP: Final = ""
"""The first of a save's further commands if it does not record that its module's at-start stacks were laid out."""


class Vassal:
    """A maker of VASSAL's files, as VASSAL writes them. A component is its XML text; a piece is its definition.

    `element("module.Map", element("module.map.BoardPicker"), mapName="Main")` is a component (`VASSAL.build.` is put in
    front of a class in lower case). `piece(("mark;Side", "Red"), ...)` is a definition. A command of a save is a text,
    or a list of its head and its sub-commands.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    # components

    def element(self, kind: str, *children: str, text: str = "", **attributes: str) -> str:
        name = kind if kind.startswith("VASSAL.") or kind[0].isupper() else BUILD + kind
        settings = "".join(f" {key.rstrip('_')}={quoteattr(value)}" for key, value in attributes.items())
        return f"<{name}{settings}>{escape(text)}{''.join(children)}</{name}>"

    def root(self, *children: str, kind: str = "VASSAL.build.GameModule", **attributes: str) -> str:
        """Return a whole build file."""
        given = {key.rstrip("_"): value for key, value in attributes.items()}
        about = {"name": "Small", "version": "1.0", "VassalVersion": "3.7.5", **given}
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + self.element(kind, *children, **about)

    def extension_root(self, *children: str, **attributes: str) -> str:
        about = {"module": "Small", "moduleVersion": "1.0", "version": "0.1", "extensionId": "abc", **attributes}
        return self.root(*children, kind="VASSAL.build.module.ModuleExtension", **about)

    def slot(
        self, *traits: str | tuple[str, str], name: str = "", gpid: str = "", kind: str = "widget.PieceSlot"
    ) -> str:
        return self.element(kind, text=self.piece(*traits), entryName=name, gpid=gpid)

    def prototype(self, name: str, *traits: str | tuple[str, str]) -> str:
        text = self.piece(*traits, ("piece;;;;", "null;0;0;;0"))
        return self.element("module.PrototypeDefinition", text=text, name=name)

    # pieces

    def piece(self, *traits: str | tuple[str, str], id: str = "null") -> str:
        """Return the definition of a piece with these traits, outermost first, the basic piece last. Each is a type, or
        a type and a state.
        """
        pairs = [(trait, "") if isinstance(trait, str) else trait for trait in traits]
        type_, state = (self.nest([pair[part] for pair in pairs], "\t") for part in (0, 1))
        return "+/" + "/".join(self.token(part, "/") for part in (id, type_, state))

    def token(self, text: str, delimiter: str) -> str:
        escaped = text.replace(delimiter, "\\" + delimiter)
        return f"'{escaped}'" if text.startswith("\\") or (text[:1] == text[-1:] == "'") else escaped

    def sequence(self, tokens: Sequence[str], delimiter: str) -> str:
        return delimiter.join(self.token(token, delimiter) for token in tokens)

    def nest(self, tokens: Sequence[str], delimiter: str) -> str:
        text = tokens[-1]
        for token in reversed(tokens[:-1]):
            text = self.sequence([token, text], delimiter)
        return text

    # files

    def zipped(self, files: Mapping[str, bytes | str]) -> bytes:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return written.getvalue()

    def file(self, name: str, content: bytes) -> Path:
        """Write a file into a new folder, and return it."""
        self._count += 1
        path = self.folder / str(self._count) / name
        path.parent.mkdir()
        path.write_bytes(content)
        return path

    def about(self, **fields: str) -> str:
        """Return the metadata of a module, a save or an extension."""
        inner = "".join(f"<{key}>{escape(value)}</{key}>" for key, value in fields.items())
        return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?><data version="1">{inner}</data>'

    def vmod(
        self,
        *components: str,
        name: str = "Small.vmod",
        build: str = "buildFile.xml",
        files: Mapping[str, bytes | str] = {},
        **attributes: str,
    ) -> Path:
        """Write a module's file with these components in its root, and further files (`images/a.png`), and
        return it.
        """
        about = self.about(name=attributes.get("name_", "Small"), version="1.0", VassalVersion="3.7.5")
        root = self.root(*components, **attributes)
        return self.file(name, self.zipped({build: root, "moduledata": about, **files}))

    def vmdx(
        self, *components: str, name: str = "More.vmdx", files: Mapping[str, bytes | str] = {}, **about: str
    ) -> Path:
        root = self.extension_root(*components, **about)
        return self.file(
            name, self.zipped({"buildFile.xml": root, "extensiondata": self.about(version="0.1"), **files})
        )

    # saves and logs

    def tree(self, command: "str | Sequence") -> str:
        """Return the text of a command with its sub-commands."""
        if isinstance(command, str):
            return command
        return self.sequence([self.tree(part) for part in command], ESC)

    def obfuscated(self, text: str, key: int = 0x58) -> bytes:
        return b"!VCSK" + bytes([key]).hex().encode() + bytes(byte ^ key for byte in text.encode()).hex().encode()

    def saved(self, *pieces: str, more: Sequence["str | Sequence"] = (), steps: Sequence["str | Sequence"] = ()) -> str:
        """Return the text of a save: pieces, further commands, and the steps of a log, each a command or a list of
        them. It records that the module's at-start pieces were laid out, unless `more` begins with `NOT_SET_UP`.
        """
        log = [self._logged(step) for step in steps]
        said = more[1:] if more and more[0] == NOT_SET_UP else ["SETUP_STACK\t", *more]
        return self.tree(["begin_save", "", ["", *pieces], *said, "end_save", *log])

    def _logged(self, step: "str | Sequence") -> "str | Sequence":
        return f"LOG\t{step}" if isinstance(step, str) else [self._logged(part) for part in step]

    def vsav(
        self,
        *pieces: str,
        more: Sequence["str | Sequence"] = (),
        steps: Sequence["str | Sequence"] = (),
        name: str = "Small.vsav",
        key: int | None = 0x58,
    ) -> Path:
        """Write a save or a log, and return its file. With None as `key` the text is not encoded."""
        text = self.saved(*pieces, more=more, steps=steps)
        content = text.encode() if key is None else self.obfuscated(text, key)
        about = self.about(name="Small", version="1.0", VassalVersion="3.7.5")
        return self.file(name, self.zipped({"savedGame": content, "moduledata": about, "savedata": self.about()}))


@pytest.fixture(scope="session")
def vassal(tmp_path_factory: pytest.TempPathFactory) -> Vassal:
    """Return a maker of small VASSAL files."""
    return Vassal(tmp_path_factory.mktemp("vassal"))
