"""Strategies compared: what the page shows is what the core finds, by other routes where there are any."""

from __future__ import annotations

import csv
import json
import re
from ast import literal_eval
from collections.abc import Iterable
from fractions import Fraction
from html import unescape
from io import StringIO
from itertools import combinations_with_replacement
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df

import midnight_core as mc
from midnight_core.gamecode import read_position
from midnight_core.index_card import family
from midnight_core.recipes import (
    ALWAYS,
    INDEX_CARD,
    NEVER,
    Faces,
    Limit,
    Recipe,
    loss_per_turn,
    mistakes,
    read_recipe,
)
from midnight_ui import recipe_builder, strategies_charts, strategy_list
from midnight_ui.lesson import Lesson
from midnight_ui.text import catalogue, decimal
from scripts import index_card as script
from tests.ui.screen import LANGUAGES, at_address, click, errors, html, opened, prose, words

PAGE = "pages/explore/strategies.py"
MEAN = mc.goals.mean_score()
VARIANTS = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
FIRST_OWN = "r1.5.---.-15.0.0"
GREEDY = "r1.5.--5.--5.0.0"
SCORES = np.arange(25)


def page(**address: str) -> Any:
    return opened(PAGE, **address)


def expected(kind: str, target: int = 19, own: str = FIRST_OWN) -> mc.Strategy:
    perfect = {
        "perfect": MEAN,
        "qualify": mc.goals.qualify(),
        "at-least": mc.goals.at_least(target),
        "beat": mc.goals.beat(target),
    }
    if kind in perfect:
        return mc.strategies.perfect(perfect[kind])
    recipes = {"card": INDEX_CARD.strategy, "own": read_recipe(own).strategy}
    return recipes.get(kind) or mc.strategies.NAMED[kind]


KINDS = ("perfect", "qualify", "at-least", "beat", *list(mc.strategies.NAMED)[1:], "card", "own")


def labels(target: int = 19) -> dict[str, str]:
    """Return the English names by kind."""
    return {kind: one.label for kind, one in strategy_list.by_kind(target).items()} | {"own": "Your own"}


def exact_loss(rules: mc.Rules, strategy: mc.Strategy) -> Fraction:
    counts = mc.evaluate_counts(rules, strategy).tolist()
    best = mc.solve(rules, MEAN).exact(mc.Turn(rules))
    return best - Fraction(sum(score * count for score, count in enumerate(counts)), 6**21)


# ----------------------------------------------------------------------------------------------- in numbers
@pytest.mark.parametrize(("game", "target"), [("1-4-24", 19), ("2-4-24", 22)])
def test_the_table_shows_every_strategy_as_evaluated(game: str, target: int) -> None:
    table = page(variant=game, target=str(target)).dataframe[0].value
    assert list(table["Strategy"]) == list(labels(target).values())
    for kind, (_, row) in zip(KINDS, table.iterrows(), strict=True):
        chances = mc.evaluate(VARIANTS[game], expected(kind, target))
        mean = chances @ SCORES
        assert row["Average"] == pytest.approx(mean, rel=1e-12), kind
        assert row["Qualifies"] == pytest.approx(1 - chances[0], rel=1e-12)
        assert row["If it qualifies"] == pytest.approx(mean / (1 - chances[0]), rel=1e-12)
        assert row["Spread"] == pytest.approx(np.sqrt(chances @ (SCORES - mean) ** 2), rel=1e-12)
        assert row[f"{target} or more"] == pytest.approx(chances[target:].sum(), rel=1e-12)
        assert row["24"] == pytest.approx(chances[24], rel=1e-12)


def test_numbers_are_shown_in_the_readers_language() -> None:
    for language, mean in (("en", "18.68"), ("nb", "18,68")):
        table = page(lang=language).dataframe[0].proto.arrow_data
        shown = convert_arrow_bytes_to_pandas_df(table.styler.display_values)
        assert mean in shown.iloc[0].tolist()


