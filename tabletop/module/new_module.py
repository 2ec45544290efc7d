"""A new module as a beginning: small, complete and playable. Its files are copied from `blank/`, beside this file."""

import re
import shutil
import tempfile
import unicodedata
from pathlib import Path
from typing import Final

from tabletop.module.documents.yaml_writer import write_yaml
from tabletop.module.schema.record_base import LONGEST_NAME
from tabletop.module.source import unsafe_name
from tabletop.texts import text

BLANK: Final = Path(__file__).parent / "blank"
LONGEST_ID: Final = 64


class TemplateError(ValueError):
    """The error of a new module that cannot be made; one sentence says why."""


def new_module(title: str, folder: Path) -> Path:
    """Make a playable module with this title in a new folder inside `folder`, and return the new folder.

    The folder has the name of the module's id, which is made from the title. Raises `TemplateError` if no id can be
    made from it or if the folder exists already, and `TemplateError` or OSError if it cannot be written. Then nothing
    is left behind.
    """
    title = unicodedata.normalize("NFC", " ".join(title.split()))
    target = folder / module_id(title)
    if target.exists():
        raise TemplateError(text("module-exists-already", folder=target))
    folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=folder, prefix=f".{target.name}."))
    try:
        shutil.copytree(BLANK, work, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        about = work / "module.yaml"
        written = about.read_text(encoding="utf-8").replace("id: blank\n", write_yaml({"id": target.name}), 1)
        about.write_text(written.replace("title: Blank\n", write_yaml({"title": title}), 1), encoding="utf-8")
        work.chmod(0o755)
        work.rename(target)
    except shutil.Error as problem:  # its text lists every file that could not be copied
        raise TemplateError(text("file-unwritable", file=target)) from problem
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def module_id(title: str) -> str:
    """Return a module's id, made from its title: small letters, digits and _, beginning with a letter.

    Raises `TemplateError` if no letter is left, if no folder may have that name, or if the title is too long or has
    characters that cannot be printed.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    made = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_").lstrip("0123456789_")
    if not made or len(title) > LONGEST_NAME or not title.isprintable():
        raise TemplateError(text("module-name-unfit", most=LONGEST_NAME))
    id = made[:LONGEST_ID]
    wrong = unsafe_name(id)
    if wrong:
        raise TemplateError(text("module-folder-unfit", wrong=wrong))
    return id
