"""The rule files of a game and of its families, read and put together.

A record of the game replaces a record of a family that has the same id and is in the same list. With its own id
under `like:` it adds to that record instead. Then mappings are merged key by key, lists continue those of the family,
and other values replace those of the family.

If the game's book numbers its rules differently, the records of the family get its numbers first (`uses`, `rules`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from rules_assist.rulebook.authored_rules import Rules
from rules_assist.schema.rules_file import RulesFile
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.schema.module_file import Imprint

_IDS: Final = ("id", "rule")
"""The keys that identify a record; the first one that it has counts."""

_RULE: Final = "rule"
"""The key with the number of a rule, or with several numbers: `7.2, 7.3`."""

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*[a-z]?")

_Lists = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Records as they were written, by the name of their list and their id."""


def read_rule_files(reader: ModuleReader, module: Module) -> dict[str, RulesFile]:
    """Return the rule files of a module, those of its families first, without replaced records.

    Raises ModuleProblems with every mistake.
    """
    shared = {
        file: reader.read(file, RulesFile, partial(_renumbered, _numbers_of(module, file)))
        for file in module.rules
        if _is_of_family(file)
    }
    models = _written(_shared_data(reader, module, file) for file in shared)
    own = {
        file: reader.read(file, RulesFile, partial(_completed, models))
        for file in module.rules
        if not _is_of_family(file)
    }
    reader.problems.raise_any()
    _check_numbers(reader, module)
    reader.problems.raise_any()
    kept = _ids(record for record in own.values() if record is not None)
    left = {file: _without(record, kept) for file, record in shared.items() if record is not None}
    return {**left, **{file: record for file, record in own.items() if record is not None}}


def without_replaced(rules: Sequence[tuple[Rules, bool]], files: Mapping[str, RulesFile]) -> tuple[Rules, ...]:
    """Return rules in Python without the parts of families that the game replaces.

    Each entry of `rules` has a flag, which is true for the rules of a family.
    """
    own = _ids(record for file, record in files.items() if not _is_of_family(file))
    for each, is_shared in rules:
        if not is_shared:
            for name in each.__struct_fields__:
                own.setdefault(name, set()).update(part.id for part in getattr(each, name))
    return tuple(_parts_without(each, own) if is_shared else each for each, is_shared in rules)


def _parts_without(rules: Rules, ids: Mapping[str, set[str]]) -> Rules:
    left = {
        name: tuple(part for part in getattr(rules, name) if part.id not in ids.get(name, ()))
        for name in rules.__struct_fields__
    }
    return msgspec.structs.replace(rules, **left)


def _is_of_family(file: str) -> bool:
    return ":" in file


def _numbers_of(module: Module, file: str) -> Mapping[str, str]:
    """Return the rule numbers of the game's book, by those that the family of this file has for the same rules."""
    id, _, _ = file.partition(":")
    return next((family.numbers for family in module.families if family.about.id == id), {})


def _shared_data(reader: ModuleReader, module: Module, file: str) -> object:
    """Return a rule file of a family that was read here as plain data, with the rule numbers of the game's book."""
    return _renumbered(_numbers_of(module, file), reader.data(file))


def _renumbered(numbers: Mapping[str, str], data: object) -> object:
    """Return the data of a rule file with other rule numbers under every key `rule`."""
    if isinstance(data, dict):
        written = partial(_renumbered, numbers)
        return {key: _cited(numbers, each) if key == _RULE else written(each) for key, each in data.items()}
    return [_renumbered(numbers, each) for each in data] if isinstance(data, list) else data


def _cited(numbers: Mapping[str, str], rule: object) -> object:
    return _NUMBER.sub(lambda found: numbers.get(found[0], found[0]), rule) if isinstance(rule, str) else rule