def test_the_filter_stands_in_the_address_and_leaves_only_what_was_chosen() -> None:
    app = page(only="greedy.card")
    assert list(app.dataframe[0].value["Strategy"]) == ["Greedy", "The index card"]
    app.multiselect(key="several_only").set_value(["own"]).run()
    assert app.query_params["only"] == "own"
    assert list(app.dataframe[0].value["Strategy"]) == ["Your own"]
    app.multiselect(key="several_only").set_value([]).run()
    assert app.query_params["only"] == "all"
    assert len(app.dataframe[0].value) == len(KINDS)


def test_the_first_sentences_name_the_best() -> None:
    said = words(page())
    best = mc.evaluate(mc.MIDNIGHT, expected("perfect"))
    assert (
        f"Highest average score: {decimal(best @ SCORES)}, by Best average · Best chance to qualify." in said
    )
    top = {kind: mc.evaluate(mc.MIDNIGHT, expected(kind))[24] for kind in KINDS}
    first, second = sorted(top, key=top.__getitem__)[:-3:-1]
    assert [first, second] == ["semi-greedy", "greedy"]
    assert (
        f"Most often 24: {100 * top[first]:.3f}%, by Half greedy (just ahead of Greedy with "
        f"{100 * top[second]:.3f}%)." in said
    )
    alone = mc.evaluate(mc.MIDNIGHT, mc.strategies.perfect(mc.goals.at_least(24)))[24]
    assert f"Playing for 24 alone brings it in {100 * alone:.2f}% of turns" in said
    safe = [kind for kind in KINDS if mc.evaluate(mc.MIDNIGHT, expected(kind))[0] < best[0] + 1e-12]
    assert f"95.67%, by {' · '.join(labels()[kind] for kind in safe)}." in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_score_as_target_is_said_once(language: str) -> None:
    app = page(target="24", lang=language)
    assert len(app.dataframe[0].value.columns) == 6
    assert list(app.dataframe[0].value.columns)[-1] == "24"
    said = next(element.value for element in app.markdown if element.value.count("\n- ") == 3)
    assert said.count(" 24:") == 1
    assert not re.search(r"24 (or more|eller mer)", prose(app))


def test_which_strategies_score_alike_is_computed() -> None:
    app = page(own=INDEX_CARD.code)
    assert "every score: Best average · Best chance to qualify." in words(app)
    assert "every score: The index card · Your own." in words(app)
    assert words(app).count("Exactly alike") == 2
    pair = [mc.evaluate_counts(mc.MIDNIGHT, expected(kind)).tolist() for kind in ("perfect", "qualify")]
    assert pair[0] == pair[1]
    assert app.main.get("page_link")[0].proto.page == "safe-or-greedy"


@pytest.mark.usefixtures("english")
def test_the_csv_has_no_column_twice() -> None:
    rows = [strategies_charts.compared(strategy_list.own(INDEX_CARD), mc.MIDNIGHT)]
    head, line = csv.reader(StringIO(strategies_charts.strategies_csv(rows, 24)))
    assert len(set(head)) == len(head) == len(line)
    assert float(line[head.index("p_at_least_24")]) == mc.evaluate(mc.MIDNIGHT, INDEX_CARD.strategy)[24]


@pytest.mark.usefixtures("english")
def test_the_csv_has_full_precision() -> None:
    rows = [strategies_charts.compared(one, mc.MIDNIGHT) for one in strategy_list.known(21)]
    lines = list(csv.DictReader(StringIO(strategies_charts.strategies_csv(rows, 21))))
    assert [line["strategy"] for line in lines] == [one.listed.key for one in rows]
    for kind, line in zip(KINDS, lines, strict=False):
        chances = mc.evaluate(mc.MIDNIGHT, expected(kind, 21))
        assert [float(line[f"p_{score}"]) for score in (0, *range(4, 25))] == chances[
            [0, *range(4, 25)]
        ].tolist()
        assert float(line["mean_score"]) == pytest.approx(chances @ SCORES, rel=1e-14)
        assert float(line["p_at_least_21"]) == pytest.approx(chances[21:].sum(), rel=1e-14)


