"""A lookup in a table in lines to read, and as a sum with its parts: "explain this number"."""

from collections.abc import Iterator, Mapping

from rules_assist.lookup.lookup import AxisMark, Lookup, ModifierReason, RolledDie
from rules_assist.lookup.modifier_reasons import shown
from rules_assist.lookup.results_table import TableLookup, hits_text
from tabletop.assistance import Account, NumberPart
from tabletop.game.state.values import Value
from tabletop.texts import text


def explained(look: Lookup) -> Iterator[str]:
    """Yield the lines: the table, the dice, each modifier with its reason, the row and column, the result."""
    yield f"{look.title} ({look.rule})"
    yield from _dice(look)
    for reason in (*look.modifiers.values(), *look.shifts.values()):
        yield _reason(reason)
    if look.capped:
        yield text("modifiers-capped", drm=look.drm)
    yield from _marks(look)
    if look.rolled:
        yield _rolled(look)
    if look.result is not None:
        meaning = f"{look.result}, {look.meaning}" if look.meaning else look.result
        yield text("result-is", result=meaning)
    for following in look.then:
        given = ", ".join(f"{name} {shown(value)}" for name, value in following.given.items())
        yield text("then-table", table=f"{following.title} ({given})" if given else following.title)


def came_of(look: Lookup) -> Mapping[str, Value]:
    """Return a roll as facts for the log: the table, its rule, the faces that hit, the result and its meaning, the
    numbers of hits and half hits, and the positions of the dice that hit.
    """
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
    """Return the account of the next roll: its dice, its row and column, and its modifiers."""
    found = look.lookup()
    reasons = (*found.modifiers.values(), *found.shifts.values())
    marks = [mark for mark in (found.row, found.column) if mark is not None]
    parts = [
        NumberPart(
            reason.title,
            f"{reason.adds:+}" if reason.applies else text("modifier-not-applied"),
            reason.rule,
            reason.why,
            reason.applies,
        )
        for reason in reasons
    ]
    parts += [NumberPart(mark.title, mark.at, because=_mark(mark)) for mark in marks]
    return Account(found.title, "; ".join(_dice(found)) or found.cell or "", found.rule, tuple(parts))


def _dice(look: Lookup) -> Iterator[str]:
    if look.pools:
        for pool in look.pools.values():
            yield text("pool-hits-on", title=pool.title, count=pool.count, drm=pool.drm, faces=pool.hits_on)
    elif look.dice:
        yield f"{look.dice}, {look.drm:+}"


def _reason(reason: ModifierReason) -> str:
    adds = f"{reason.adds:+}" if reason.applies else text("modifier-not-applied")
    rule = f" ({reason.rule})" if reason.rule else ""
    return f"{adds} {reason.title}{rule}: {reason.why}"


def _marks(look: Lookup) -> Iterator[str]:
    for mark in (look.row, look.column):
        if mark is not None:
            yield _mark(mark)
    if look.cell is not None and look.result is None:
        yield text("table-says", cell=look.cell)
    for name, cell in look.cells.items():
        yield f"{name}: {cell}"


def _mark(mark: AxisMark) -> str:
    at = mark.at
    if mark.value is not None and shown(mark.value) != mark.at:
        at = text("at-for-value", at=at, value=shown(mark.value))
    if mark.shifted:
        at = text("at-shifted", at=at, by=mark.shifted)
    return f"{mark.title}: {at}"


def _die(die: RolledDie) -> str:
    face = str(die.natural) if die.first is None else text("die-rerolled", face=die.natural, first=die.first)
    shown_face = f"{face} = {die.modified}" if die.modified != die.natural else face
    if die.hit is None:
        return shown_face
    return text("die-hits", face=shown_face) if die.hit else text("die-misses", face=shown_face)


def _rolled(look: Lookup) -> str:
    """Return the dice of a roll in words, with their sum or the number of hits, if there is one."""
    dice = ", ".join(map(_die, look.rolled))
    if look.total is not None:
        total = f"{look.natural} {look.drm:+} = {look.total}" if look.drm else str(look.total)
        return text("rolled-sum", dice=dice, sum=total)
    if look.hits is not None:
        return text("rolled-hits", dice=dice, hits=hits_text(look.hits, look.half_hits))
    return text("rolled", dice=dice)
