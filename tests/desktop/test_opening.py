"""Keys of the table that press themselves: at the first game of a module since the program began, and at each."""

from tabletop.desktop.opening import Launches


def test_only_the_first_game_of_a_module_is_a_launch() -> None:
    launches = Launches()
    assert launches.times_of("war", is_new=False) == ("launch", "opened")
    assert launches.times_of("war", is_new=False) == ("opened",)
    assert launches.times_of("peace", is_new=False) == ("launch", "opened")


def test_a_new_game_has_had_its_keys() -> None:
    launches = Launches()
    assert launches.times_of("war", is_new=True) == ()
    assert launches.times_of("war", is_new=False) == ("opened",)
