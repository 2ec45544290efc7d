"""The sources of the game's totals, part by part: Victory Points, oil, the value of bases."""

from collections.abc import Iterable, Iterator

from rules_assist.advice.number_accounts import title_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Account, NumberPart, Where
from tabletop.module.module_words import says

from ..position.facts import Facts, facts_of
from ..position.geography import JAPAN, Site
from ..procedures.economy import OIL_OF_A_HEX, most_oil, oil_fields
from ..procedures.homecoming import points_due


class Bookkeeping:
    """The accounts of Victory Points, of the oil, and of the value of bases."""

    id = "bookkeeping"
    title = "Points"
    rule = "3.3, 4.3, 5.1"

    def totals(self, situation: Situation) -> Iterable[Account]:
        """Return the accounts of the Victory Points, of the oil that Japan can carry home, and of the value of each
        side's bases.
        """
        facts = facts_of(situation)
        return (_victory(facts), _carried(facts), *_bases(facts))

    def at(self, situation: Situation, where: Where) -> Iterable[Account]:  # noqa: ARG002 - the same for every place
        """Return no accounts: those that every game has explain the numbers of a place."""
        return ()


def _victory(facts: Facts) -> Account:
    """Return the account of the Victory Points: the position of the marker, and the points for this part's captures
    (4.3).
    """
    due = sum(points_due(facts))
    parts = [NumberPart(says("On the track"), str(facts.points.vp), "4.3.1")]
    if due:
        parts.append(NumberPart(says("Bases taken in this part, counted in the End Phase"), f"{due:+}", "4.3.1, 12.2"))
    return Account(says("Victory Points"), str(facts.points.vp + due), "4.3", tuple(parts))


def _carried(facts: Facts) -> Account:
    """Return the account of the oil that can still be carried: the least of the fields' output, half the Merchantmen
    Pool, and the Transport Points (5.1). Oil carried earlier in the part counts against the first two.
    """
    open_fields, points = oil_fields(facts), facts.points
    fields = [site for site in facts.geography.sites.values() if site.resource and facts.controls(site.place, JAPAN)]
    parts = [_field(facts, site, is_open=site.place in open_fields) for site in fields]
    gives = OIL_OF_A_HEX * len(open_fields)
    for title, most in (
        (says("At most: Half the Merchantmen Pool"), points.merchantmen // 2),
        (says("At most: Transport Points"), points.tp_japan),
    ):
        parts.append(NumberPart(title, str(most), "5.1", applies=most < gives))
    return Account(says("Oil that Japan can carry home"), str(most_oil(facts)), "5.1", tuple(parts))


def _field(facts: Facts, site: Site, *, is_open: bool) -> NumberPart:
    adds, because = (f"+{OIL_OF_A_HEX}", "") if is_open else (says("no"), says("no Supply Line to Japan"))
    return NumberPart(facts.title(site.place), adds, "5.1", because, applies=is_open)


def _bases(facts: Facts) -> Iterator[Account]:
    """Yield the account of each side's bases, with the value of each base."""
    for side in facts.situation.game.sides:
        held = [site for site in facts.bases(side) if site.points]
        parts = tuple(NumberPart(facts.title(site.place), f"+{site.points}", "3.3.10") for site in held)
        title = says("Value of the bases of {side}", side=title_of(facts.situation, side))
        yield Account(title, str(sum(site.points for site in held)), "3.3.10", parts)


RULES = Rules(accounts=(Bookkeeping(),))
