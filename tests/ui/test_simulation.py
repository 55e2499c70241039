"""The simulation lab: its numbers are the laboratory's, however a run is cut, stopped or continued."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit as st

import midnight_core as mc
from midnight_core.laboratory import (
    difference,
    estimate,
    fit,
    play,
    rows,
    running_counts,
    running_pairs,
    slow_motion,
)
from midnight_core.recipes import INDEX_CARD, Recipe
from midnight_ui import lab, lab_charts, snippets, strategy_list
from midnight_ui.goal_picker import DEFAULT_TARGET
from tests.ui.screen import (
    LANGUAGES,
    VARIANTS,
    at_address,
    charts,
    click,
    errors,
    labels,
    opened,
    prose,
    words,
)

PAGE = "pages/explore/simulation.py"
PERFECT = mc.strategies.NAMED["perfect"]
RIVAL = mc.strategies.NAMED["qualifiers-then-sixes"]
SEED = 24
OWN = Recipe().code


def laboratory(**address: str) -> Any:
    return opened(PAGE, **address)


def run_of(app: Any) -> lab.Run:
    run: lab.Run = app.session_state["lab_run"]
    return run


def progress(app: Any) -> str:
    (bar,) = app.get("progress")
    return str(bar.proto.text)


def pairs(turns: int, seed: int = SEED, rules: mc.Rules = mc.MIDNIGHT) -> Any:
    *_, last = running_pairs(rules, PERFECT, RIVAL, turns, seed)
    return last


class Steps:
    """What a run goes through on the page, and a press of Stop in the middle of a step."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[int] = []
        self.stop_at = 0
        played = lab.Run.played

        def step(run: lab.Run, turns: int, most: int = lab.STEP) -> lab.Run:
            after = played(run, turns, most)
            if turns > lab.AT_ONCE:
                self.seen.append(after.turns)
                if len(self.seen) == self.stop_at:
                    st.session_state["lab_asked"] = None
            return after

        monkeypatch.setattr(lab.Run, "played", step)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(monkeypatch)


def choose(app: Any, key: str, value: str) -> None:
    box = app.selectbox(key=key) if key.startswith("one_of_") else app.pills(key=key)
    box.set_value(value).run()
    assert not app.exception, app.exception[0].value


def exact_mean(rules: mc.Rules, strategy: mc.Strategy = PERFECT) -> float:
    return float(mc.evaluate(rules, strategy) @ np.arange(25))


# The run


def test_the_page_opens_with_a_finished_run() -> None:
    app = laboratory()
    assert np.array_equal(run_of(app).counts[-1], pairs(lab.AT_ONCE))
    assert not {"run", "stop"} & labels(app).keys()
    found = estimate(pairs(lab.AT_ONCE).sum(axis=1))
    reach = 1.96 * found.error
    assert (
        f"After 10,000 turns the average score is {found.mean:.3f}, give or take {reach:.3f}. The interval "
        f"from {found.mean - reach:.3f} to {found.mean + reach:.3f} covers the exact "
        f"{exact_mean(mc.MIDNIGHT):.3f}."
    ) in words(app)


def test_a_large_run_waits_to_be_asked_for_and_comes_in_steps(steps: Steps) -> None:
    app = laboratory(turns="1000000")
    assert run_of(app).turns == lab.AT_ONCE
    assert not steps.seen
    assert labels(app)["run"] == "Run"
    assert "10,000 of 1,000,000 turns are played." in progress(app)
    click(app, "run")
    assert len(steps.seen) >= 4
    assert steps.seen == sorted(set(steps.seen))
    assert np.array_equal(run_of(app).counts[-1], pairs(1_000_000))
    assert not {"run", "stop"} & labels(app).keys()
    assert "After 1,000,000 turns" in prose(app)
    assert "All 1,000,000 turns are played." in progress(app)


