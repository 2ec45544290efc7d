"""VASSAL's three languages (expressions in braces, texts with `$names$`, old property matches) translated into ours.

`tabletop.vassal.components.piece_properties` names the properties; each trait's import chooses the language of a field.
"""

from tabletop.vassal.expressions.translated_fields import (
    FieldFacts,
    LooksAt,
    TranslatedField,
    translate_expression,
    translate_format,
    translate_match,
    widest,
)

__all__ = [
    "FieldFacts",
    "LooksAt",
    "TranslatedField",
    "translate_expression",
    "translate_format",
    "translate_match",
    "widest",
]
