"""The code that lessons show is true, and runs with what a reader has chosen."""

import doctest
from fractions import Fraction

import pytest

import midnight_core as mc
from midnight_core import ten_thousand as tt
from midnight_ui import snippets

NAMES = snippets.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_outputs_that_stand_in_a_file_are_what_its_code_gives(name: str) -> None:
    text = "\n".join(snippets.parts(name).values())
    test = doctest.DocTestParser().get_doctest(text, {}, name, f"{name}.txt", 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert not result.failed, "".join(said)
    assert result.attempted > 3


@pytest.mark.parametrize("name", NAMES)
def test_every_part_shows_a_result(name: str) -> None:
    ran = snippets.run(name, {})
    assert next(iter(ran)) == snippets.SETUP
    assert all(cells[-1].output for part, cells in ran.items() if part != snippets.SETUP)


@pytest.mark.parametrize("name", NAMES)
def test_the_code_runs_by_other_rules(name: str) -> None:
    other, written = (
        ({"house": tt.HouseRules(opening=350)}, "house = tt.HouseRules(opening=350)")
        if name.startswith("ten_")
        else ({"rules": mc.TWO_FOUR_24}, "rules = mc.TWO_FOUR_24")
    )
    small = {"target": 25, "mine": 5, "theirs": 5} if name == "race" else {}
    ran = snippets.run(name, other | small)
    assert written in ran[snippets.SETUP][0].source
    assert ran.keys() == snippets.parts(name).keys()


def test_what_is_given_takes_the_place_of_what_the_setup_says() -> None:
    ran = snippets.run("throws_21", {"throws": 3})
    assert "throws = 3" in ran[snippets.SETUP][0].source
    # Two faces and one of the four others fall in 24 ways; one of the two faces twice and the other in 6.
    assert ran["formula"][-1].output == f"{{'same': True, 'chance': {float(Fraction(30, 216)):.6f}}}"


def test_only_what_a_part_needs_of_the_setup_is_shown_with_it() -> None:
    setup = "import midnight_core as mc\nrules = mc.MIDNIGHT\nturn = mc.Turn(rules)\nthrows = 6"
    assert snippets.needed(setup, "throws + 1") == "throws = 6"
    assert snippets.needed(setup, "turn.score").splitlines() == setup.splitlines()[:3]
    assert snippets.needed(setup, "1 + 1") == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_part_that_is_run_alone_gives_what_it_gives_among_all(name: str) -> None:
    ran = snippets.run(name, {})
    for part in list(ran)[1:]:
        alone = snippets.run(name, {}, part)
        assert alone == {snippets.SETUP: ran[snippets.SETUP], part: ran[part]}


@pytest.mark.parametrize("name", NAMES)
def test_a_part_runs_by_itself_on_what_is_shown_with_it(name: str) -> None:
    """Whoever copies one part of a page gets its results without the parts before."""
    ran = snippets.run(name, {})
    setup = "\n".join(cell.source for cell in ran[snippets.SETUP])
    for part, cells in list(ran.items())[1:]:
        source = "\n".join(cell.source for cell in cells)
        space: dict[str, object] = {}
        exec(f"{snippets.needed(setup, source)}\n{source}", space)
        assert space, part
