"""The rules of 10 000: points beside the naive twin's, any dice, turns to step through, houses."""

from __future__ import annotations

import re
from ast import literal_eval
from typing import Any

import pytest

from midnight_core import ten_thousand as tt
from midnight_ui import snippets, ten_walkthrough
from tests.reference import naive_ten
from tests.ui.screen import LANGUAGES, at_address, click, errors, html, opened, type_in, words

PAGE = "pages/ten_thousand/rules.py"
HOUSES = {
    "standard": {},
    "generous": {"three_pairs": 1500, "four_plus_two": True, "opening": 500},
    "strict": {
        "growth": "add",
        "three_pairs": 0,
        "least": 300,
        "must_roll_hot": True,
        "ties": "first",
    },
    "no fives": {"five": 0, "triples": (1000, 0, 0, 400, 500, 0), "growth": "same", "last_round": False},
}


def code_of(name: str) -> str:
    return tt.house_code(tt.HouseRules(**HOUSES[name]))


def twin(name: str) -> naive_ten.House:
    return naive_ten.House(**HOUSES[name])


def shown(points: int) -> str:
    return f"{points:,}" if points else "–"


def plain(text: str) -> str:
    """Return HTML as text, its pictures by what they are called."""
    named = re.sub(r'<img alt="([^"]*)"[^>]*>', r"\1", text)
    bare = re.sub("<[^>]+>", "", named)
    return bare.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-")


def rows_of(app: Any, caption: str) -> list[list[str]]:
    """Return the body of the table with this caption, as text."""
    body = html(app).split(f"<caption>{caption}</caption>")[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>")[:-1]]
    return [[plain(cell) for cell in row] for row in cells]


@pytest.mark.parametrize("name", HOUSES)
def test_the_tables_give_what_the_naive_twin_counts(name: str) -> None:
    house = twin(name)
    app = opened(PAGE, lang="en", house=code_of(name))
    kinds = rows_of(app, "Three to six of a kind")
    assert kinds == [
        [str(face), *(shown(naive_ten.points(house, (face,) * count)) for count in (3, 4, 5, 6))]
        for face in range(1, 7)
    ]
    for dice, _, points in rows_of(app, "Single dice, and all six together"):
        roll = tuple(map(int, dice.split()))
        assert points == shown(naive_ten.points(house, roll)), roll
    most = max(naive_ten.points(house, roll) for roll in naive_ten.rolls(6))
    assert f"The most that one roll can give is {most:,} points" in words(app)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("standard", "1 1 2 4 5 6"),
        ("standard", "111555"),
        ("standard", "3,3,3,3"),
        ("generous", "336666"),
        ("strict", "1 2 3 4 5 6"),
        ("no fives", "1 5 5 5 4"),
    ],
)
def test_typed_dice_are_set_aside_in_every_way_that_the_twin_knows(name: str, typed: str) -> None:
    app = opened(PAGE, lang="en", house=code_of(name))
    type_in(app, "typed_dice", typed)
    roll = tuple(sorted(int(face) for face in re.findall("[1-6]", typed)))
    assert app.query_params["dice"] == "".join(map(str, roll))
    rows = rows_of(app, "Every way to set dice aside, most points first")
    found = {tuple(map(int, row[0].split())): row for row in rows}
    expected = naive_ten.set_asides(twin(name), roll)
    assert found.keys() == expected.keys()
    for dice, points in expected.items():
        assert found[dice][2].split(" = ")[-1] == f"{points:,}"
        left = len(roll) - len(dice)
        assert found[dice][3] == (str(left) if left else "all scored")
        terms = re.findall(r"[\d,]+", found[dice][2].split(" = ")[0])
        assert sum(int(term.replace(",", "")) for term in terms) == points
    best = max(expected.values())
    assert f"scores up to {best:,} points. There are {len(expected)} ways to set dice aside." in words(app)