# ---------------------------------------------------------------------------------------------- the scores
def test_the_overlay_draws_each_strategy_in_its_own_looks() -> None:
    app = page(shown="own.perfect.beat", variant="2-4-24")
    chart = app.get("plotly_chart")[0].proto
    figure = json.loads(chart.spec)
    go.Figure(figure)
    assert [line["name"] for line in figure["data"]] == ["Your own", "Best average", "Best against 19"]
    for kind, line in zip(("own", "perfect", "beat"), figure["data"], strict=True):
        chances = mc.evaluate(mc.TWO_FOUR_24, expected(kind))
        drawn = dict(zip(line["x"], line["y"], strict=True))
        assert drawn.pop(" ") is None
        assert drawn == pytest.approx({str(score): chances[score] for score in (0, *range(4, 25))}, rel=1e-12)
        look = {**strategy_list.by_kind(19), "own": strategy_list.listed(FIRST_OWN)}[kind].look
        assert (line["marker"]["color"], line["marker"]["symbol"], line["line"]["dash"]) == (
            look.colour,
            look.marker,
            look.dash,
        )
    assert chart.alt.startswith("Most often 19 or more (69.8%): Best against 19. Least often nothing")
    assert "**" not in chart.alt


def test_no_two_strategies_look_the_same() -> None:
    looks = [one.look for one in strategy_list.known(19)] + [strategy_list.listed(FIRST_OWN).look]
    assert len(set(looks)) == len(KINDS)


def test_the_strategies_drawn_stand_in_the_address() -> None:
    app = page()
    assert app.multiselect(key="several_shown").value == ["perfect", "at-least", "greedy"]
    app.multiselect(key="several_shown").set_value(["card", "throws-21"]).run()
    assert app.query_params["shown"] == "card.throws-21"
    app.multiselect(key="several_shown").set_value([]).run()
    assert app.query_params["shown"] == "none"
    assert [info.value for info in app.info] == ["Choose a strategy to see its scores."]


# ------------------------------------------------------------------------------------------- head to head
@pytest.mark.parametrize("game", VARIANTS)
def test_the_matrix_has_every_duel(game: str) -> None:
    app = page(variant=game)
    table = re.search(r'<div class="duels".*?</div>', html(app), re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr><th scope=\"row\"><b>\d+</b> (.*?)</th>(.*?)</tr>", table[0])
    assert [unescape(name) for name, _ in rows] == list(labels().values())
    everyone = [mc.evaluate(VARIANTS[game], expected(kind)) for kind in KINDS]
    for one, (_, cells) in zip(everyone, rows, strict=True):
        shown = re.findall(r">([\d.]+)<small>= ([\d.]+)</small>", cells)
        for other, (win, tie) in zip(everyone, shown, strict=True):
            beaten = np.tril(np.outer(one, other), -1).sum()
            assert float(win) == pytest.approx(100 * beaten, abs=0.0501)
            assert float(tie) == pytest.approx(100 * (one @ other), abs=0.0501)


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (
            "beat",
            "perfect",
            "Best against 19 beats Best average: it wins 45.6%, loses 43.5%, and 10.9% are ties.",
        ),
        ("perfect", "beat", "Best average is behind against Best against 19: it wins 43.5%, loses 45.6%"),
        ("greedy", "greedy", "Greedy and Greedy are level: each wins 45.1% of the time"),
        (
            "perfect",
            "qualify",
            "Best average and Best chance to qualify are level: each wins 44.6% of the time",
        ),
    ],
)
def test_a_pair_gets_its_sentence_and_its_frame(one: str, other: str, verdict: str) -> None:
    app = page(one=one, other=other)
    assert verdict in words(app)
    marked = re.findall(r'<td class="marked"[^>]*>([\d.]+)<', html(app))
    wins, _ = mc.analysis.duels([mc.evaluate(mc.MIDNIGHT, expected(kind)) for kind in (one, other)])
    assert marked == [decimal(100 * wins[0, 1], 1)]


def test_who_beats_the_best_average_is_computed() -> None:
    assert "in one turn each: Best against 19." in words(page())
    assert "None of these strategies beats Best average more often" in words(page(target="4"))


