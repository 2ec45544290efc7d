"""The scenarios as their players know them: how long they last, and what is worth points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Scenario:
    """A scenario of a module."""

    module: str
    last_turn: int
    id: str = ""
    """Its id in the module, if that differs from the name in the table: both games have a campaign."""
    scoring: str = ""
    """The sides whose lost air steps give points to the enemy."""
    objectives: tuple[str, ...] = ()
    """The hexes that are worth points in this scenario alone."""
    west: int = 0
    """The number of the first hex in play: those west of it are not."""
    convoys: Mapping[str, str] = field(default_factory=dict)
    """The place to which the loaded ships of a side sail, by the side."""
    invader: str = ""
    """The side that lands everywhere, from its boxes off the map."""
    island: str = ""
    """The island on which Japan lands in the last turn."""
    points: tuple[str, str] = ("", "")
    """The facts that have the points of the Allies and of Japan, if no track has them."""

    @property
    def is_campaign(self) -> bool:
        """True for a campaign."""
        return self.id == "campaign"


SCENARIOS: Final = {
    "iron-bottom-sound": Scenario("cartwheel", last_turn=1, points=("allied_sound_points", "japanese_sound_points")),
    "bismarck-sea": Scenario("cartwheel", last_turn=1, scoring="AL", convoys={"JP": "1506"}),
    "toenails": Scenario("cartwheel", last_turn=3, scoring="AL JP", objectives=("2408", "2306", "2307")),
    "bougainville": Scenario(
        "cartwheel", last_turn=11, scoring="AL JP", objectives=("2105", "2205", "2206"), west=1700
    ),
    "java-sea": Scenario("forlorn_hopes", last_turn=4, island="Java"),
    "cartwheel-campaign": Scenario("cartwheel", last_turn=12, id="campaign"),
    "indies-campaign": Scenario("forlorn_hopes", last_turn=12, id="campaign", invader="JP"),
}
"""The scenarios that are played (10.4.3, 17.1-17.4; Forlorn Hopes 17.1, 17.2).

In the Bismarck Sea, Japan sails to Lae.
"""
