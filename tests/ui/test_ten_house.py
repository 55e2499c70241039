"""The choice of house rules: presets, every rule in the editor, what does not work, and bad links."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from midnight_core import InputError
from midnight_core import ten_thousand as tt
from midnight_ui.text import sentence
from tests.reference import naive_ten
from tests.ui.screen import LANGUAGES, at_address, errors, gone_back, html, opened

PAGE, OTHER_PAGE = "pages/ten_thousand/rules.py", "pages/ten_thousand/strategy.py"
TRIPLES = tuple(f"three_{face}" for face in range(1, 7))
NUMBERS = ("one", "five", "straight", "three_pairs", *TRIPLES, "opening", "least", "target")

MANGLED = (
    "",
    "x",
    "d-d",
    "o350-o350",
    "o350-",
    "o1000",
    "o35",
    "o12000",
    "a0-f0",
    "gtriple",
    "t50000",
    "k1_2_3",
    "k" + "_".join("1" * 7),
    "q2",
    "o٣٥٠",
    "o-350",
    "t5000-o350",
    "<script>alert(1)</script>",
    "g<b>x</b>",
    "{0.__class__} %s",
    "o350" * 5000,
)


def edited(page: str = PAGE, **address: str) -> Any:
    """Open a page with the editor open."""
    return with_editor(opened(page, **({"lang": "en"} | address)))


def with_editor(app: Any) -> Any:
    app.session_state["house_editor"] = True
    app.run()
    assert not app.exception
    return app


def problem_of(code: str) -> str:
    """Return what is wrong with the code of a house."""
    with pytest.raises(InputError) as problem:
        tt.read_house(code)
    return sentence(problem.value)


def set_rule(app: Any, rule: str, value: Any) -> None:
    key = f"house_{rule}"
    widgets = [*app.number_input, *app.toggle, *app.pills]
    next(widget for widget in widgets if widget.key == key).set_value(value).run()
    assert not app.exception, app.exception[0].value


def in_force(app: Any) -> tt.HouseRules:
    return tt.read_house(app.query_params.get("house", "d"))


def kinds_shown(app: Any) -> list[list[list[str]]]:
    """Return the cells of every table of kinds on the page."""
    _, *tables = html(app).split("<caption>Three to six of a kind</caption>")
    bodies = (text.split("<tbody>")[1].split("</tbody>")[0] for text in tables)
    return [[re.findall(r"<td>(.*?)</td>", row) for row in body.split("</tr>")[:-1]] for body in bodies]


def test_without_a_choice_the_standard_is_in_force_and_the_address_says_nothing() -> None:
    app = opened(PAGE, lang="en")
    assert app.pills(key="house_preset").value == "table"
    assert app.pills(key="house_preset").options[0] == "Standard"
    assert "house" not in app.query_params
    assert not app.number_input


@pytest.mark.parametrize("name", tt.PRESETS)
def test_a_preset_stands_in_the_link_and_is_read_from_it(name: str) -> None:
    app = opened(PAGE, lang="en")
    app.pills(key="house_preset").set_value(name).run()
    assert in_force(app) == tt.PRESETS[name]
    again = opened(PAGE, lang="en", house=tt.house_code(tt.PRESETS[name]))
    assert again.pills(key="house_preset").value == name
    assert any(f"to {tt.PRESETS[name].target:,} points" in caption.value for caption in again.caption)


@pytest.mark.parametrize(
    ("rule", "value", "changes"),
    [
        ("one", 150, {"one": 150}),
        ("five", 0, {"five": 0}),
        ("straight", 2000, {"straight": 2000}),
        ("three_pairs", 750, {"three_pairs": 750}),
        ("three_6", 650, {"triples": (1000, 200, 300, 400, 500, 650)}),
        ("growth", "add", {"growth": "add"}),
        ("four_plus_two", True, {"four_plus_two": True}),
        ("opening", 0, {"opening": 0}),
        ("least", 300, {"least": 300}),
        ("target", 20_000, {"target": 20_000}),
        ("last_round", False, {"last_round": False}),
        ("ties", "first", {"ties": "first"}),
        ("must_roll_hot", True, {"must_roll_hot": True}),
    ],
)
def test_every_rule_can_be_changed_and_stands_in_the_link(
    rule: str, value: Any, changes: dict[str, Any]
) -> None:
    app = edited()
    set_rule(app, rule, value)
    assert in_force(app) == tt.HouseRules(**changes)
    assert app.pills(key="house_preset").value == ("open" if changes == {"opening": 0} else "own")
    assert not errors(app)


@pytest.mark.parametrize("growth", ["double", "add", "same"])
def test_the_table_of_kinds_is_computed_at_once(growth: str) -> None:
    app = edited()
    set_rule(app, "growth", growth)
    set_rule(app, "three_2", 250)
    house = naive_ten.House(growth=growth, triples=(1000, 250, 300, 400, 500, 600))
    expected = [
        [f"{naive_ten.points(house, (face,) * count):,}" for count in (3, 4, 5, 6)] for face in range(1, 7)
    ]
    # One table in the editor, and the page's own.
    assert kinds_shown(app) == [expected, expected]


@pytest.mark.parametrize(
    ("rule", "value"),
    [*((rule, 120) for rule in NUMBERS), ("five", -50), ("least", 10**9), ("three_3", 10**6)],
)
def test_a_rule_that_cannot_work_gets_the_cores_sentence_and_nothing_is_lost(rule: str, value: int) -> None:
    app = edited(house="t5000-r0")
    set_rule(app, rule, value)
    house = tt.HouseRules(target=5000, last_round=False)
    changes: dict[str, Any] = {rule: value}
    if rule in TRIPLES:
        place = TRIPLES.index(rule)
        changes = {"triples": (*house.triples[:place], value, *house.triples[place + 1 :])}
    with pytest.raises(InputError) as problem:
        replace(house, **changes)
    assert errors(app) == [sentence(problem.value)]
    assert in_force(app) == house
    assert app.number_input(key=f"house_{rule}").value == value
    # Another rule is changed meanwhile; what is wrong waits in its field.
    set_rule(app, "ties", "first")
    assert in_force(app) == replace(house, ties="first")
    assert app.number_input(key=f"house_{rule}").value == value
    assert len(errors(app)) == 1


def test_a_wrong_rule_takes_effect_once_another_makes_it_work() -> None:
    app = edited()
    set_rule(app, "opening", 12_000)
    assert len(errors(app)) == 1
    set_rule(app, "one", 120)
    assert len(errors(app)) == 2
    set_rule(app, "target", 15_000)
    assert in_force(app) == tt.HouseRules(opening=12_000, target=15_000)
    assert errors(app) == ["Points are multiples of 50 from 0 to 10,000, not 120."]
    set_rule(app, "one", 150)
    assert in_force(app) == tt.HouseRules(opening=12_000, target=15_000, one=150)
    assert not errors(app)


def test_one_of_the_single_dice_has_to_score() -> None:
    app = edited()
    set_rule(app, "one", 0)
    set_rule(app, "five", 0)
    assert in_force(app) == tt.HouseRules(one=0)
    assert len(errors(app)) == 1
    assert errors(app)[0].startswith("A single 1 or a single 5 has to score")
    set_rule(app, "one", 100)
    assert in_force(app) == tt.HouseRules(five=0)
    assert not errors(app)


def test_what_was_wrong_is_forgotten_with_another_house_and_on_another_page() -> None:
    app = edited()
    set_rule(app, "one", 120)
    app.pills(key="segments_lang").set_value("nb").run()
    with_editor(app)
    assert len(errors(app)) == 1
    assert app.number_input(key="house_one").value == 120
    app.pills(key="house_preset").set_value("open").run()
    assert not errors(app)
    assert app.number_input(key="house_one").value == 100
    set_rule(app, "one", 120)
    gone_back(app, lang="nb", house="o0")
    assert not errors(app)
    set_rule(app, "one", 120)
    assert errors(app)
    app.switch_page(OTHER_PAGE).run()
    app.switch_page(PAGE).run()
    with_editor(app)
    assert app.number_input(key="house_one").value == 100
    assert not errors(app)


@pytest.mark.parametrize(
    ("page", "code"), [*((PAGE, code) for code in MANGLED), *((OTHER_PAGE, code) for code in MANGLED[::6])]
)
def test_a_link_that_cannot_be_read_gets_a_sentence_and_the_standard(page: str, code: str) -> None:
    app = opened(page, lang="en", house=code)
    assert errors(app) == [f"{problem_of(code)} The rules shown here are in force."]
    assert app.pills(key="house_preset").value == "table"
    assert in_force(app) == tt.DEFAULT
    app.run()
    assert not errors(app)


def test_a_link_that_cannot_be_read_changes_nothing() -> None:
    app = opened(PAGE, lang="en", house="o350-t5000")
    at_address(app, lang="en", house="junk")
    assert len(errors(app)) == 1
    assert in_force(app) == tt.PRESETS["quick"]


def test_a_house_goes_along_from_page_to_page() -> None:
    app = edited()
    set_rule(app, "least", 250)
    app.switch_page(OTHER_PAGE)
    at_address(app)
    assert in_force(app) == tt.HouseRules(least=250)
    assert app.pills(key="house_preset").value == "own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_editor_speaks_both_languages(language: str) -> None:
    app = edited(lang=language, house="r0-b300-h1")
    assert len({field.label for field in app.number_input}) == len(NUMBERS)
    expected = {"en": "at least 300 a turn", "nb": "minst 300 i en tur"}[language]
    assert any(expected in caption.value for caption in app.caption)
    set_rule(app, "target", 500)
    assert len(errors(app)) == 1
    assert errors(app)[0].startswith({"en": "A game goes to", "nb": "Et spill går til"}[language])
