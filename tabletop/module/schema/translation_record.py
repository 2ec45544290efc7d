"""Translation files: the texts of a module that players read, in another language, text by text."""

from pydantic import Field

from tabletop.module.schema.record_base import Name, Record, Text


class TranslationFile(Record):
    """A translation of displayed text only: names in conditions and saved games stay as they are."""

    language: Name = Field(description="Its code: de, pt_BR.")
    texts: dict[Text, Text] = Field(
        description="Titles, names and menu entries in the module's language, each with its translation."
    )
