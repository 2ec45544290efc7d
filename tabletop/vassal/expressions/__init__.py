"""VASSAL's three languages (expressions in braces, texts with `$names$`, old property matches) put into ours.

What the properties that they read are here is in `tabletop.vassal.properties`; which field holds which, in the traits.
"""

from tabletop.vassal.expressions.fields import (
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