def _check_numbers(reader: ModuleReader, module: Module) -> None:
    """Note each number that the game replaces although no record of the family has it."""
    for index, use in enumerate(module.about.families):
        files = [file for file in module.rules if file.startswith(f"{use.family}:")]
        known = {number for file in files for number in _rule_numbers(reader.data(file))}
        for number in sorted(use.numbers.keys() - known):
            reader.read(MODULE_FILE, Imprint)
            path = ("uses", index, "rules", number)
            reader.note(MODULE_FILE, path, f"a rule number of '{use.family}'", sorted(known), at_key=True)


def _rule_numbers(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(number := data.get(_RULE), str):
            yield from _NUMBER.findall(number)
        data = list(data.values())
    for each in data if isinstance(data, list) else ():
        yield from _rule_numbers(each)


def _written(documents: Iterable[object]) -> dict[str, dict[str, Mapping[str, Any]]]:
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for document in documents:
        for name, records in document.items() if isinstance(document, dict) else ():
            for record in records if isinstance(records, list) else ():
                if isinstance(record, dict) and (id := _id_of(record)) is not None:
                    found.setdefault(name, {})[id] = record
    return found


def _id_of(record: Mapping[str, Any]) -> str | None:
    return next((record[key] for key in _IDS if isinstance(record.get(key), str)), None)


def _completed(models: _Lists, document: object) -> object:
    """Return a document of the game in which the records that add to those of families are completed."""
    if not isinstance(document, dict):
        return document
    return {
        name: [_after(models.get(name, {}), record) for record in records] if isinstance(records, list) else records
        for name, records in document.items()
    }


def _after(models: Mapping[str, Mapping[str, Any]], record: object) -> object:
    if not isinstance(record, dict) or (id := _id_of(record)) is None or record.get("like") != id or id not in models:
        return record
    return _added(models[id], {key: value for key, value in record.items() if key != "like"})


def _added(model: Any, value: Any) -> Any:
    if isinstance(model, Mapping) and isinstance(value, Mapping):
        return {**model, **{key: _added(model[key], each) if key in model else each for key, each in value.items()}}
    if isinstance(model, list) and isinstance(value, list):
        return [*model, *value]
    return value


def _ids(records: Iterable[RulesFile]) -> dict[str, set[str]]:
    """Return the ids of records by the names of their lists. A part that is not a list has the id ""."""
    found: dict[str, set[str]] = {}
    for record in records:
        for name in record.model_fields_set:
            value = getattr(record, name)
            ids = {_record_id(part) for part in value} if isinstance(value, tuple) else {""}
            found.setdefault(name, set()).update(ids)
    return found


def _record_id(record: object) -> str:
    return next((str(getattr(record, key)) for key in _IDS if hasattr(record, key)), "-")


def _without(file: RulesFile, ids: Mapping[str, set[str]]) -> RulesFile:
    """Return a rule file of a family without the records that the game has."""
    left: dict[str, object] = {}
    for name in file.model_fields_set & ids.keys():
        value = getattr(file, name)
        if isinstance(value, tuple):
            left[name] = tuple(record for record in value if _record_id(record) not in ids[name] - {"-"})
        elif name != "basis":
            left[name] = None
    return file.model_copy(update=left) if left else file


def changes_to_families(reader: ModuleReader, module: Module) -> Iterator[tuple[str, tuple[str, int], str]]:
    """Yield each record of the game that replaces a record of a family or adds to it: its file, its path, and a
    sentence.

    `reader` must have read the rule files before.
    """
    shared = {
        (name, id): file
        for file in filter(_is_of_family, module.rules)
        for name, records in _written([_shared_data(reader, module, file)]).items()
        for id in records
    }
    for file in module.rules:
        document = None if _is_of_family(file) else reader.data(file)
        for name, records in document.items() if isinstance(document, dict) else ():
            for index, record in enumerate(records if isinstance(records, list) else ()):
                id = _id_of(record) if isinstance(record, dict) else None
                if id is not None and (name, id) in shared:
                    does = "adds to" if record.get("like") == id else "replaces"
                    yield file, (name, index), f"{does} '{id}' of {shared[name, id]}"