def test_a_pair_is_in_the_matrix_even_if_filtered_out() -> None:
    shown = html(page(only="greedy", one="card", other="own"))
    assert re.findall(r"<th scope=\"row\"><b>\d+</b> (.*?)</th>", shown) == [
        "Greedy",
        "The index card",
        "Your own",
    ]


# ----------------------------------------------------------------------------------------- build your own
def metric(app: Any, label: str) -> str:
    return next(one.value for one in app.metric if one.label == label)


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("code", [FIRST_OWN, GREEDY, "r1.2.-3d.a25.1.3", "r1.-.---.---.0.0"])
def test_the_loss_is_that_of_the_slow_evaluation(code: str, game: str) -> None:
    rules = VARIANTS[game]
    app = page(own=code, variant=game)
    loss = exact_loss(rules, read_recipe(code).strategy)
    assert metric(app, "Lost per turn") == decimal(float(loss), 4)
    assert f"{loss.numerator:,} / {loss.denominator:,} points per turn" in words(app)
    assert f"It loses {decimal(float(loss), 4)} points a turn" in words(app)
    row = app.dataframe[0].value.set_index("Strategy").loc["Your own"]
    assert row["Average"] == pytest.approx(mc.evaluate(rules, read_recipe(code).strategy) @ SCORES, rel=1e-12)


@pytest.mark.parametrize("game", VARIANTS)
def test_the_mistakes_lead_to_what_if_with_both_keeps_pinned(game: str) -> None:
    app = page(own=GREEDY, variant=game)
    links = [link.proto.query_string for link in app.main.get("page_link") if "What if" in link.proto.label]
    worst = mistakes(VARIANTS[game], read_recipe(GREEDY), MEAN)
    assert len(links) == len(worst) == 3
    for link, row in zip(links, worst, strict=True):
        position = read_position(link.removeprefix("position="))
        assert (position.rules, position.kept, position.roll) == (VARIANTS[game], row.turn.kept, row.roll)
        solution = mc.solve(VARIANTS[game], MEAN)
        assert solution.best_keep(row.turn, row.roll) == row.best
        pinned = [
            tuple(face for bit, face in enumerate(row.roll) if mask >> bit & 1) for mask in position.pins
        ]
        assert pinned == [row.kept, row.best]
        option = next(one for one in solution.options(row.turn, row.roll) if one.keep == row.kept)
        assert f"Costs {decimal(option.loss, 3)} points when it happens" in words(app)


def test_every_setting_changes_the_strategy_that_the_address_names() -> None:
    app = page()
    steps = (
        ("after_5", Limit(1, together=True), "r1.5.---.-b5.0.0"),
        ("after_4", Limit(0), "r1.5.---.0b5.0.0"),
        ("before_6", ALWAYS, "r1.5.--5.0b5.0.0"),
        ("before_4", Limit(3), "r1.5.3-5.0b5.0.0"),
        ("before_5", NEVER, "r1.5.3-5.0b5.0.0"),
        ("free_dice", 2, "r1.5.3-5.0b5.2.0"),
        ("qualifiers", 3, "r1.3.3-5.0b5.2.0"),
        ("rather_qualifier", True, "r1.3.3-5.0b5.2.2"),
        ("after_6", Limit(2, together=True), "r1.3.3-5.0bc.2.2"),
    )
    for name, value, code in steps:
        app.selectbox(key=f"recipe_{name}").set_value(value).run()
        assert not app.exception
        if name != "before_5":
            assert app.query_params["own"] == code
        loss = loss_per_turn(mc.MIDNIGHT, read_recipe(code), MEAN)
        assert metric(app, "Lost per turn") == decimal(float(loss), 4)
    app.toggle(key="recipe_look_again").set_value(True).run()
    assert app.query_params["own"] == "r1.3.3-5.0bc.2.3"
    again = page(own=app.query_params["own"])
    assert {box.key: box.value for box in again.selectbox} == {box.key: box.value for box in app.selectbox}
    click(app, "own_again")
    assert app.query_params["own"] == FIRST_OWN


