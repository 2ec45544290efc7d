"""The results of imports are recorded beside the importer's version: games are only updated if it has increased."""

from hashlib import sha256
from pathlib import Path

from tabletop.module.schema.module_file import IMPORTER
from tabletop.vassal.module_import import REPORT_DATA, REPORT_PAGE, import_module
from tests.vassal.components.making import CLASSES, Making
from tests.vassal.translation.test_every_field import EXAMPLES

RECORDED = (3, "d62ee21aaf058465")
"""The importer's version, and the beginning of the SHA-256 hash of its results for `modules`."""

TEXTS = (".yaml", ".json", ".html", ".md", ".svg", ".txt")


def test_the_version_of_the_importer_goes_up_with_what_it_makes(vassal, tmp_path: Path) -> None:
    made = sha256()
    for number, file in enumerate(modules(vassal)):
        out = tmp_path / str(number)
        import_module(file, out)
        for path in sorted(out.rglob("*")):
            if path.is_file() and path.name not in (REPORT_PAGE, REPORT_DATA):
                made.update(path.relative_to(out).as_posix().encode())
                text = path.read_bytes() if path.suffix in TEXTS else b""
                made.update(text.replace(f"importer: {IMPORTER}".encode(), b""))
    now = made.hexdigest()[:16]
    assert (IMPORTER, now) == RECORDED, (
        "What an import makes is not what it was. Raise IMPORTER in module/schema/module_file.py by one, unless"
        f' that was done since the last release, and record it here: RECORDED = ({IMPORTER}, "{now}").'
    )


def modules(vassal) -> list[Path]:
    """Return the files of modules: one for each class of components, with all its settings changed, and one with a
    piece for each trait.
    """
    making = Making(vassal)
    of_classes = [
        making.file(*making.components(kind, **{**about.get("usual", {}), **about["tried"]}))
        for kind, about in CLASSES.items()
    ]
    slots = [
        vassal.slot(trait, (f"piece;;;;{number}", "null;0;0;;0"), name=str(number), gpid=str(number))
        for number, trait in enumerate(EXAMPLES)
    ]
    window = vassal.element("module.PieceWindow", *slots, name="All")
    return [*of_classes, making.file(*making.components("module.PlayerRoster"), window)]