def test_stop_keeps_what_is_done_and_go_on_ends_as_if_it_had_not_been_stopped(steps: Steps) -> None:
    app = laboratory(turns="1000000", seed="5")
    steps.stop_at = 2
    click(app, "run")
    done = run_of(app).turns
    assert steps.seen[-1] == done
    assert lab.AT_ONCE < done < 1_000_000
    assert np.array_equal(run_of(app).counts[-1], pairs(done, seed=5))
    app.run()
    assert run_of(app).turns == done
    assert f"After {done:,} turns" in prose(app)
    assert f"Of {done:,} turns" in prose(app)
    assert f"Over the same {done:,} turns" in prose(app)
    assert labels(app)["run"] == "Go on"
    assert "stop" not in labels(app)
    click(app, "run")
    assert np.array_equal(run_of(app).counts[-1], pairs(1_000_000, seed=5))


def test_what_a_run_shows_on_its_way_is_the_laboratorys(monkeypatch: pytest.MonkeyPatch) -> None:
    app = laboratory(turns="1000000")
    half = run_of(app).played(600_000, 590_000)
    app.session_state["lab_run"] = half
    app.session_state["lab_asked"] = half.experiment, 1_000_000
    # The run breaks off before its next step, with the page drawn.
    monkeypatch.setattr(lab.Run, "played", lambda run, turns, _=0: st.stop() if turns > 600_000 else run)
    app.run()
    assert progress(app) == "600,000 of 1,000,000 turns, running"
    assert labels(app).keys() >= {"stop"}
    assert "run" not in labels(app)
    shown = max(mark for mark in lab.CHECKPOINTS[::3] if mark <= 600_000)
    found = estimate(pairs(shown).sum(axis=1))
    assert f"After {shown:,} turns the average score is {found.mean:.3f}" in words(app)
    assert f"Of {shown:,} turns" in prose(app)
    click(app, "stop")
    assert "After 600,000 turns" in prose(app)
    assert run_of(app).turns == 600_000


def test_fewer_turns_show_the_run_as_it_was_then_and_more_go_on_from_where_it_is() -> None:
    app = laboratory(turns="100000")
    click(app, "run")
    choose(app, "segments_turns", "1000")
    found = estimate(pairs(1000).sum(axis=1))
    assert f"After 1,000 turns the average score is {found.mean:.2f}" in words(app)
    assert charts(app)[1]["data"][0]["y"][0] == pairs(1000)[0].sum() / 1000
    assert not {"run", "stop"} & labels(app).keys()
    choose(app, "segments_turns", "1000000")
    assert run_of(app).turns == 100_000
    assert labels(app)["run"] == "Go on"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("one_of_strategy", "greedy"),
        ("one_of_against", "nobody"),
        ("segments_variant", "2-4-24"),
        ("segments_turns", "10000000"),
    ],
)
def test_something_else_is_played_only_when_asked(steps: Steps, key: str, value: str) -> None:
    app = laboratory(turns="100000")
    click(app, "run")
    steps.seen.clear()
    choose(app, key, value)
    assert run_of(app).turns == (100_000 if key == "segments_turns" else lab.AT_ONCE)
    assert not steps.seen
    assert "run" in labels(app)


def test_other_dice_are_another_seed_which_stands_in_the_address() -> None:
    app = laboratory(seed="9999")
    click(app, "other_seed")
    assert app.query_params["seed"] == "1"
    assert np.array_equal(run_of(app).counts[-1], pairs(lab.AT_ONCE, seed=1))


@pytest.mark.parametrize("other", [None, RIVAL])
def test_a_run_does_not_depend_on_its_steps(other: mc.Strategy | None) -> None:
    played = lab.Experiment(mc.TWO_FOUR_24, PERFECT, other, 7)
    whole, steps = lab.Run(played).played(5000), lab.Run(played)
    for most in (1, 9, 10, 11, 700, 10_000):
        steps = steps.played(5000, most)
    assert whole.turns == steps.turns == 5000
    assert len(whole.counts) == len(steps.counts)
    for one, another in zip(whole.counts, steps.counts, strict=True):
        assert np.array_equal(one, another)
        *_, direct = running_counts(mc.TWO_FOUR_24, PERFECT, int(one.sum()), 7)
        assert np.array_equal(one if other is None else one.sum(axis=1), direct)
    assert [int(counts.sum()) for counts in whole.counts[:-1]] == [n for n in lab.CHECKPOINTS if n < 5000]
    assert steps.played(5000).turns == steps.played(100).turns == 5000