def test_a_change_is_evaluated_in_well_under_a_tenth_of_a_second() -> None:
    codes = [f"r1.5.{a}--.{b}15.{free}.1" for a in "012" for b in "-012" for free in "12"]
    start = perf_counter()
    for code in codes:
        recipe = read_recipe(code)
        strategies_charts.compared(strategy_list.own(recipe), mc.MIDNIGHT)
        loss_per_turn(mc.MIDNIGHT, recipe, MEAN)
        mistakes(mc.MIDNIGHT, recipe, MEAN)
    assert (perf_counter() - start) / len(codes) < 0.05


@pytest.mark.parametrize("code", ["nonsense", "r1.9.---.-15.0.0", "<script>alert(1)</script>", "r" * 400])
def test_a_bad_strategy_gets_a_sentence_and_the_default(code: str) -> None:
    app = page(own=code)
    assert len(errors(app)) == 1
    assert errors(app)[0].startswith("The code of a recipe looks like")
    assert "<script>" not in errors(app)[0]
    assert app.query_params["own"] == code
    assert app.selectbox(key="recipe_after_5").value == Limit(1)
    app.selectbox(key="recipe_after_5").set_value(ALWAYS).run()
    assert not errors(app)
    assert app.query_params["own"] == "r1.5.---.-55.0.0"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("shown", ("x", "perfect.perfect", "perfect.nobody", ".", "perfect.", ".".join(KINDS[:6]), "own ")),
        ("only", ("x", "card.card", "all.card", "None")),
        ("one", ("nobody", "at-least-19")),
        ("other", ("", "-1")),
        ("search", ("1",)),
    ],
)
def test_bad_choices_count_as_not_said(name: str, values: tuple[str, ...]) -> None:
    fresh = page()
    for value in values:
        app = at_address(page(), **{name: value})
        assert not errors(app)
        assert prose(app) == prose(fresh), value
        assert app.query_params.get(name) != value


def test_own_strategy_is_kept_when_the_address_names_none() -> None:
    app = page(own=GREEDY)
    at_address(app)
    assert app.query_params["own"] == GREEDY


# ------------------------------------------------------------------------------------------ the index card
@pytest.mark.parametrize(("game", "either"), [("1-4-24", "1 or 4"), ("2-4-24", "2 or 4")])
def test_the_card_says_its_lines_and_its_exact_loss(game: str, either: str) -> None:
    rules = VARIANTS[game]
    app = page(variant=game)
    card = html(app).split("<div class='card'>")[-1]
    assert re.findall(r"<li>(.*?)</li>", card) == [
        f"Keep a missing {either} at once. Until you have both, keep nothing else unless you must.",
        "With both: keep all 6s.",
        "With both: keep all 5s if that leaves at most 1 die to throw.",
        "With both: keep a 4 only as the very last die.",
        "If nothing fits, keep the highest die, then look at the rest again from line 2.",
    ]
    loss = exact_loss(rules, INDEX_CARD.strategy)
    assert 0 < loss <= Fraction(1, 100)
    assert f"The loss is exactly {loss.numerator:,} / {loss.denominator:,}." in words(app)
    assert "this one has 5 lines and loses 0.0034 points a turn." in words(app)


def test_the_search_shows_the_best_card_of_each_length() -> None:
    app = page(search="shown", lang="en")
    figure = json.loads(app.get("plotly_chart")[1].proto.spec)
    go.Figure(figure)
    by_hand = {
        "2": Recipe(after=Faces()),
        "3": Recipe(after=Faces(fives=ALWAYS, sixes=ALWAYS)),
        "4": Recipe(after=Faces(fives=Limit(1, together=True), sixes=ALWAYS)),
        "5": INDEX_CARD,
    }
    losses = {lines: float(exact_loss(mc.MIDNIGHT, recipe.strategy)) for lines, recipe in by_hand.items()}
    assert dict(zip(figure["data"][0]["x"], figure["data"][0]["y"], strict=True)) == pytest.approx(losses)
    assert "2 lines 1.1278, 3 lines 0.1985, 4 lines 0.0784, 5 lines 0.0034." in words(app)
    assert "The search tries 1,024 cards" in words(app)
    assert "1 of them loses at most 0.01 points" in words(app)
    assert "it loses exactly nothing" in words(app)


