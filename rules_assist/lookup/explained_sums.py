"""A table lookup in lines to read, and as a sum with its parts: "explain this number"."""

from collections.abc import Iterator, Mapping

from rules_assist.lookup.lookup import AxisMark, Lookup, ModifierReason, RolledDie
from rules_assist.lookup.modifier_reasons import shown
from rules_assist.lookup.results_table import TableLookup
from tabletop.assistance import Account, NumberPart
from tabletop.game.state.values import Value


def explained(look: Lookup) -> Iterator[str]:
    """Yield the lines: the table, the dice, each modifier with its reason, the row and column, the result."""
    yield f"{look.title} ({look.rule})"
    yield from _dice(look)
    for reason in (*look.modifiers.values(), *look.shifts.values()):
        yield _reason(reason)
    if look.capped:
        yield f"All together {look.drm:+}, the most there can be"
    yield from _marks(look)
    if look.rolled:
        yield "Rolled: " + ", ".join(map(_die, look.rolled)) + _sum(look)
    if look.result is not None:
        yield f"Result: {look.result}" + (f", {look.meaning}" if look.meaning else "")
    for following in look.then:
        given = ", ".join(f"{name} {shown(value)}" for name, value in following.given.items())
        yield f"Then: {following.title}" + (f" ({given})" if given else "")


def came_of(look: Lookup) -> Mapping[str, Value]:
    """Return the results of a roll as facts: the target of each die, the dice that hit, the result and the hits."""
    found: dict[str, Value] = {"table": look.title, "rule": look.rule, "needs": needs_of(look)}
    if look.result is not None:
        found["result"], found["meaning"] = look.result, look.meaning
    if look.hits is not None:
        found["successes"] = look.hits
        found["halves"] = look.half_hits
        found["hitting"] = " ".join(str(at) for at, die in enumerate(look.rolled) if die.hit)
    return found


def needs_of(look: Lookup) -> str:
    """Return the faces that hit, if dice count one by one; otherwise ""."""
    return ", ".join(dict.fromkeys(pool.hits_on for pool in look.pools.values()))


def account_of(look: TableLookup) -> Account:
    """Return what is about to be rolled, its row and column, and its modifiers."""
    found = look.lookup()
    reasons = (*found.modifiers.values(), *found.shifts.values())
    marks = [mark for mark in (found.row, found.column) if mark is not None]
    parts = [
        NumberPart(
            reason.title, f"{reason.adds:+}" if reason.applies else "no", reason.rule, reason.why, reason.applies
        )
        for reason in reasons
    ]
    parts += [NumberPart(mark.title, mark.at, because=_mark(mark)) for mark in marks]
    return Account(found.title, "; ".join(_dice(found)) or found.cell or "", found.rule, tuple(parts))


def _dice(look: Lookup) -> Iterator[str]:
    if look.pools:
        for pool in look.pools.values():
            dice = "1 die" if pool.count == 1 else f"{pool.count} dice"
            yield f"{pool.title}: {dice}, {pool.drm:+} each, hit on {pool.hits_on}"
    elif look.dice:
        yield f"{look.dice}, {look.drm:+}"


def _reason(reason: ModifierReason) -> str:
    adds = f"{reason.adds:+}" if reason.applies else "no"
    rule = f" ({reason.rule})" if reason.rule else ""
    return f"{adds} {reason.title}{rule}: {reason.why}"


def _marks(look: Lookup) -> Iterator[str]:
    for mark in (look.row, look.column):
        if mark is not None:
            yield _mark(mark)
    if look.cell is not None and look.result is None:
        yield f"The table says: {look.cell}"
    for name, cell in look.cells.items():
        yield f"{name}: {cell}"


def _mark(mark: AxisMark) -> str:
    value = f" for {shown(mark.value)}" if mark.value is not None and shown(mark.value) != mark.at else ""
    shift = f", shifted by {mark.shifted:+}" if mark.shifted else ""
    return f"{mark.title}: {mark.at}{value}{shift}"


def _die(die: RolledDie) -> str:
    again = f" (first {die.first})" if die.first is not None else ""
    modified = f" = {die.modified}" if die.modified != die.natural else ""
    hit = {None: "", True: " hits", False: " misses"}[die.hit]
    return f"{die.natural}{again}{modified}{hit}"


def _sum(look: Lookup) -> str:
    if look.total is None:
        return f"; {look.hits} hits" + (" and a half" if look.half_hits else "") if look.hits is not None else ""
    return f"; {look.natural} {look.drm:+} = {look.total}" if look.drm else f"; {look.total}"