def test_checkpoints_hold_every_number_of_turns_that_can_be_asked_for() -> None:
    assert set(lab.TURNS) <= set(lab.CHECKPOINTS)
    assert list(lab.CHECKPOINTS) == sorted(set(lab.CHECKPOINTS))


# What it says


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faces", VARIANTS)
def test_every_exact_value_follows_the_variant(faces: str, language: str) -> None:
    rules = VARIANTS[faces]
    app = laboratory(lang=language, variant=f"{rules.required[0]}-4-24", turns="1000")
    chances = mc.evaluate(rules, PERFECT)
    mean = exact_mean(rules)
    comma = "," if language == "nb" else "."
    assert f"{mean:.6f}".replace(".", comma) in words(app)
    band, scores, gap = charts(app)
    assert band["data"][-1]["y"] == pytest.approx([mean, mean])
    assert scores["data"][1]["y"] == [chances[score] for score in (0, *range(4, 25))]
    assert gap["data"][-1]["x"] == pytest.approx([mean - exact_mean(rules, RIVAL)] * 2)
    p_value = fit(pairs(1000, rules=rules).sum(axis=1), chances).p_value
    assert f"{p_value:.3f}".replace(".", comma) in words(app)


def test_the_curve_and_its_band_are_the_estimates_at_the_checkpoints() -> None:
    band = charts(laboratory(turns="1000"))[0]["data"]
    low, high, line, _ = band
    assert line["x"] == [turns for turns in lab.CHECKPOINTS if turns <= 1000]
    for place, turns in enumerate(line["x"]):
        found = estimate(pairs(turns).sum(axis=1))
        assert line["y"][place] == found.mean
        assert low["y"][place] == found.mean - 1.96 * found.error
        assert high["y"][place] == found.mean + 1.96 * found.error


def seed_with(wanted: Any) -> int:
    """Return the first seed whose fit after 1,000 turns is as wanted."""
    chances = mc.evaluate(mc.MIDNIGHT, PERFECT)
    for seed in range(1, 9999):
        *_, counts = running_counts(mc.MIDNIGHT, PERFECT, 1000, seed)
        if wanted(estimate(counts), fit(counts, chances)):
            return seed
    raise AssertionError("There is no such seed.")


@pytest.mark.parametrize(
    ("least", "below", "says"),
    [
        (0.05, 1.1, "That is nothing unusual."),
        (0.001, 0.05, "one run in 20 looks as odd as 5% or less, by pure chance"),
        (0, 0.001, "in less than one run in 1,000"),
    ],
)
def test_a_p_value_is_said_in_words(least: float, below: float, says: str) -> None:
    seed = seed_with(lambda _, tested: least <= tested.p_value < below)
    assert says in words(laboratory(turns="1000", seed=str(seed)))


@pytest.mark.parametrize("covers", [True, False])
def test_whether_the_interval_covers_the_exact_value_is_said_as_it_is(covers: bool) -> None:
    exact = exact_mean(mc.MIDNIGHT)
    seed = seed_with(lambda found, _: (abs(found.mean - exact) <= 1.96 * found.error) == covers)
    said = words(laboratory(turns="1000", seed=str(seed)))
    assert f"{'covers' if covers else 'misses'} the exact {exact:.2f}" in said


def test_two_strategies_on_the_same_dice() -> None:
    said = words(laboratory(turns="1000", seed="3"))
    found = difference(pairs(1000, seed=3))
    assert f"“Best average” scored {found.mean:.3f} points more a turn than “Qualifiers, then sixes”" in said
    assert f"give or take {1.96 * found.error:.3f} on the same dice" in said
    assert f"{1.96 * found.error_unpaired:.3f} on separate dice" in said
    assert f"{found.narrowing:.1f} times narrower; they are worth {found.narrowing**2:.0f} times" in said
    app = laboratory(turns="1000", seed="3")
    shares = [metric.value for metric in app.metric]
    assert shares == [f"{100 * share:.1f}%" for share in (found.better, found.same, found.worse)]
    intervals = charts(app)[2]["data"][:2]
    assert [bar["error_x"]["array"] for bar in intervals] == [
        [1.96 * found.error],
        [1.96 * found.error_unpaired],
    ]


def test_the_worse_strategy_first_is_said_to_score_less() -> None:
    said = words(laboratory(strategy="greedy", against="perfect"))
    assert re.search(r"“Greedy” scored \d\.\d+ points less a turn than “Best average”", said)


