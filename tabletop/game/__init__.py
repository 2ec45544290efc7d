"""The game in play, as immutable values: pieces, holders, commands, patches and each side's view of them.

No Qt, no files, no sockets, no clock and no randomness live here; chance comes in through `Chance`.
"""

import tabletop.game.behaviour  # noqa: F401 - it says how each trait behaves