def test_dice_that_score_nothing_are_a_bust() -> None:
    app = opened(PAGE, lang="en", dice="223446")
    assert "2 2 3 4 4 6 scores nothing: a bust." in words(app)
    assert "Every way to set dice aside" not in html(app)


@pytest.mark.parametrize("typed", ["", "7", "1 2 3 4 5 6 1", "<b>1</b>", "one", "1" * 500])
def test_what_is_no_roll_is_said_and_kept_to_be_mended(typed: str) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, "typed_dice", typed)
    assert len(errors(app)) == 1
    assert errors(app)[0].replace("\N{NO-BREAK SPACE}", " ").endswith("Still showing 1 1 2 4 5 6.")
    assert app.text_input(key="typed_dice").value == typed
    app.pills(key="house_preset").set_value("open").run()
    assert app.text_input(key="typed_dice").value == typed
    type_in(app, "typed_dice", "5 5")
    assert not errors(app)
    app.switch_page("pages/ten_thousand/strategy.py").run()
    app.switch_page(PAGE).run()
    assert app.query_params["dice"] == "55"


@pytest.mark.parametrize("bad", ["", "0", "7", "1234561", "<b>", "９", "-1"])
def test_a_bad_address_is_the_default(bad: str) -> None:
    app = opened(PAGE, lang="en", dice=bad, step=bad, example=bad)
    assert not errors(app)
    assert "1 1 2 4 5 6 scores up to 250 points" in words(app)
    assert "Roll 1 of 3" in words(app)


# ----------------------------------------------------------------------------------------------- the examples


def walked(app: Any, example: str) -> list[str]:
    """Step through an example and return the page's words at each step."""
    app.pills(key="segments_example").set_value(example).run()
    said = [words(app)]
    while app.button(key="walk_next").label == "Next":
        click(app, "walk_next")
        said.append(words(app))
    return said


def test_850_and_then_the_bust() -> None:
    first, second, third = walked(opened(PAGE, lang="en"), "lost")
    assert "Set aside 1 1 5: two 1s, one 5, 200 + 50 = 250. The turn total is 250." in first
    assert "Set aside 6 6 6: three 6s, 600. The turn total is 850. All six dice have scored" in second
    assert "Write down 850, or throw 6 dice" in second
    assert "No die scores: a bust. The 850 points of the turn are gone." in third
    assert "One roll earlier the 850 points could have been written down." in third


def test_rolling_with_850_is_worth_the_published_number() -> None:
    # FACTS: R(850, 6) = 1328.217940 with three pairs at 1500.
    app = opened(PAGE, lang="en", house="p1500", step="1")
    assert "still averages 1328. Better throw." in words(app)
    assert f"a bust with {float(naive_ten.p_bust(naive_ten.House(), 6)):.1%}" in words(app)


def test_one_1_kept_and_two_more_are_300_and_not_1000() -> None:
    *_, last = walked(opened(PAGE, lang="en"), "singles")
    assert "The turn total is 300." in last
    assert "Set aside from two rolls, 1 1 1 are 300 points; in one roll they would have been 1,000." in last


def test_hot_dice_over_several_rolls() -> None:
    first, second, third = walked(opened(PAGE, lang="en"), "hot")
    assert "The turn total is 600." in first
    assert "All six dice have scored" not in first
    assert "The turn total is 850. All six dice have scored: hot dice." in second
    assert "six fresh dice: 2,350 points so far" in third


@pytest.mark.parametrize("name", HOUSES)
def test_every_step_of_every_example_is_legal_by_the_house(name: str) -> None:
    house = tt.HouseRules(**HOUSES[name])
    for example in ten_walkthrough.RECORDED:
        total, left = 0, 6
        for step in ten_walkthrough.steps(house, example):
            assert (len(step.roll), step.before) == (left, total)
            offered = naive_ten.set_asides(twin(name), step.roll)
            if step.choice is None:
                assert not offered
                assert not step.total
                break
            total += offered[step.choice.dice]
            left = left - len(step.choice.dice) or 6
            assert (step.total, step.left) == (total, left)


