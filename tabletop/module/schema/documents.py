"""Every kind of document in a module, and a JSON Schema for each, for authors' editors."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from tabletop.module.schema.faces import FaceBook
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.map.relief_sources import Relief
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.schema.piece_records import PieceFile
from tabletop.module.schema.scenario import ScenarioFile, UmpireSetupFile
from tabletop.module.schema.translation_record import TranslationFile

DOCUMENTS: Final[Mapping[str, type[BaseModel]]] = {
    "module": ModuleFile,
    "map": SheetRecord,
    "faces": FaceBook,
    "pieces": PieceFile,
    "scenario": ScenarioFile,
    "umpire-setup": UmpireSetupFile,
    "relief": Relief,
    "translation": TranslationFile,
}
"""The kinds of documents by the names of their exported schemas; the rules assistant adds more."""


def json_schemas(documents: Mapping[str, type[BaseModel]]) -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each of these kinds of document, by its name."""
    return {
        name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"wartable/{name}.schema.json",
            **model.model_json_schema(),
        }
        for name, model in documents.items()
    }
