"""A module's names for the things of its games, for texts without a window."""

from tabletop.log_titles import Titles, side_title
from tabletop.module.module import Module


def titles_of(module: Module) -> Titles:
    """Return a module's names for places, maps, sides and options."""
    maps, sides = module.components.maps, {side.id: side.title for side in module.about.sides}
    options = {option.id: option.title for option in module.about.options}
    return Titles(
        place=lambda name, place: maps[name].title(place) if name in maps else place,
        map=lambda name: module.sheets[name].name if name in module.sheets else name,
        side=lambda id: side_title(sides, id),
        option=lambda id: options.get(id, id),
        place_property=lambda name, own: found.title if (found := maps[name].properties.get(own)) else own,
    )
