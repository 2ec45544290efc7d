"""VASSAL's three languages (expressions in braces, texts with `$names$`, old property matches) put into ours.

`tabletop.vassal.components.piece_properties` names the properties read; traits say which field holds which.
"""

from tabletop.vassal.expressions.translated_fields import (
    Field,
    LooksAt,
    Translated,
    translate_expression,
    translate_format,
    translate_match,
    widest,
)

__all__ = [
    "Field",
    "LooksAt",
    "Translated",
    "translate_expression",
    "translate_format",
    "translate_match",
    "widest",
]
