"""The words for actions, altitudes, modifiers and fates of flights."""

from collections.abc import Mapping

from tabletop.flight_page import FACINGS
from tabletop.module.module_words import says

from ..air_battle import AirBattle, BoardRules, Cast, Flight
from ..flight_motion import AirAction


def level_name(altitude: int) -> str:
    """Return the name of an altitude."""
    return (says("low"), says("medium"), says("high"))[altitude]


def mode_name(mode: str) -> str:
    """Return the name of a bombing mode."""
    return {
        "regular": says("Bomb"),
        "strafe": says("Strafe"),
        "dive": says("Dive-bomb"),
        "precision": says("Bomb with precision"),
        "skip": says("Skip-bomb"),
        "torpedo": says("Drop torpedoes"),
        "parafrag": says("Drop parafrags"),
        "drop": says("Drop paratroops"),
        "assault": says("Drop paratroops"),
    }[mode]


def deed_title(rules: BoardRules, battle: AirBattle, action: AirAction) -> str:
    """Return an action in words."""
    match action.deed:
        case "straight":
            return says("Straight to {hex}", hex=_ahead(rules, battle, 0))
        case "leave":
            return says("Leave the board")
        case "turn":
            return _turn_title(action.by)
        case "roll":
            hex = _ahead(rules, battle, action.by)
            return says("Roll left to {hex}", hex=hex) if action.by < 0 else says("Roll right to {hex}", hex=hex)
        case "immelmann":
            return says("Immelmann in {hex}", hex=_ahead(rules, battle, 0))
        case "climb" | "dive":
            return _climb_title(battle, action)
        case "fire":
            return says("Fire at {flight}", flight=action.flight)
        case "bomb":
            return mode_name(action.mode)
        case "place" | "enter":
            return says("Enter at {hex}, facing {facing}", hex=action.hex, facing=FACINGS[action.facing])
        case "renumber":
            return says("{flight} takes number {number}", flight=action.flight, number=action.by)
        case "stay":
            return (says("Stay off and dive"), says("Stay off"), says("Stay off and climb"))[action.by + 1]
        case _:
            return {
                "end": says("End of its turn"),
                "abort": says("Abort: jettison the bombs"),
                "answer": says("Answer"),
                "hold": says("Hold fire"),
                "seek": says("Roll for an entry"),
                "keep": says("Leave the order as it is"),
                "die": says("A die"),
            }[action.deed]


def berth_title(hex: str, facing: int) -> str:
    """Return the title of a place in which a flight begins."""
    return says("{hex} facing {facing}", hex=hex, facing=FACINGS[facing])


def _ahead(rules: BoardRules, battle: AirBattle, by: int) -> str:
    motion = battle.motion
    return "" if motion is None else rules.board.ahead(motion.hex, motion.facing + by) or ""


def _turn_title(by: int) -> str:
    return {-2: says("Two left"), -1: says("Turn left"), 1: says("Turn right"), 2: says("Two right")}[by]


def _climb_title(battle: AirBattle, action: AirAction) -> str:
    altitude = battle.motion.ledger.altitude if battle.motion is not None else 1
    if action.deed == "dive":
        return says("Dive to {level}", level=level_name(max(altitude - action.by, 0)))
    return says("Climb to {level}", level=level_name(min(altitude + action.by, 2)))


def modifier_names() -> Mapping[str, tuple[str, str]]:
    """Return the words for the modifiers of a shot, each with the number of its rule in the family."""
    return {
        "AF": (says("attack factor"), "9.7.11"),
        "DF": (says("defence"), "9.7.11"),
        "rear": (says("from the rear"), "9.7.11"),
        "front": (says("from the front"), "9.7.11"),
        "side": (says("from the side"), "9.7.11"),
        "disrupted": (says("firer is disrupted"), "9.7.11"),
        "distance": (says("range"), "9.7.11"),
        "target_ace": (says("target has an ace"), "9.7.11"),
        "ace": (says("ace"), "9.7.11"),
        "low_fighter": (says("Japanese fighter at low altitude"), "9.7.11"),
        "surprise": (says("surprise"), "9.7.6"),
        "speed": (says("speed"), "9.7.11"),
        "single_engine": (says("single-engine bomber"), "9.7.10a"),
    }


def roll_reason(cast: Cast, by: Flight | None, at: Flight | None) -> str:
    """Return the reason for a die, as the log tells it after the word "for"."""
    names = {"firer": by.id if by else "", "target": at.id if at else ""}
    match cast.kind:
        case "entry":
            return says("the entry of {firer}", **names)
        case "clearance":
            return says("the answer of {firer} to {target}", **names)
        case "shot":
            return says("the shot of {firer} at {target}", **names)
        case "lucky":
            return says("the lucky shot of {firer}", **names)
        case "ace":
            return says("a new ace of {firer}", **names)
        case "flak":
            return says("the anti-aircraft fire at {target}", **names)
        case "bomb":
            return says("the bombs of {firer}", **names)
        case "contest":
            return says("the contest for the order")


def fate_words(was: Flight, now: Flight) -> str:
    """Return what became of a flight, in words that follow its name; "" if nothing did."""
    if now.is_lost:
        return "" if was.is_lost else says("is shot down")
    if now.losses > was.losses:
        return says("loses a step")
    if now.is_home and not was.is_home:
        return says("leaves for its base")
    if now.is_aborted and not was.is_aborted:
        return says("aborts and jettisons its bombs")
    if now.is_disrupted and not was.is_disrupted:
        return says("is disrupted")
    if now.is_low_on_ammo and not was.is_low_on_ammo:
        return says("has no ammunition left")
    if now.has_ace and not was.has_ace:
        return says("has a new ace")
    return ""
