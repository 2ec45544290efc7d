"""Records of module files as plain data, and back again without a second check. They are for the cache.

`module_cache` keeps them. `tabletop.module.documents.document_reader` checks documents.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeAlias

from msgspec import Struct
from pydantic import BaseModel

from tabletop.module.schema.record_base import Half


class _Record(Struct, frozen=True, array_like=True, tag="record"):
    """A record: the number of its form, and its values in the order of the fields."""

    form: int
    values: tuple["_Packed", ...]


class _List(Struct, frozen=True, array_like=True, tag="list"):
    items: tuple["_Packed", ...]


class _Mapping(Struct, frozen=True, array_like=True, tag="mapping"):
    entries: dict[str, "_Packed"]


class _RecordHalves(Struct, frozen=True, array_like=True, tag="half"):
    halves: int


_Packed: TypeAlias = bool | int | float | str | _Record | _List | _Mapping | _RecordHalves | None
"""A value within a record."""


class _Form(Struct, frozen=True):
    """A class of records as the schema had it when a record was packed."""

    name: str
    fields: tuple[str, ...]


class PackedRecords(Struct, frozen=True):
    """The records of each file. msgspec writes and reads them in any of its formats."""

    forms: tuple[_Form, ...]
    files: dict[str, _Record]


class FormError(ValueError):
    """The error of records that were packed under another schema."""


def pack_records(records: Mapping[str, BaseModel]) -> PackedRecords:
    """Return records in packed form, from which `unpack_records` restores them exactly."""
    packer = _Packer()
    files = {file: packer.record(record) for file, record in records.items()}
    return PackedRecords(tuple(map(_form_of, packer.forms)), files)


def unpack_records(packed: PackedRecords) -> dict[str, BaseModel]:
    """Return the records that were packed. Raises `FormError` if the schema no longer has such records."""
    known = _record_classes()
    if any(form.name not in known for form in packed.forms):
        import_module(
            "tabletop.module.schema.trait_records"
        )  # the classes of trait records are made by this import, so only if there are such records
        known = _record_classes()
    classes = []
    for form in packed.forms:
        found = known.get(form.name)
        if found is None or _form_of(found) != form:
            raise FormError(f"there is no record '{form.name}' of these fields")
        classes.append(found)
    unpacker = _Unpacker(classes)
    return {file: unpacker.record(record) for file, record in packed.files.items()}


class _Packer:
    def __init__(self) -> None:
        self.forms: dict[type[BaseModel], int] = {}

    def record(self, record: BaseModel) -> _Record:
        form = self.forms.setdefault(type(record), len(self.forms))
        return _Record(form, tuple(self._value(getattr(record, name)) for name in type(record).model_fields))

    def _value(self, value: object) -> _Packed:
        match value:
            case None | bool() | int() | float() | str():
                return value
            case tuple():
                return _List(tuple(map(self._value, value)))
            case dict():
                return _Mapping({name: self._value(inner) for name, inner in value.items()})
            case BaseModel():
                return self.record(value)
            case Half(halves=halves):
                return _RecordHalves(halves)
        raise TypeError(f"records do not hold {type(value).__name__}")


class _Unpacker:
    def __init__(self, classes: list[type[BaseModel]]) -> None:
        self._classes = [(found, tuple(found.model_fields)) for found in classes]

    def record(self, packed: _Record) -> BaseModel:
        if not 0 <= packed.form < len(self._classes):
            raise FormError(f"there is no form {packed.form}")
        found, fields = self._classes[packed.form]
        if len(packed.values) != len(fields):
            raise FormError(f"a record '{found.__name__}' has {len(fields)} fields, not {len(packed.values)}")
        values: dict[str, Any] = dict(zip(fields, map(self._value, packed.values), strict=True))
        return found.model_construct(**values)

    def _value(self, packed: _Packed) -> object:
        match packed:
            case _List(items=items):
                return tuple(map(self._value, items))
            case _Record():
                return self.record(packed)
            case _Mapping(entries=entries):
                return {name: self._value(inner) for name, inner in entries.items()}
            case _RecordHalves(halves=halves):
                return Half(halves)
        return packed


def _form_of(record: type[BaseModel]) -> _Form:
    return _Form(f"{record.__module__}.{record.__qualname__}", tuple(record.model_fields))


def _record_classes() -> dict[str, type[BaseModel]]:
    """Return every class of records that the program has loaded, by its full name. Nothing is loaded for this."""
    found: dict[str, type[BaseModel]] = {}
    todo: list[type[BaseModel]] = [BaseModel]
    while todo:
        for record in todo.pop().__subclasses__():
            found[f"{record.__module__}.{record.__qualname__}"] = record
            todo.append(record)
    return found
