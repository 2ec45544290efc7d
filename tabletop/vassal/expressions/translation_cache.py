"""The cache of translated texts, so that texts of a module and of its saves need not be translated again."""

from contextlib import suppress

import msgspec

from tabletop.module.cache.module_cache import ModuleCache
from tabletop.vassal.expressions.translated_fields import FieldFacts, TranslatedField, Way, translated

FORMAT = 4
"""The version of the translations; raise it with every change to their results."""


class _Texts(msgspec.Struct, frozen=True):
    """The texts of one language, for fields with the same facts."""

    way: Way
    field: FieldFacts
    texts: dict[str, TranslatedField]


class _CachedTranslation(msgspec.Struct, frozen=True):
    format: int
    texts: tuple[_Texts, ...]


def recall(cache: ModuleCache, module: str) -> int:
    """Load the translations kept for a module, by its digest, and return the number of texts then known."""
    content = cache.get(_key(module))
    if content is not None:
        with suppress(msgspec.MsgspecError, RecursionError):
            kept = msgspec.msgpack.decode(content, type=_CachedTranslation)
            for each in kept.texts if kept.format == FORMAT else ():
                translated.setdefault((each.way, each.field), {}).update(each.texts)
    return how_many()


def keep(cache: ModuleCache, module: str) -> None:
    """Store all known translations for a module, by its digest."""
    texts = (_Texts(way, field, known) for (way, field), known in translated.items())
    cache.put(_key(module), msgspec.msgpack.encode(_CachedTranslation(FORMAT, tuple(texts))))


def how_many() -> int:
    """Return the number of known texts."""
    return sum(map(len, translated.values()))


def _key(module: str) -> str:
    return f"{module}-texts"
