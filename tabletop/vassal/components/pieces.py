"""Slots of pieces: each is a kind of the module in the making, known by VASSAL's number for it (its GPID)."""

import re

from tabletop.module.writing import Writable
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Document, one_line, slug

_ODD = re.compile(r"[^A-Za-z0-9]+")


class PieceMaker:
    """Makes kinds of slots."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def piece(self, slot: Component, shelf: tuple[str, ...] = ()) -> Document:
        """The record of a slot's kind."""
        self._bench.judge(slot)
        name = one_line(slot.attributes.get("entryName", ""), "piece")
        id = self._bench.kinds.new(_ODD.sub("-", slot.attributes.get("gpid", "")).strip("-") or slug(name, "piece"))
        made: Document = {"id": id, "name": name}
        if shelf:
            made["shelf"] = list[Writable](shelf)
        made["count"] = 0
        return made
