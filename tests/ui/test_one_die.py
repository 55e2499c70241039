"""One die, many dice: its numbers beside a brute force of the test's own, typed rolls, variant, languages."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import plotly.graph_objects as go
import pytest

import midnight_core as mc
from midnight_core.gamecode import read_position
from midnight_ui import address, snippets
from tests.ui.screen import LANGUAGES, at_address, charts, errors, html, opened, prose, type_in, words

PAGE = "pages/learn/one_die.py"
FIELD = "one_die_roll"
VARIANTS = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
COUNTS = (1, 2, 3, 4)


@cache
def worth(dice: int) -> Fraction:
    """Return what so many dice bring, by trying every keep of every ordered roll."""
    if not dice:
        return Fraction(0)
    rolls = list(product(range(1, 7), repeat=dice))
    return sum((ranked(tuple(sorted(roll)))[0][1] for roll in rolls), Fraction(0)) / len(rolls)


@cache
def ranked(roll: tuple[int, ...]) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return every keep of a sorted roll with what it is worth, best first."""
    keeps = {keep for size in range(1, len(roll) + 1) for keep in combinations(roll, size)}
    found = [(keep, sum(keep) + worth(len(roll) - len(keep))) for keep in keeps]
    return sorted(found, key=lambda option: -option[1])


def high_first(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(dice, reverse=True))) or "–"