def test_the_examples_end_where_a_house_plays_another_turn() -> None:
    app = opened(PAGE, lang="en", house=code_of("no fives"))
    for example in ("lost", "hot"):
        *_, last = walked(app, example)
        assert "By your house rules the turn goes another way from here." in last
    strict = opened(PAGE, lang="en", house=code_of("strict"))
    _, second, third = walked(strict, "lost")
    assert "By your house all six must be thrown again." in second
    assert "By your house there was no choice: six scoring dice must be thrown again." in third


def test_a_step_stands_in_the_address() -> None:
    app = opened(PAGE, lang="en", example="hot", step="1")
    assert "Roll 2 of 3" in words(app)
    click(app, "walk_back")
    assert app.query_params["step"] == "0"
    app.pills(key="segments_example").set_value("singles").run()
    assert "Roll 1 of 2" in words(app)
    assert "Roll 2 of 2" in words(at_address(app, lang="en", example="singles", step="5"))


# ----------------------------------------------------------------------------------------------- other houses


def test_opening_last_round_and_ties_are_the_houses() -> None:
    said = words(opened(PAGE, lang="en", house="o350-t5000"))
    assert "Your first points have to be 350 or more from a single turn." in said
    assert "stops on 300 before that writes down nothing" in said
    assert "Whoever gets to 5,000 ends the game" in said
    assert "those who have it share the win" in said
    said = words(opened(PAGE, lang="en", house="o0-r0"))
    assert "Your house asks for no opening" in said
    assert "Whoever gets to 10,000 first has won." in said
    assert "one more turn, and the highest" not in said
    said = words(opened(PAGE, lang="en", house=code_of("strict")))
    assert "fewer than 300 points in a turn are nothing" in said
    assert "you must throw all of them again" in said
    assert "whoever got there first has won" in said


@pytest.mark.parametrize("name", HOUSES)
def test_the_table_of_rules_marks_what_differs_from_the_standard(name: str) -> None:
    app = opened(PAGE, lang="en", house=code_of(name))
    rows = rows_of(app, "House rules")
    marked = html(app).split("<caption>House rules</caption>")[1].split("</table>")[0].count("<strong>")
    assert marked == sum(own != standard for _, own, standard in rows)
    triples = HOUSES[name].get("triples", tt.DEFAULT.triples)
    changed = sum(one != other for one, other in zip(triples, tt.DEFAULT.triples, strict=True))
    assert marked == changed + len(HOUSES[name].keys() - {"triples"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_say_what_the_rule_text_leaves_open(language: str) -> None:
    said = words(opened(PAGE, lang=language)).replace("\N{NO-BREAK SPACE}", " ")
    # FACTS: 1500 for the straight; 750, 1000 and 1500 are in use for three pairs, and 1000 is the default.
    expected = {
        "en": "agree on 1,500 for the straight. For three pairs 750, 1,000 and 1,500 are all in use; the "
        "standard here is 1,000",
        "nb": "enige om 1 500 for straight. For tre par er 750, 1 000 og 1 500 i bruk; standarden her "
        "er 1 000",
    }
    assert expected[language] in said


def test_the_code_gives_the_numbers_of_the_page() -> None:
    house = tt.HouseRules(**HOUSES["generous"])
    run = snippets.run("ten_rules", {"house": house, "dice": "336666"})
    assert run[snippets.SETUP][0].source.endswith(
        "house = tt.HouseRules(three_pairs=1500, four_plus_two=True, opening=500)\ndice = '336666'"
    )
    assert dict(literal_eval(run["dice"][-1].output)) == naive_ten.set_asides(
        twin("generous"), (3, 3, 6, 6, 6, 6)
    )
    app = opened(PAGE, lang="en", house=tt.house_code(house), dice="336666")
    said = [code.value for code in app.code]
    assert all(cell.output in said for part, cells in run.items() for cell in cells if cell.output)