def test_the_card_can_be_taken_as_own_strategy() -> None:
    app = page()
    click(app, "own_card")
    assert app.query_params["own"] == INDEX_CARD.code
    assert metric(app, "Lost per turn") == "0.0034"
    assert app.toggle(key="recipe_look_again").value is True


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        (
            Recipe(before=Faces(sixes=ALWAYS), free_dice=2),
            [
                "Keep a missing 1 or 4 at once.",
                "Of the other dice, keep at most as many as leave 2 dice to throw for each qualifier still "
                "missing now.",
                "From the start: keep as many 6s as you may.",
                "If nothing fits, keep the highest die.",
            ],
        ),
        (
            Recipe(
                before=Faces(sixes=Limit(4)),
                after=Faces(Limit(2, together=True), Limit(2, together=True), ALWAYS),
                qualifiers=3,
                rather_qualifier=True,
            ),
            [
                "Keep a missing 1 or 4, or both together, if that leaves at most 3 dice to throw.",
                "With both: keep all 6s.",
                "With both: keep all 5s if that leaves at most 2 dice to throw.",
                "With both: keep all 4s if that leaves at most 2 dice to throw.",
                "Before you have both: keep all 6s if the first of them leaves at most 4 dice to throw.",
                "If nothing fits, keep a missing qualifier (the lower of two), else the highest die.",
            ],
        ),
        (
            Recipe(after=Faces(sixes=Limit(0, together=True)), qualifiers=-1),
            [
                "Treat a missing 1 or 4 like any other die. Until you have both, keep nothing else unless "
                "you must.",
                "With both: keep all 6s if that ends the turn.",
                "If nothing fits, keep the highest die.",
            ],
        ),
    ],
)
def test_a_recipe_in_words(recipe: Recipe, said: list[str]) -> None:
    assert recipe_builder.lines(recipe, mc.MIDNIGHT) == said


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("limit", recipe_builder.LIMITS)
def test_a_recipe_takes_as_many_lines_as_it_counts(limit: Limit) -> None:
    for free_dice in (0, 2):
        recipe = Recipe(before=Faces(sixes=limit), after=Faces(limit, Limit(2)), free_dice=free_dice)
        assert len(recipe_builder.lines(recipe, mc.MIDNIGHT)) == recipe.lines


@pytest.mark.usefixtures("english")
def test_every_limit_has_words_of_its_own() -> None:
    assert len({recipe_builder._limit(limit) for limit in recipe_builder.LIMITS}) == 12
    every = {Limit(left, together) for left in range(-1, 6) for together in (False, True)}
    assert set(recipe_builder.LIMITS) == every


# ------------------------------------------------------------------------------- the words, played literally
FIRST = re.compile(
    r"(?:Keep a missing (?P<faces>\d or \d)(?: at once|, or both together, if (?P<when>.*?))"
    r"|Treat a missing \d or \d like any other die)\."
    r"(?P<waits> Until you have both, keep nothing else unless you must\.)?"
)
FREE = re.compile(
    r"Of the other dice, keep at most as many as leave (\d) (?:die|dice) to throw for each qualifier still "
    r"missing now\."
)
KEEP = re.compile(
    r"(?P<phase>From the start|With both|Before you have both): keep "
    r"(?:a (?P<last>\d) only as the very last die"
    r"|(?:all (?P<all>\ds(?: and \ds)*)|as many (?P<many>\ds(?:, then \ds)*) as you may)"
    r"(?:,? if (?P<when>.*))?)\."
)
LAST = re.compile(
    r"If nothing fits, keep (?P<rather>a missing qualifier \(the lower of two\), else )?the highest die"
    r"(?P<again>, then look at the rest again from line 2)?\."
)
WHEN = re.compile(
    r"(?P<ends>that ends the turn)|(?P<who>that|the first of them) leaves at most (?P<left>\d) (?:die|dice) "
    r"to throw"
)