def rows_of(app: Any, caption: str) -> list[list[str]]:
    """Return the body of the table with this caption, as text."""
    body = html(app).split(f"<caption>{caption}</caption>")[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>")[:-1]]
    return [[re.sub("<[^>]+>", "", cell).replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in cells]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_dice_are_worth_is_what_brute_force_finds(variant: str) -> None:
    assert round(float(worth(2)), 3) == 8.236
    app = opened(PAGE, lang="en", variant=variant)
    assert rows_of(app, "What dice bring, thrown and played on best") == [
        [
            str(dice),
            f"{worth(dice).numerator}/{worth(dice).denominator}",
            f"{float(worth(dice)):.3f}",
            f"{float(worth(dice) / dice):.2f}",
            f"{float(worth(dice) - worth(dice - 1)):.3f}",
            "✓",
        ]
        for dice in COUNTS
    ]
    once, more = charts(app)[0]["data"]
    assert once["y"] == [3.5 * dice for dice in COUNTS]
    stacked = [low + high for low, high in zip(once["y"], more["y"], strict=True)]
    assert stacked == pytest.approx([float(worth(dice)) for dice in COUNTS])


def test_what_dice_are_worth_is_told_and_the_price_before_it_is_used() -> None:
    app = opened(PAGE, lang="en")
    one, two, three, four = (float(worth(dice)) for dice in COUNTS)
    said = words(app)
    assert (
        f"One die is worth {one:.1f} points, and there is nothing to choose. Two dice are worth {two:.3f}, "
        f"three {three:.3f}, and 4 dice {four:.3f}. Thrown once and all kept, 4 dice would bring "
        f"{4 * one:.1f}: throwing again what is low adds {four - 4 * one:.3f}, and makes each die worth "
        f"{four / 4:.2f}."
    ) in said
    assert f"adds to the dice thrown with it: {two - one:.3f} for the second one" in said
    places = [
        next(place for place, element in enumerate(app.main) if text in str(element.proto))
        for text in ("The **price** of a die is", "Price of the last die")
    ]
    assert places == sorted(places)


def test_a_variant_is_not_broken_at_a_hyphen() -> None:
    said = words(opened(PAGE, lang="en"))
    assert "1‑4‑24 and 2‑4‑24" in said
    assert "2-4-24" not in said


def test_the_thresholds_are_drawn_where_brute_force_puts_them() -> None:
    app = opened(PAGE, lang="en")
    keep, again, line = charts(app)[1]["data"]
    price = {dice: worth(dice) - worth(dice - 1) for dice in (1, 2, 3)}
    grid = set(product(price, range(1, 7)))
    above = {(dice, face) for dice, face in grid if face > price[dice]}
    assert set(zip(keep["x"], keep["y"], strict=True)) == above
    assert set(zip(again["x"], again["y"], strict=True)) == grid - above
    assert keep["marker"]["symbol"] != again["marker"]["symbol"]
    assert line["y"][::3] == pytest.approx([float(cost) for cost in price.values()])
    labels = [label["text"] for label in charts(app)[1]["layout"]["annotations"]]
    assert labels == [f"{float(cost):.2f}" for cost in price.values()]
    said = words(app)
    for dice, words_for in ((1, "for the only die"), (2, "for one of two"), (3, "for one of three")):
        assert f"{float(price[dice]):.2f} {words_for}" in said
    assert "4 if it is the only die thrown, 5 if 2 dice are thrown, 6 if 3 dice are thrown" in said
    assert "6: always keep it." in said
    assert "5: keep it if at most 2 dice would be thrown again, this one included." in said
    assert "4: keep it only if it would be the one die thrown again." in said


def test_how_often_a_die_is_kept_is_counted_over_all_ordered_rolls() -> None:
    rows = rows_of(opened(PAGE, lang="en"), "How often a die is kept")
    for face, *shares in rows:
        for dice, share in zip((2, 3, 4), shares, strict=True):
            kept = free = 0
            for roll in product(range(1, 7), repeat=dice):
                best = ranked(tuple(sorted(roll)))[0][0]
                rest = sorted(roll)[:-1]
                if int(face) in rest:
                    free += 1
                    kept += best[:-1].count(int(face)) == rest.count(int(face))
            assert share == f"{kept / free:.1%}", (face, dice)


def one_at_a_time(roll: tuple[int, ...]) -> tuple[int, ...]:
    """Return what looking at one die at a time keeps: from the highest down, while it beats its price."""
    kept, rest = [roll[-1]], list(roll[:-1])
    while rest and rest[-1] > worth(len(rest)) - worth(len(rest) - 1):
        kept.append(rest.pop())
    return tuple(sorted(kept))


def exceptional() -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Return the ordered rolls in which one die at a time is wrong, sorted each, and what that loses."""
    for dice in COUNTS:
        for roll in product(range(1, 7), repeat=dice):
            faces = tuple(sorted(roll))
            options = dict(ranked(faces))
            lost = ranked(faces)[0][1] - options[one_at_a_time(faces)]
            if lost:
                yield faces, lost


def test_the_rolls_where_two_dice_decide_are_all_there() -> None:
    app = opened(PAGE, lang="en")
    found = list(exceptional())
    losses = dict(found)
    rows = rows_of(app, "Rolls in which one die at a time is not enough")
    assert sorted(rows) == sorted(
        [
            high_first(roll),
            high_first(one_at_a_time(roll)),
            high_first(ranked(roll)[0][0]),
            f"{float(lost):.2f}",
        ]
        for roll, lost in losses.items()
    )
    said = words(app)
    assert f"every roll but {len(losses)}, all of them of 4 dice" in said
    assert f"comes in {len(found) / 6**4:.1%} of all throws of 4 dice" in said
    assert f"loses {float(sum(lost for _, lost in found)) / 6**4:.2f} points a throw" in said
    assert (
        f"each 5 alone is below the price of {float(worth(3) - worth(2)):.2f}. But 5 5 together are 10 "
        f"points, and throwing 3 dice instead of 1 adds only {float(worth(3) - worth(1)):.2f}."
    ) in said


def test_the_example_of_the_rules_is_worked_out_keep_by_keep() -> None:
    app = opened(PAGE, lang="en")
    options = ranked((2, 5, 6, 6))
    assert float(options[0][1]) == 20.5
    assert_ranking(app, (2, 5, 6, 6))
    said = words(app)
    assert (
        "throwing the 2 once more marginally better than stopping on 19. It is better by 1.50 points" in said
    )
    close = float(options[0][1] - options[1][1])
    assert f"keeping 6 6 and throwing 5 2 again is only {close:.2f} points worse" in said


def assert_ranking(app: Any, roll: tuple[int, ...]) -> None:
    """Compare the table, the chart and the sentence on a roll with brute force."""
    options = ranked(roll)
    best = options[0][1]
    rows = rows_of(app, "Every keep, best first")
    expected = {
        high_first(keep): (f"{float(value):.2f}", f"{float(best - value):.2f}") for keep, value in options
    }
    assert {row[0]: (row[2], row[3]) for row in rows} == expected
    losses = [float(row[3]) for row in rows]
    assert losses == sorted(losses)
    kept, to_come = charts(app)[2]["data"]
    assert [label.replace("\N{NO-BREAK SPACE}", " ") for label in kept["y"]] == [row[0] for row in rows]
    summed = [low + high for low, high in zip(kept["x"], to_come["x"], strict=True)]
    assert summed == pytest.approx([float(value) for _, value in options])
    finding = app.get("plotly_chart")[2].proto.alt.replace("\N{NO-BREAK SPACE}", " ")
    assert finding in words(app)
    assert high_first(roll) in finding
    assert len(options) == 1 or f"{float(best):.2f} points" in finding


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("6 6 5 4", "With 6 6 5 4, stop: 21.00 points"),
        ("3,5,5,6", "With 6 5 5 3, keep 6 5 5 and throw the rest again"),
        ("111", "With 1 1 1, keep 1 and throw the rest again"),
        ("4", "With 4 there is nothing to choose."),
    ],
)
def test_a_typed_roll_is_ranked_and_stands_in_the_address(typed: str, said: str) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, typed)
    roll = tuple(sorted(int(face) for face in re.findall("[1-6]", typed)))
    assert app.query_params["roll"] == "".join(map(str, roll))
    assert_ranking(app, roll)
    assert said in words(app)
    again = opened(PAGE, lang="en", roll=app.query_params["roll"])
    assert_ranking(again, roll)


@pytest.mark.parametrize("typed", ["", "7", "six", "1 2 3 4 5", "<b>6</b>", "6" * 500, "[x](y)"])
def test_what_is_no_roll_is_said_and_kept_to_be_mended(typed: str) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, typed)
    assert len(errors(app)) == 1
    assert app.text_input(key=FIELD).value == typed
    assert_ranking(app, (2, 5, 6, 6))
    assert errors(app)[0].replace("\N{NO-BREAK SPACE}", " ").endswith("Still showing 6 6 5 2.")
    # Another language forgets neither.
    app.pills(key="segments_lang").set_value("nb").run()
    assert errors(app)[0].replace("\N{NO-BREAK SPACE}", " ").endswith("Viser fortsatt 6 6 5 2.")
    assert app.text_input(key=FIELD).value == typed
    app.pills(key="segments_lang").set_value("en").run()
    type_in(app, FIELD, "5 5")
    assert not errors(app)
    assert_ranking(app, (5, 5))


def test_a_wrong_roll_is_forgotten_when_the_page_is_left() -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, "nonsense")
    app.switch_page("pages/learn/rules.py").run()
    app.switch_page(PAGE).run()
    assert not errors(app)
    assert app.text_input(key=FIELD).value.replace("\N{NO-BREAK SPACE}", " ") == "6 6 5 2"


@pytest.mark.parametrize("typed", ["", "1 2 3 4 5", "1234561"])
def test_too_few_or_too_many_dice_are_told_the_numbers_of_the_label(typed: str) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, typed)
    assert errors(app)[0].startswith("Type 1 to 4 dice.")


@pytest.mark.parametrize(
    ("then", "roll"),
    [
        ({"lang": "en"}, (2, 5, 6, 6)),
        ({"lang": "en", "roll": "15"}, (1, 5)),
        ({"lang": "en", "roll": "5566", "variant": "2-4-24"}, (5, 5, 6, 6)),
    ],
    ids=["no roll", "another roll", "another variant"],
)
def test_what_was_wrong_is_forgotten_when_the_address_changes(
    then: dict[str, str], roll: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, "6 6 5 5")
    type_in(app, FIELD, "junk")
    assert errors(app)
    monkeypatch.setattr(address, "is_back_or_forward", lambda: True)
    at_address(app, **then)
    assert not errors(app)
    assert app.text_input(key=FIELD).value.replace("\N{NO-BREAK SPACE}", " ") == high_first(roll)
    assert_ranking(app, roll)


def test_what_was_wrong_is_forgotten_on_the_way_back_to_the_same_roll_unsaid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, "2566")
    type_in(app, FIELD, "junk")
    monkeypatch.setattr(address, "is_back_or_forward", lambda: True)
    at_address(app, lang="en")
    assert not errors(app)
    assert app.text_input(key=FIELD).value.replace("\N{NO-BREAK SPACE}", " ") == "6 6 5 2"


def test_a_choice_of_the_variant_forgets_what_was_wrong() -> None:
    app = opened(PAGE, lang="en")
    type_in(app, FIELD, "junk")
    app.pills(key="segments_variant").set_value("2-4-24").run()
    assert not errors(app)
    assert app.text_input(key=FIELD).value.replace("\N{NO-BREAK SPACE}", " ") == "6 6 5 2"


@pytest.mark.parametrize("said", ["5553", "3555", "5355"])
def test_a_roll_in_the_address_may_be_in_any_order(said: str) -> None:
    app = opened(PAGE, lang="en", roll=said)
    assert_ranking(app, (3, 5, 5, 5))
    assert app.query_params["roll"] == said
    assert "roll = '3555'" in "\n".join(code.value for code in app.code)


@pytest.mark.parametrize("bad", ["", "0", "5", "66666", "26556", "<b>", "-1", "9" * 300])
def test_a_bad_address_is_the_default(bad: str) -> None:
    app = opened(PAGE, lang="en", roll=f"{bad}0", variant=bad)
    assert not errors(app)
    assert app.pills(key="segments_variant").value == "1-4-24"
    assert_ranking(app, (2, 5, 6, 6))


def test_back_and_forward_show_the_roll_of_the_address() -> None:
    app = opened(PAGE, lang="en", roll="566")
    at_address(app, lang="en", roll="15")
    assert_ranking(app, (1, 5))
    assert app.text_input(key=FIELD).value.replace("\N{NO-BREAK SPACE}", " ") == "5 1"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_roll_opens_in_what_if_with_both_qualifiers_in(variant: str) -> None:
    app = opened(PAGE, lang="en", variant=variant, roll="56")
    (link,) = [link.proto for link in app.get("page_link") if link.proto.label == "Open this roll in What if"]
    position = read_position(re.search(r"position=([^&]+)", link.query_string)[1])  # type: ignore[index]
    assert position.roll == (5, 6)
    assert position.turn.rules == VARIANTS[variant]
    assert not position.turn.missing


def test_the_prose_follows_the_variant() -> None:
    for name, face in (("1-4-24", 1), ("2-4-24", 2)):
        said = words(opened(PAGE, lang="en", variant=name))
        assert f"The {face} and the 4 are in, and the turn is sure to score." in said
        assert f"It begins when both the {face} and the 4 are in." in said


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_code_gives_the_numbers_of_the_page(variant: str) -> None:
    run = snippets.run("one_die", {"rules": VARIANTS[variant], "roll": "4566"})
    values, agreed = (literal_eval(cell.output) for cell in run["worth"])
    assert values == {
        dice: {"exactly": str(worth(dice)), "average": round(float(worth(dice)), 3)} for dice in COUNTS
    }
    assert agreed == dict.fromkeys(COUNTS, True)
    app = opened(PAGE, lang="en", variant=variant, roll="4566")
    shares = literal_eval(run["thresholds"][-1].output)
    for face, *found in rows_of(app, "How often a die is kept")[:4]:
        assert list(shares[int(face)].values()) == found
    odd = literal_eval(run["several"][-1].output)
    assert [
        [high_first(roll), high_first(of["one at a time"]), high_first(of["best"]), f"{of['better by']:.2f}"]
        for roll, of in odd.items()
    ] == rows_of(app, "Rolls in which one die at a time is not enough")
    keeps = literal_eval(run["keeps"][0].output)
    assert {keep: found["value"] for keep, found in keeps.items()} == {
        keep: round(float(value), 3) for keep, value in ranked((4, 5, 6, 6))
    }
    shown = "\n".join(code.value for code in app.code)
    for part in ("worth", "keeps"):
        assert run[part][0].output in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_plotly_accepts_the_figures_and_each_states_its_finding(language: str) -> None:
    drawn = opened(PAGE, lang=language, roll="1346").get("plotly_chart")
    assert len(drawn) == 3
    for chart in drawn:
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40


@pytest.mark.parametrize(("language", "number"), [("en", "18.844"), ("nb", "18,844")])
def test_both_languages_say_the_finding(language: str, number: str) -> None:
    assert number in prose(opened(PAGE, lang=language))
