"""Ids, names and chat lines that VASSAL's texts become in a module."""

import html
import re
import unicodedata
from typing import Final

from tabletop.game.change.told import readable, untagged
from tabletop.module.schema.record_base import LONGEST_NAME
from tabletop.vassal.expressions.leading_texts import leading_texts

MOST_ID: Final = 48

_MARKS: Final = "|!?~`* "
_NAMED = re.compile(r"\$[^$<>]+\$")
_PICTURE = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_STYLE = re.compile(r"</?(?:b|div|font|i|p|span|u)\b[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\w{1,8}|[A-Za-z]\w{1,30});")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NO_KEY = re.compile(r"[^A-Za-z0-9]+")
_NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]+")


def slug(text: str, otherwise: str) -> str:
    """Return an id made from the letters and digits of a text, in lower case, without accents; `otherwise` if it has
    none.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:MOST_ID].strip("-") or otherwise


def slot_key(gpid: str) -> str:
    """Return the id of a slot's kind, made from VASSAL's number for the slot; "" if that is impossible."""
    return _NO_KEY.sub("-", gpid).strip("-")[:MOST_ID].rstrip("-")


def one_line(text: str, otherwise: str) -> str:
    """Return a text as a name for players: one line, not empty and not too long."""
    clean = " ".join(_NO_NAME.sub(" ", unicodedata.normalize("NFC", text)).split())
    return clean[:LONGEST_NAME].strip() or otherwise


def title_of(text: str, otherwise: str) -> str:
    """Return a text as a title that players read: like a name, with HTML turned into plain words."""
    return one_line(readable(text), otherwise)


def known_name(text: str, otherwise: str) -> str:
    """Return the name of a map or side, unchanged if possible, since VASSAL's saves and traits refer to it by name."""
    return re.sub(r"[:/\\]", "-", one_line(text, otherwise))


def said(text: str) -> str:
    """Return the text of a chat line, without the characters and tags that only format it in VASSAL.

    Several lines become one. In an expression, tags are removed from the texts in quotes, and the characters only from
    texts with which the result may begin.
    """
    if text[:1] != "{":
        return untagged(_STYLE.sub("", _in_words(html.unescape(text)))).lstrip(_MARKS)
    plain = _QUOTED.sub(lambda found: f'"{untagged(_ENTITY.sub(_as_written, found[1]))}"', text)
    if not plain.endswith("}"):
        return plain
    for first, end in reversed(leading_texts(plain[1:-1])):
        plain = plain[: first + 1] + plain[first + 1 : end + 1].lstrip(_MARKS) + plain[end + 1 :]
    return plain


def _as_written(entity: re.Match[str]) -> str:
    """Return the character for an HTML entity, with the backslash that a text in quotes needs."""
    return html.unescape(entity[0]).replace("\\", "\\\\").replace('"', '\\"')


def _in_words(text: str) -> str:
    """Return a text in which each picture is replaced by the properties in its tag that the rest does not name."""
    rest = _PICTURE.sub("", text)
    return _PICTURE.sub(lambda found: " ".join(name for name in _NAMED.findall(found[0]) if name not in rest), text)