class Reader:
    """Somebody who has the card, knows what a missing qualifier is, and does what the lines say, in order."""

    def __init__(self, said: list[str], required: tuple[int, ...]) -> None:
        self.said, self.required = said, required

    def keep(self, kept: tuple[int, ...], roll: tuple[int, ...]) -> tuple[int, ...]:
        self.kept, self.chosen, self.rest = kept, [], list(roll)
        first, last = FIRST.fullmatch(self.said[0]), LAST.fullmatch(self.said[-1])
        assert first
        assert last
        self.waits = first["waits"]
        thrown = [face for face in self.missing() if face in roll]
        if first["faces"] and (not first["when"] or self.allows(first["when"], len(thrown))):
            assert first["faces"] == " or ".join(map(str, self.required))
            self.take(thrown)
        self.others()
        if not self.chosen:
            qualifiers = [face for face in self.missing() if face in roll] if last["rather"] else []
            self.take([min(qualifiers) if qualifiers else max(roll)])
            if last["again"]:
                self.others()
        return tuple(sorted(self.chosen))

    def missing(self) -> list[int]:
        return [face for face in self.required if face not in (*self.kept, *self.chosen)]

    def take(self, dice: list[int]) -> None:
        for face in dice:
            self.rest.remove(face)
            self.chosen.append(face)

    def allows(self, when: str, count: int) -> bool:
        found = WHEN.fullmatch(when)
        assert found, when
        if found["ends"]:
            return count == len(self.rest)
        return len(self.rest) - (count if found["who"] == "that" else 1) <= int(found["left"])

    def others(self) -> None:
        if self.waits and self.missing():
            return
        stay_free = 0
        for line in self.said[1:-1]:
            if free := FREE.fullmatch(line):
                stay_free = int(free[1]) * len(self.missing())
                continue
            step = KEEP.fullmatch(line)
            assert step, line
            if step["phase"] != "From the start" and (step["phase"] == "With both") == bool(self.missing()):
                continue
            for face in map(int, re.findall(r"\d", step["last"] or step["all"] or step["many"])):
                count = self.rest.count(face)
                if not step["all"]:
                    count = min(count, max(len(self.rest) - stay_free, 0))
                if step["last"] and len(self.rest) > 1:
                    continue
                if count and (not step["when"] or self.allows(step["when"], count)):
                    self.take([face] * count)


def random_recipe(random: Random) -> Recipe:
    every = [NEVER, ALWAYS, *recipe_builder.LIMITS]

    def some() -> Faces:
        return Faces(*random.choices(every, k=3))

    before = random.choice([Faces(), Faces(sixes=ALWAYS), some()])
    return Recipe(
        before=before,
        after=random.choice([before, some(), some()]),
        qualifiers=random.choice([5, 5, *range(-1, 5)]),
        free_dice=random.choice([0, 0, 1, 2, 3]),
        rather_qualifier=random.random() < 0.5,
        look_again=random.random() < 0.5,
    )


