"""`Lookup`: one look at a results table as plain data, before the dice and after them."""

from msgspec import Struct

from tabletop.game.state.values import Value


class Reason(Struct, frozen=True):
    """A modifier or a shift: what it adds, whether it applies, and why; `read` are the facts that decided it.

    `pools`: only for these of the dice. `capped`: it would add more than it may.
    """

    title: str
    rule: str
    applies: bool
    adds: int
    why: str
    read: dict[str, Value]
    pools: tuple[str, ...] = ()
    capped: bool = False


class Mark(Struct, frozen=True):
    """Where a value stands on the rows or columns: the value, the row or column it comes to, and by how far shifted."""

    title: str
    value: Value
    at: str
    shifted: int = 0


class Pool(Struct, frozen=True):
    """Dice that count one by one: how many, what is added to each, and which faces hit (as 3+, 5-6, 1, none)."""

    title: str
    count: int
    drm: int
    hits_on: str


class RolledDie(Struct, frozen=True):
    """A die: what it shows, and with modifiers. `first` is what it showed before it was rolled again."""

    natural: int
    modified: int
    hit: bool | None = None
    pool: str = ""
    first: int | None = None


class Next(Struct, frozen=True):
    """A table that a result leads to, and the facts that it hands over.

    Of the results of several such looks the first of `counts` is the one that counts; all do where it is empty.
    """

    table: str
    title: str
    given: dict[str, Value]
    counts: tuple[str, ...] = ()


class Lookup(Struct, frozen=True):
    """A look at a table. `note` is what players should know of it besides.

    `dice` is what is rolled ("2d6", "5d6", "" for nothing), `count` how many dice that is. `modifiers` are all of the
    table's, `mods` what those that apply add, `drm` their sum for all the dice (`capped`: something was more
    than it may be). `cell` is where row and column meet, if that is known before the roll.

    After the roll: `rolled` are the dice, `natural` and `total` a roll's sum without and with modifiers, `hits` and
    `half_hits` those of dice that count one by one. `result` is what came, `value` the number it stands for, `meaning`
    says it in words, `then` are the tables it leads to.
    """

    table: str
    title: str
    rule: str
    note: str
    dice: str
    count: int
    facts: dict[str, Value]
    modifiers: dict[str, Reason]
    mods: dict[str, int]
    drm: int
    capped: bool
    shifts: dict[str, Reason]
    pools: dict[str, Pool]
    row: Mark | None = None
    column: Mark | None = None
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
    then: tuple[Next, ...] = ()
