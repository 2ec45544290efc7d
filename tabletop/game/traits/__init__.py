"""What pieces can do, as data: one struct a trait, and the union of them all.

How they behave is compiled once a kind, in `tabletop.game.kinds`; nothing here runs.
"""

from typing import TypeAlias

from tabletop.game.traits.looks import Art, Layer
from tabletop.game.traits.properties import Mark

Trait: TypeAlias = Art | Layer | Mark
"""Every trait. Native modules write them in YAML, importers write the same YAML."""