def assert_played_as_said(
    recipe: Recipe, rules: mc.Rules, dealt: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    said = recipe_builder.lines(recipe, rules)
    assert len(said) == recipe.lines
    reader, strategy = Reader(said, rules.required), recipe.strategy
    for kept, roll in dealt:
        assert reader.keep(kept, roll) == strategy.keep(mc.Turn(rules, kept), roll), (said, kept, roll)


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize(
    "code",
    [
        *("r1.5.---.-bb.0.0", "r1.5.---.-11.0.0", "r1.5.---.eee.0.1", "r1.5.---.-2c.0.0", "r1.5.---.515.0.0"),
        *("r1.0.5--.--5.2.1", "r1.2.c24.b-3.1.3", "r1.-.555.5-5.1.1", INDEX_CARD.code),
    ],
)
def test_a_card_says_what_is_played_of_every_roll(code: str, game: str) -> None:
    every = [
        (kept, roll)
        for dice in range(1, 7)
        for kept in combinations_with_replacement(range(1, 7), 6 - dice)
        for roll in combinations_with_replacement(range(1, 7), dice)
    ]
    some = Random(code).sample(every, 4000)
    assert_played_as_said(read_recipe(code), VARIANTS[game], some)


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("seed", range(4))
def test_any_card_says_what_is_played(seed: int) -> None:
    random = Random(seed)
    for _ in range(75):
        dealt = []
        for _ in range(60):
            dice = random.choices(range(1, 7), k=6)
            before = random.randrange(6)
            dealt.append((tuple(sorted(dice[:before])), tuple(sorted(dice[before:]))))
        assert_played_as_said(random_recipe(random), random.choice(list(VARIANTS.values())), dealt)


@pytest.mark.usefixtures("english")
def test_the_script_says_the_cards_as_the_page_does() -> None:
    for recipe in family():
        assert script.lines(recipe) == recipe_builder.lines(recipe, mc.MIDNIGHT)


# -------------------------------------------------------------------------------------------- the whole page
@pytest.mark.parametrize("game", VARIANTS)
def test_the_prose_follows_the_rules(game: str) -> None:
    app = page(variant=game)
    said = words(app) + " ".join(caption.value for caption in app.caption) + html(app)
    either = " or ".join(map(str, VARIANTS[game].required))
    assert set(re.findall(r"missing (\d or \d)", said)) == {either}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_both_languages(language: str) -> None:
    app = page(lang=language, search="shown", own=GREEDY, variant="2-4-24")
    headers = [
        catalogue(language).gettext(one) for one in ("Build your own", "The index card", "Head to head")
    ]
    assert set(headers) <= {header.value for header in app.header}
    loss = f"{float(exact_loss(mc.TWO_FOUR_24, read_recipe(GREEDY).strategy)):.4f}"
    assert metric(app, catalogue(language).gettext("Lost per turn")) == (
        loss if language == "en" else loss.replace(".", ",")
    )
    for chart in app.get("plotly_chart"):
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40


def test_the_code_and_the_page_agree() -> None:
    app = page(own=GREEDY, one="own", other="card", target="21")
    outputs = [code.value for code in app.code if "import midnight_core" not in code.value]
    loss = exact_loss(mc.MIDNIGHT, read_recipe(GREEDY).strategy)
    assert any(repr(loss) in output for output in outputs)
    duel = mc.analysis.duel(
        mc.evaluate(mc.MIDNIGHT, expected("own", own=GREEDY)), mc.evaluate(mc.MIDNIGHT, INDEX_CARD.strategy)
    )
    assert str({"win": round(duel.win, 4), "tie": round(duel.tie, 4), "loss": round(duel.loss, 4)}) in outputs
    assert repr(exact_loss(mc.MIDNIGHT, INDEX_CARD.strategy)) in outputs[-1]
    by_name = [literal_eval(output) for output in outputs if output.startswith("{'perfect'")]
    average, qualifies, target_or_more, nothing, _ = by_name
    table = app.dataframe[0].value.set_index("Strategy")
    for kind, label in labels(21).items():
        row = table.loc[label]
        assert average[kind] == pytest.approx(row["Average"], abs=5e-5), kind
        assert qualifies[kind] == pytest.approx(row["Qualifies"], abs=5e-7)
        assert target_or_more[kind] == pytest.approx(row["21 or more"], abs=5e-7)
        assert nothing[kind] == pytest.approx(1 - row["Qualifies"], abs=5e-7)


def test_the_notebook_has_the_pages_prose(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Lesson] = []

    def take_home(lesson: Lesson) -> None:
        made.append(lesson)

    monkeypatch.setattr(Lesson, "take_home", take_home)
    page(own=GREEDY)
    book = json.loads(made[0].notebook())
    text = "\n".join("".join(cell["source"]) for cell in book["cells"])
    assert "# Strategies compared" in text
    loss = decimal(float(exact_loss(mc.MIDNIGHT, read_recipe(GREEDY).strategy)), 4)
    assert f"It loses **{loss} points** a turn against perfect play" in text
    assert f"own = '{GREEDY}'" in text
    assert "**What each of them does**" in text
    assert "most_likely" in text
    for line in recipe_builder.lines(read_recipe(GREEDY), mc.MIDNIGHT):
        assert f"1. {line}\n" in text
    for only_on_the_page in ("tables above", "address of this page", "Draw some strategies"):
        assert only_on_the_page not in text
