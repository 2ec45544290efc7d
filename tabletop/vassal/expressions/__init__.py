"""Translation of VASSAL's three languages into ours: expressions in braces, texts with `$names$`, old property matches.

The names of properties are in `tabletop.vassal.expressions.piece_properties`.
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
