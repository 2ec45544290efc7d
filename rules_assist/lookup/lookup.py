"""`Lookup`: one lookup in a results table as plain data, before the dice and after them."""

from msgspec import Struct

from tabletop.game.state.values import Value


class ModifierReason(Struct, frozen=True):
    """A modifier or a shift: its value, whether it applies, and why.

    `read` holds the facts that decided this. `pools` names the dice to which it applies, if not to all. `capped` is
    true if its value was cut to its own limit.
    """

    title: str
    rule: str
    applies: bool
    adds: int
    why: str
    read: dict[str, Value]
    pools: tuple[str, ...] = ()
    capped: bool = False


class AxisMark(Struct, frozen=True):
    """The position of a value on the rows or columns: the value, its row or column, and the shift."""

    title: str
    value: Value
    at: str
    shifted: int = 0


class Pool(Struct, frozen=True):
    """Dice that count one by one: their number, the modifier of each, and the faces that hit (3+, 5-6, 1 or none)."""

    title: str
    count: int
    drm: int
    hits_on: str


class RolledDie(Struct, frozen=True):
    """A die: its face, and its value with modifiers. `first` is its face before it was rolled again."""

    natural: int
    modified: int
    hit: bool | None = None
    pool: str = ""
    first: int | None = None


class NextTable(Struct, frozen=True):
    """A table to which a result leads, and the facts for it.

    If there are several such lookups, the first result in `counts` is the one that counts. If `counts` is empty, all
    results count.
    """

    table: str
    title: str
    given: dict[str, Value]
    counts: tuple[str, ...] = ()


class Lookup(Struct, frozen=True):
    """A lookup in a table. `note` is a further remark for players.

    `dice` are the dice to roll ("2d6", "5d6", "" for none), and `count` is their number. `modifiers` are all modifiers
    of the table, and `mods` are the values of those that apply. `drm` is the sum of these for all the dice (`capped`: a
    limit was reached). `cell` is the cell of row and column, as soon as it is known. `cells` are all
    cells of the row by column, if the table gives a whole row.

    After the roll, `rolled` are the dice. `natural` and `total` are the sum of a roll without and with modifiers.
    `hits` and `half_hits` are the hits of dice that count one by one. `result` is the result, `value` is its value in
    expressions, `meaning` is its text, and `then` are the tables to which it leads.
    """

    table: str
    title: str
    rule: str
    note: str
    dice: str
    count: int
    facts: dict[str, Value]
    modifiers: dict[str, ModifierReason]
    mods: dict[str, int]
    drm: int
    capped: bool
    shifts: dict[str, ModifierReason]
    pools: dict[str, Pool]
    row: AxisMark | None = None
    column: AxisMark | None = None
    cell: str | None = None
    cells: dict[str, str] = {}
    rolled: tuple[RolledDie, ...] = ()
    natural: int | None = None
    total: int | None = None
    hits: int | None = None
    half_hits: int = 0
    result: str | None = None
    value: Value = None
    meaning: str = ""
    then: tuple[NextTable, ...] = ()
