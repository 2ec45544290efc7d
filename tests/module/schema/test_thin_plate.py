"""Maps whose projection is bent by pins."""

import itertools

import pytest
from pydantic import ValidationError

from tabletop.module.schema.map.map_sheet_records import Pin, Projection
from tabletop.module.schema.map.thin_plate import ThinPlate

FLAT = Projection(central_meridian=150, true_latitude=0, kilometres=100, pixels=100, origin=(500, 500))
PLACES = ((148.0, -2.0), (152.0, -2.0), (150.0, 3.0), (149.0, 0.5))


def pinned(*points: tuple[float, float]) -> Projection:
    pins = tuple(Pin(place=place, point=point) for place, point in zip(PLACES, points, strict=False))
    return FLAT.model_copy(update={"pins": pins})


def test_every_pin_lies_at_its_pixel() -> None:
    points = ((100, 900), (850, 700), (520, 40), (300, 333))
    bent = pinned(*points)
    assert [bent.point(*place) for place in PLACES] == [pytest.approx(point) for point in points]


def test_pins_that_only_shift_and_stretch_bend_nothing() -> None:
    moved = [(2 * x + 7, 0.5 * y - 40) for x, y in (FLAT.point(*place) for place in PLACES)]
    x, y = FLAT.point(151.3, 1.7)
    assert pinned(*moved).point(151.3, 1.7) == pytest.approx((2 * x + 7, 0.5 * y - 40))


def test_between_pins_the_bend_is_smooth() -> None:
    plate = ThinPlate([((0, 0), (0, 0)), ((100, 0), (100, 0)), ((0, 100), (0, 100)), ((100, 100), (140, 100))])
    xs = [plate.bent((step, 60.0))[0] for step in range(101)]
    steps = [after - before for before, after in itertools.pairwise(xs)]
    assert min(steps) > 0
    assert max(abs(after - before) for before, after in itertools.pairwise(steps)) < 0.05


@pytest.mark.parametrize("places", [PLACES[:2], ((148.0, 0.0), (150.0, 0.0), (152.0, 0.0))])
def test_pins_on_one_line_are_refused(places: tuple[tuple[float, float], ...]) -> None:
    pins = [{"place": place, "point": (100 * index, 0)} for index, place in enumerate(places)]
    with pytest.raises(ValidationError, match="three or more places that do not lie on one line"):
        Projection.model_validate(FLAT.model_dump(exclude={"basis"}) | {"pins": pins})