def test_two_that_play_alike_leave_nothing_to_luck() -> None:
    app = laboratory(strategy="perfect", against="perfect")
    assert "ended exactly 0 points apart" in words(app)
    assert "they are worth" not in words(app)


def test_nobody_on_the_same_dice_leaves_the_comparison_out() -> None:
    app = laboratory(against="nobody")
    assert len(charts(app)) == 2
    assert [info.value for info in app.info] == ["Choose above who else plays on the same dice."]
    assert run_of(app).counts[-1].shape == (25,)
    assert np.array_equal(run_of(app).counts[-1], pairs(lab.AT_ONCE).sum(axis=1))


# The slow turn


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faces", VARIANTS)
def test_a_slow_turn_is_the_one_that_was_counted(faces: str, language: str) -> None:
    rules = VARIANTS[faces]
    app = laboratory(lang=language, variant=f"{rules.required[0]}-4-24", turn_no="3", turns="100")
    throws = slow_motion(rules, PERFECT, SEED, 2)
    for move in range(1, 2 * len(throws) + 1):
        throw = throws[(move - 1) // 2]
        bold = re.findall(r"\*\*([\d\s]+)\*\*", prose(app))
        assert "\N{NO-BREAK SPACE}".join(map(str, throw.roll)) in bold
        if move % 2 == 0:
            assert "\N{NO-BREAK SPACE}".join(map(str, throw.kept)) in bold
            points = throw.after.score if throw.after.is_over else throw.after.points
            assert str(points) in bold
        if move < 2 * len(throws):
            click(app, "slow_next")
    assert app.query_params["seen"] == str(2 * len(throws))
    mean = play(rules, PERFECT, rows(SEED, 0, 3)).mean()
    assert f"**{mean:.2f}**".replace(".", "," if language == "nb" else ".") in prose(app)
    assert app.button(key="slow_next").disabled
    click(app, "slow_back")
    first_two = play(rules, PERFECT, rows(SEED, 0, 2)).mean()
    assert f"**{first_two:.2f}**".replace(".", "," if language == "nb" else ".") in prose(app)
    assert app.query_params["seen"] == str(2 * len(throws) - 1)
    click(app, "slow_turn")
    assert (app.query_params["turn_no"], app.query_params["seen"]) == ("4", "1")


def test_a_slow_turn_names_the_qualifiers_that_are_missing() -> None:
    for rules in VARIANTS.values():
        throws = slow_motion(rules, PERFECT, SEED, 0)
        missing = " and ".join(map(str, throws[0].turn.missing))
        app = laboratory(variant=f"{rules.required[0]}-4-24")
        assert f"Still missing: {missing}." in words(app)


# The address


@pytest.mark.parametrize("junk", ["", "nonsense", "-1", "9" * 400, "<script>", "[x](javascript:x)", "**b**"])
def test_what_the_address_says_wrongly_does_no_harm(junk: str) -> None:
    names = ("strategy", "against", "own", "turns", "seed", "turn_no", "seen")
    app = laboratory(**dict.fromkeys(names, junk))
    assert np.array_equal(run_of(app).counts[-1], pairs(lab.AT_ONCE))
    assert len(errors(app)) == bool(junk)
    assert all("<script>" not in error and "[x](" not in error for error in errors(app))


@pytest.mark.parametrize("name", ["own", "strategy", "against"])
def test_the_readers_own_strategy_can_be_chosen(name: str) -> None:
    app = laboratory(**{name: OWN})
    assert f"Your own ({OWN})" in app.selectbox(key="one_of_strategy").options
    assert f"Your own ({OWN})" in app.selectbox(key="one_of_against").options
    choose(app, "one_of_strategy", OWN)
    assert run_of(app).experiment.strategy == Recipe().strategy
    assert app.query_params["strategy"] == OWN


def test_a_target_in_the_address_makes_a_perfect_strategy_for_it() -> None:
    app = laboratory(strategy="at-least-22", against="beat-7")
    played = run_of(app).experiment
    assert played.strategy == mc.strategies.perfect(mc.goals.at_least(22))
    assert played.other == mc.strategies.perfect(mc.goals.beat(7))


def test_another_address_on_the_same_page_is_followed() -> None:
    app = laboratory(turns="1000", seed="3")
    at_address(app, turns="100", seed="8", strategy="greedy")
    assert "After 100 turns" in prose(app)
    assert run_of(app).experiment.seed == 8


# Figures, CSV, code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turns", ["100", "10000"])
def test_plotly_accepts_the_figures_and_their_alternatives_are_the_findings(
    turns: str, language: str
) -> None:
    app = laboratory(turns=turns, lang=language, strategy="card", against="semi-greedy")
    drawn = app.get("plotly_chart")
    assert len(drawn) == 3
    for chart in drawn:
        go.Figure(json.loads(chart.proto.spec))
        assert chart.proto.alt in prose(app)
    assert charts(app)[0]["data"][2]["line"]["color"] == strategy_list.listed("card").look.colour


def test_luck_reaches_as_far_as_it_does_in_95_of_100_runs() -> None:
    chances = mc.evaluate(mc.MIDNIGHT, PERFECT)
    assert lab_charts.luck(np.array([0.5, 0.1]), 100).tolist() == pytest.approx([0.098, 0.0588])
    common = chances > 0.02
    reach = lab_charts.luck(chances, 1000)
    inside = []
    for seed in range(1, 201):
        *_, counts = running_counts(mc.MIDNIGHT, PERFECT, 1000, seed)
        inside.append(np.abs(counts / 1000 - chances)[common] <= reach[common])
    assert 0.93 < np.mean(inside) < 0.97


@pytest.mark.parametrize("other", [None, RIVAL])
def test_the_csv_holds_every_count_in_full_precision(other: mc.Strategy | None) -> None:
    run = lab.opened(None, lab.Experiment(mc.MIDNIGHT, PERFECT, other, SEED), 1000)
    table = list(csv.DictReader(StringIO(lab.counts_csv(run))))
    for strategy in (PERFECT, *([other] if other else [])):
        lines = [line for line in table if line["strategy"] == strategy.name]
        *_, counts = running_counts(mc.MIDNIGHT, strategy, 1000, SEED)
        chances = mc.evaluate(mc.MIDNIGHT, strategy)
        assert [int(line["score"]) for line in lines] == [0, *range(4, 25)]
        assert [int(line["observed"]) for line in lines] == counts[[0, *range(4, 25)]].tolist()
        for line in lines:
            assert float(line["probability"]) == chances[int(line["score"])]
            assert float(line["expected"]) == 1000 * chances[int(line["score"])]
    assert len(table) == 22 * (2 if other else 1)


@pytest.mark.usefixtures("english")
def test_every_strategy_can_be_written_as_code() -> None:
    keys = [each.key for each in strategy_list.known(DEFAULT_TARGET)]
    for key in (*keys, "at-least-4", "beat-24", OWN, INDEX_CARD.code):
        written = snippets.written(lab.source(key))
        assert eval(written, {"mc": mc}) == strategy_list.listed(key).strategy


@pytest.mark.parametrize("faces", VARIANTS)
def test_the_code_gives_the_numbers_of_the_page(faces: str) -> None:
    rules = VARIANTS[faces]
    app = laboratory(variant=f"{rules.required[0]}-4-24", turns="1000", seed="8", strategy="card")
    *_, counts = running_counts(rules, INDEX_CARD.strategy, 1000, 8)
    shown = [code.value for code in app.code]
    assert str(counts.tolist()) in shown
    assert f"strategy = {lab.source('card')}" in "\n".join(shown)
    found, tested = estimate(counts), fit(counts, mc.evaluate(rules, INDEX_CARD.strategy))
    exact = exact_mean(rules, INDEX_CARD.strategy)
    assert repr((round(found.mean, 4), round(1.96 * found.error, 4), round(exact, 4))) in shown
    assert repr((round(tested.statistic, 2), tested.freedom, round(tested.p_value, 3))) in shown


def test_the_code_of_a_large_run_plays_fewer_turns_and_says_so() -> None:
    app = laboratory(turns="1000000", against="nobody")
    click(app, "run")
    assert "turns = 100000\n" in "\n".join(code.value for code in app.code)
    assert "The code plays the first 100,000 turns only" in prose(app)
