"""What lies ahead in a match: everybody's equity under the model of the players that the module states."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import MIDNIGHT, TWO_FOUR_24, Turn, evaluate, goals, solve
from midnight_core.field import Field
from midnight_core.goals import Goal
from midnight_core.match import BOTS, PERSON, WINNER, Match, Setup
from midnight_core.outlook import (
    FIELD,
    PLAY_OFF,
    RACE,
    ROUND,
    deciding_score,
    expected_chips,
    outlook,
    timeline,
    unsolved_race,
)
from midnight_core.race import solve_race
from midnight_core.rounds import solve_round
from midnight_core.sheet import Race, Rounds
from midnight_core.strategies import NAMED

SCORES = (0, *range(4, 25))
CLOSE = 1e-12
FORMS = (
    *(Rounds(count, tie) for count in (1, 4) for tie in ("rollover", "extra", "again")),
    *(Race(target, finish) for target in (8, 12) for finish in ("round", "immediate")),
)
CHEAP_BOTS = (WINNER, "perfect", "greedy")


def table(form, seats=(PERSON, PERSON), **agreed):
    """Return a match of which seat 0 begins."""
    return Match(Setup(2417, seats, form, **{"first": 0} | agreed))


def noted(match, *scores):
    for score in scores:
        match = match.note(score)
    return match


@cache
def positions(seed):
    """Return 40 matches of all kinds, between two turns; few different scores, so many are level."""
    return list(random_positions(Random(seed)))


def random_positions(random):
    for number in range(40):
        form = FORMS[number % len(FORMS)]
        size = random.choice([2, 2, 3, 4, 8])
        seats = tuple(random.choice([PERSON, PERSON, *CHEAP_BOTS]) for _ in range(size))
        rules = random.choice([MIDNIGHT, MIDNIGHT, TWO_FOUR_24])
        match = Match(Setup(random.randint(1, 10**6), seats, form, rules))
        for _ in range(random.randrange(3 * size)):
            after = match.note(random.choice([0, 0, 5, 19, 19, random.choice(SCORES)]))
            match = match if after.is_over else after
        yield match


def chances_of(match, ahead):
    """Return how the mover's score is distributed in the model."""
    if match.kind not in (PERSON, WINNER):
        return evaluate(match.setup.rules, NAMED[match.kind])
    if ahead.model == FIELD:
        return evaluate(match.setup.rules, NAMED["perfect"])
    return solve(match.setup.rules, ahead.goal).distribution(Turn(match.setup.rules))


# ------------------------------------------------------------------------------- what holds in every position


def test_every_way_to_play_comes_up():
    seen = {outlook(match).model for match in positions(1)}
    assert seen == {ROUND, PLAY_OFF, RACE, FIELD}


@pytest.mark.parametrize("seed", range(4))
def test_the_shares_sum_to_one_and_the_goal_is_the_movers_own(seed):
    for match in positions(seed):
        ahead = outlook(match)
        assert ahead.equity.shape == (len(match.order),)
        assert ahead.equity.sum() == pytest.approx(1, abs=CLOSE)
        assert (ahead.equity >= 0).all()
        assert ahead.by_score.shape == (25, len(match.order))
        assert not ahead.by_score[1:4].any()
        for score in SCORES:
            assert ahead.by_score[score].tolist() == ahead.after(score).tolist()
            assert ahead.by_score[score].sum() == pytest.approx(1, abs=CLOSE)
            assert ahead.goal.payoff[score] == pytest.approx(ahead.by_score[score, match.mover], abs=CLOSE)


@pytest.mark.parametrize("seed", range(4))
def test_equity_is_the_mean_over_the_movers_scores(seed):
    for match in positions(seed):
        ahead = outlook(match)
        assert chances_of(match, ahead) @ ahead.by_score == pytest.approx(ahead.equity, abs=1e-10), match.code


@pytest.mark.parametrize("seed", range(4))
def test_within_a_sitting_what_a_score_leads_to_is_what_lies_ahead_then(seed):
    for match in positions(seed):
        ahead = outlook(match)
        for score in (0, 5, 19, 24):
            after = match.note(score)
            if len(after.turns) == len(match.turns) + 1 and after.scores:
                assert outlook(after).equity == pytest.approx(ahead.after(score), abs=1e-10)


def test_nothing_lies_ahead_of_a_match_that_is_over():
    assert outlook(noted(table(Rounds(1)), 17, 18)) is None


def test_what_lies_ahead_is_before_the_turn_also_when_it_is_under_way():
    match = noted(table(Rounds(2), (PERSON,) * 3), 17)
    begun = match.throw().keep(1).throw()
    assert outlook(begun).equity.tolist() == outlook(match).equity.tolist()
    assert outlook(begun).goal == outlook(match).goal


def test_neither_the_dice_nor_the_stakes_change_what_lies_ahead():
    seats = (PERSON, "greedy", WINNER)
    one = noted(Match(Setup(5, seats, Rounds(3), ante=0, first=1)), 17)
    other = noted(Match(Setup(99, seats, Rounds(3), ante=40, first=1)), 17)
    assert outlook(one).equity.tolist() == outlook(other).equity.tolist()


# -------------------------------------------------------------------------------------------- a round, solved


@pytest.mark.parametrize(("tie", "solved_as"), [("extra", "extra"), ("again", "replay")])
@pytest.mark.parametrize("rules", [MIDNIGHT, TWO_FOUR_24])
@pytest.mark.parametrize("kinds", [(PERSON,) * 3, (PERSON, "greedy", WINNER, "throws-21")])
def test_a_round_is_worth_what_the_solver_of_rounds_says(kinds, rules, tie, solved_as):
    followed = [NAMED.get(kind) for kind in kinds]
    solved = solve_round(rules, len(kinds), solved_as, strategies=followed)
    match = noted(table(Rounds(5, tie), kinds, rules=rules), *([23] + [4] * (len(kinds) - 1)))
    assert match.round == 2
    for score in (19, 19, None):
        ahead = outlook(match)
        assert ahead.model == ROUND
        assert ahead.equity == pytest.approx(solved.equities(match.scores), abs=CLOSE)
        assert ahead.goal == solved.goal(match.scores)
        match = match if score is None else match.note(score)


def test_the_last_round_with_a_pot_that_rolls_over_ends_in_equal_shares():
    solved = solve_round(MIDNIGHT, 3, "rollover")
    ahead = outlook(table(Rounds(1), (PERSON,) * 3))
    assert ahead.equity == pytest.approx(solved.equity, abs=CLOSE)
    assert ahead.equity == pytest.approx([0.309265, 0.329198, 0.361538], abs=5e-7)


class ByHand:
    """A round with a pot that rolls over, by recursion over the sheet and without the solver of rounds."""

    def __init__(self, rules, kinds, again):
        self.rules, self.kinds, self.again = rules, kinds, again
        self.known = {}

    def shares(self, scores=()):
        if len(scores) == len(self.kinds):
            best = max(scores)
            level = [seat for seat, score in enumerate(scores) if score == best]
            if best == 0 or len(level) > 1:
                return np.array(self.again)
            return np.eye(len(scores))[level[0]]
        # Earlier scores below the best are all the same.
        alike = tuple(score if score == max(scores) else 0 for score in scores)
        if alike not in self.known:
            by_score = np.zeros((25, len(self.kinds)))
            for own in SCORES:
                by_score[own] = self.shares((*alike, own))
            self.known[alike] = self.chances(by_score[:, len(scores)], self.kinds[len(scores)]) @ by_score
        return self.known[alike]

    def chances(self, payoff, kind):
        if kind in NAMED:
            return evaluate(self.rules, NAMED[kind])
        return solve(self.rules, Goal("own", tuple(payoff))).distribution(Turn(self.rules))


@cache
def by_hand(rules, kinds, rounds_left):
    """Return the round before so many others, solved back from the last one."""
    seats = len(kinds)
    if not rounds_left:
        return ByHand(rules, kinds, (1 / seats,) * seats)
    return ByHand(rules, kinds, tuple(by_hand(rules, kinds, rounds_left - 1).shares().tolist()))


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "kinds",
    [
        (PERSON, PERSON),
        (WINNER, PERSON),
        (PERSON, "greedy"),
        ("greedy", PERSON),
        ("greedy", "perfect"),
        (PERSON, "greedy", "throws-21"),
    ],
)
def test_a_pot_that_rolls_over_is_worth_what_the_rounds_left_make_of_it(kinds, rounds):
    for round_number in range(1, rounds + 1):
        # Whoever won the rounds before has no part in what this one is worth.
        before = ([24] + [0] * (len(kinds) - 1)) * (round_number - 1)
        match = noted(table(Rounds(rounds), kinds), *before)
        solved = by_hand(MIDNIGHT, kinds, rounds - round_number)
        for scores in ((), (0,), (17,), (24,)):
            ahead = outlook(noted(match, *scores))
            assert ahead.equity == pytest.approx(solved.shares(scores), abs=1e-10)


def test_what_is_in_the_pot_already_does_not_change_its_shares():
    rolled = noted(table(Rounds(4)), 19, 19)
    won = noted(table(Rounds(4)), 24, 4)
    assert (rolled.carried, won.carried) == (1, 0)
    assert outlook(rolled).equity.tolist() == outlook(won).equity.tolist()


def test_many_rounds_ahead_are_as_good_as_all_of_them():
    kinds = ("greedy", "greedy")
    assert by_hand(MIDNIGHT, kinds, 49).shares() == pytest.approx(
        outlook(table(Rounds(50), kinds)).equity, abs=1e-9
    )


def test_more_rounds_to_come_are_worth_more_to_the_better_seat():
    one, many = (outlook(table(Rounds(count), (PERSON, PERSON))).equity for count in (1, 8))
    assert one[1] > 0.5
    assert many[1] > one[1], "what rolls over is played for again, and again the second seat is ahead"


# ------------------------------------------------------------------------------------------------ extra turns


def test_extra_turns_are_between_those_who_are_level():
    match = noted(table(Rounds(3, "extra"), (PERSON,) * 4, first=1), 20, 7, 20, 0)
    assert (match.sitting, match.playing) == ("extra", (1, 3))
    ahead, solved = outlook(match), solve_round(MIDNIGHT, 2, "play-off")
    assert ahead.model == PLAY_OFF
    assert ahead.equity == pytest.approx([0, solved.equity[0], 0, solved.equity[1]], abs=CLOSE)
    after = outlook(match.note(15))
    assert after.equity == pytest.approx([0, *(solved.equities((15,))[[0]]), 0, solved.equities((15,))[1]])
    assert after.goal == solved.goal((15,))


def test_bots_play_extra_turns_by_their_own_strategy():
    kinds = (PERSON, "greedy", WINNER, "throws-21")
    match = noted(table(Rounds(3, "extra"), kinds), 20, 20, 5, 20)
    solved = solve_round(MIDNIGHT, 3, "play-off", strategies=(None, NAMED["greedy"], NAMED["throws-21"]))
    assert outlook(match).equity == pytest.approx(np.insert(solved.equity, 2, 0), abs=CLOSE)


@pytest.mark.parametrize("seats", [3, 4])
def test_among_people_a_tie_is_worth_what_the_extra_turns_are(seats):
    match = noted(table(Rounds(2, "extra"), (PERSON,) * seats, first=1), *([20] * (seats - 1)))
    ahead, extra = outlook(match), match.note(20)
    assert extra.sitting == "extra"
    assert ahead.after(20) == pytest.approx(outlook(extra).equity, abs=1e-10)


@pytest.mark.parametrize("kinds", [(PERSON, PERSON), (PERSON, "greedy"), ("greedy", PERSON)])
def test_a_tie_at_the_end_of_a_race_of_two_is_worth_what_its_extra_turns_are(kinds):
    match = noted(table(Race(8), kinds), 10)
    extra = match.note(10)
    assert extra.sitting == "extra"
    assert outlook(match).after(10) == pytest.approx(outlook(extra).equity, abs=1e-10)


# ------------------------------------------------------------------------------------------------------ races


@pytest.mark.parametrize("finish", ["round", "immediate"])
@pytest.mark.parametrize("kinds", [(PERSON, PERSON), (PERSON, "greedy"), ("perfect", WINNER)])
@pytest.mark.parametrize("first", [0, 1])
def test_a_race_of_two_is_worth_what_the_solver_of_races_says(first, kinds, finish):
    order = (first, 1 - first)
    race = solve_race(MIDNIGHT, 12, finish, strategies=[NAMED.get(kinds[seat]) for seat in order])
    match = table(Race(12, finish), kinds, first=first)
    for score in (0, 5, 6, 0):
        totals = tuple(match.totals[seat] for seat in order)
        mover = len(match.scores)
        ahead = outlook(match)
        assert ahead.model == RACE
        assert ahead.equity[first] == pytest.approx(race.chance(totals, mover), abs=CLOSE)
        assert ahead.goal == race.goal(totals, mover)
        match = match.note(score)


def test_a_race_to_a_hundred_is_the_shipped_one():
    match = noted(table(Race(), (PERSON, WINNER)), 20, 15, 17, 24)
    assert outlook(match).equity[0] == pytest.approx(solve_race(MIDNIGHT).win[37, 39], abs=CLOSE)


def test_a_race_that_is_not_at_hand_tells_how_far_it_is():
    told = []
    match = table(Race(11), ("semi-greedy", PERSON), rules=mc.Rules((3, 6)))
    _key, solve_it = unsolved_race(match)
    solve_it(told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    told.clear()
    solve_it(told.append)
    assert told == [], "it is at hand now"
    assert unsolved_race(match) is None
    assert outlook(match).model == RACE


def test_a_race_that_is_over_has_to_be_solved_to_be_looked_back_on():
    match = noted(table(Race(9), ("semi-greedy", PERSON), rules=mc.Rules((3, 6))), 24, 0)
    assert match.is_over
    assert unsolved_race(match) is not None
    assert unsolved_race(noted(table(Rounds(1)), 17, 18)) is None


@pytest.mark.parametrize("finish", ["round", "immediate"])
@pytest.mark.parametrize("first", [0, 2])
def test_a_race_of_more_is_a_field_in_the_order_of_playing(first, finish):
    kinds = (PERSON, "greedy", WINNER, "throws-21")
    order = (*range(first, 4), *range(first))
    chances = [evaluate(MIDNIGHT, NAMED.get(kinds[seat], NAMED["perfect"])) for seat in order]
    field = Field(40, finish, chances)
    match = table(Race(40, finish), kinds, first=first)
    for score in (20, 0, 18, 5, 19, 0):
        totals, played = [match.totals[seat] for seat in order], len(match.scores)
        ahead = outlook(match)
        assert ahead.model == FIELD
        assert ahead.equity[list(order)] == pytest.approx(field.chances(totals, played), abs=CLOSE)
        assert ahead.goal == field.goal(totals, played)
        match = match.note(score)


# --------------------------------------------------------------------------------------- who sits where


@pytest.mark.parametrize("form", FORMS[3:], ids=repr)
def test_when_another_seat_begins_the_shares_move_with_the_players(form):
    kinds = (PERSON, "greedy", WINNER)
    for first in range(3):
        moved = tuple(kinds[(seat - first) % 3] for seat in range(3))
        one, other = table(form, kinds), table(form, moved, first=first)
        for score in (5, 0):
            assert np.roll(outlook(one).equity, first) == pytest.approx(outlook(other).equity, abs=CLOSE)
            assert outlook(one).goal == outlook(other).goal
            one, other = one.note(score), other.note(score)


@pytest.mark.parametrize("form", [Rounds(3), Rounds(3, "again"), Race(8), Race(8, "immediate")], ids=repr)
@pytest.mark.parametrize("bot", ["greedy", "one-at-a-time", "semi-greedy"])
def test_a_bot_that_only_scores_well_leaves_more_to_the_others(bot, form):
    for seat in (0, 1):
        kinds = [PERSON, PERSON]
        kinds[seat] = bot
        against_best = outlook(table(form)).equity
        assert outlook(table(form, tuple(kinds))).equity[seat] < against_best[seat]


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != WINNER])
def test_what_a_bot_does_with_the_last_turn_is_its_own_strategy(bot):
    chances = evaluate(MIDNIGHT, NAMED[bot])
    ahead = outlook(noted(table(Rounds(1), (PERSON, bot)), 17))
    level = chances[17] / 2
    assert ahead.equity == pytest.approx([chances[:17].sum() + level, chances[18:].sum() + level], abs=CLOSE)


def test_a_person_is_taken_to_play_as_the_bot_that_plays_to_win():
    for form in FORMS:
        people, bots = table(form), table(form, (WINNER, WINNER))
        assert outlook(people).equity.tolist() == outlook(bots).equity.tolist()


# --------------------------------------------------------------------------------------------- over the match


LINES = {
    "rollover": ((17, 20, 0, 19, 19, 4, 0, 0, 0), {"won", "rollover", "shared"}),
    "extra": ((17, 20, 0, 19, 19, 4, 0, 0, 24, 24, 24, 4, 0, 0, 0, 4, 5, 6), {"won", "extra", "again"}),
    "again": ((17, 20, 0, 19, 19, 4, 0, 0, 0, 4, 5, 6, 24, 23, 22), {"won", "again"}),
}


@pytest.mark.parametrize("tie", LINES)
def test_the_line_over_a_match_of_rounds(tie):
    scores, outcomes = LINES[tie]
    match = noted(table(Rounds(3, tie), (PERSON,) * 3, first=1), *scores)
    assert match.is_over
    lines = timeline(match)
    assert lines.shape == (len(scores) + 1, 3)
    assert lines.sum(axis=1) == pytest.approx(np.ones(len(lines)), abs=CLOSE)
    seen, finished = set(), 0
    for number, line in enumerate(lines):
        there = match.after(number)
        rows = [row for row in there.sheet if row.outcome != "open"]
        just_ended = rows[-1].outcome if len(rows) > finished else "open"
        seen.add(just_ended)
        finished = len(rows)
        if just_ended == "won":
            wanted = np.eye(3)[rows[-1].leaders[0]]
        elif just_ended == "shared":
            wanted = np.full(3, 1 / 3)
        else:
            wanted = outlook(there).equity
        assert line == pytest.approx(wanted, abs=1e-10), number
    assert seen == {"open", *outcomes}


@pytest.mark.parametrize("finish", ["round", "immediate"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_line_over_a_race_ends_with_its_winner(seats, finish):
    match = table(Race(40, finish), (PERSON,) * seats, first=1)
    random = Random(3)
    while not match.is_over:
        match = match.note(random.choice(SCORES))
    lines = timeline(match)
    assert lines.shape == (len(match.turns) + 1, seats)
    assert lines[-1] == pytest.approx(np.eye(seats)[match.winners[0]], abs=CLOSE)
    for number in range(len(match.turns)):
        assert lines[number] == pytest.approx(outlook(match.after(number)).equity, abs=1e-10)


def test_a_shared_last_pot_is_the_end_of_the_line():
    match = noted(table(Rounds(1), (PERSON,) * 4), 0, 0, 0, 0)
    assert timeline(match)[-1].tolist() == [0.25] * 4


# ----------------------------------------------------------------------------- which score decides


def test_the_deciding_score_is_the_one_that_adds_most():
    random, seen = Random(17), set()
    for match in positions(1):
        rules, goal = match.setup.rules, outlook(match).goal
        options = solve(rules, goal).options(Turn(rules), random.choices(range(1, 7), k=6))
        best, other = options[0], random.choice(options[1:])
        adds = {}
        for below, score in pairwise(SCORES):
            reached = [sum(option.distribution[score:]) for option in (best, other)]
            adds[score] = (goal.payoff[score] - goal.payoff[below]) * (reached[0] - reached[1])
        assert sum(adds.values()) == pytest.approx(best.value - other.value, abs=1e-12)
        score = deciding_score(goal, best, other)
        assert adds[score] == pytest.approx(max(adds.values()), abs=1e-15)
        seen.add(score)
    assert len(seen) > 5


@pytest.mark.parametrize("target", [4, 17, 24])
def test_for_a_goal_of_one_step_that_step_decides(target):
    goal = goals.at_least(target)
    options = solve(MIDNIGHT, goal).options(Turn(MIDNIGHT), (1, 2, 3, 4, 6, 6))
    assert deciding_score(goal, options[0], options[-1]) == target


@pytest.mark.parametrize("form", [Rounds(8), Rounds(8, "extra"), Race(100)], ids=repr)
def test_everybodys_equity_after_any_keep_agrees_with_the_keeps_value(form):
    due = noted(table(form, (PERSON,) * 8), 17, 19, 0, 20).throw()
    ahead = outlook(due)
    options = solve(MIDNIGHT, ahead.goal).options(due.game.turn, due.game.roll)
    shares = np.array([option.distribution for option in options]) @ ahead.by_score
    assert shares[:, due.mover] == pytest.approx([option.value for option in options], abs=1e-10)


# ------------------------------------------------------------------------------------- chips in the end

BY_THE_END = (
    *(Rounds(count, tie) for count in (1, 3) for tie in ("rollover", "extra", "again")),
    Race(12, "round"),
    Race(12, "immediate"),
)


def in_the_midst(form, kinds, seed, count=12):
    """Yield matches that have got somewhere, and one that is over."""
    random = Random(seed)
    match = table(form, kinds, first=random.randrange(len(kinds)), ante=random.choice([1, 3, 20]))
    while not match.is_over:
        if len(match.turns) < count or len(match.turns) % 7 == 0:
            yield match
        match = match.note(random.choice([0, 19, 19, *SCORES]))
    yield match


@pytest.mark.parametrize("form", BY_THE_END, ids=repr)
@pytest.mark.parametrize(
    "kinds",
    [(PERSON, PERSON), (PERSON, "greedy"), ("greedy", "perfect"), (PERSON, PERSON, PERSON), (PERSON,) * 8],
    ids=lambda kinds: "".join(kind[0] for kind in kinds),
)
def test_no_turn_changes_the_expected_chips_on_average_and_the_end_is_what_was_won(form, kinds):
    """Together these two hold of nothing but the true mean of what everybody will have."""
    for match in in_the_midst(form, kinds, seed=len(kinds), count=12 if len(kinds) < 8 else 4):
        rows = expected_chips(match)
        assert rows.shape == (len(match.turns) + 1, len(kinds))
        assert rows.sum(axis=1) == pytest.approx(np.zeros(len(rows)), abs=1e-9)
        if match.is_over:
            assert rows[-1] == pytest.approx(match.chips, abs=1e-9)
            continue
        ahead = outlook(match)
        if ahead.model == FIELD and form.finish == "round":
            continue  # a tie is taken for equal shares there
        chances = chances_of(match, ahead)
        after = np.zeros((25, len(kinds)))
        for score in SCORES:
            after[score] = expected_chips(match.note(score))[-1]
        assert chances @ after == pytest.approx(rows[-1], abs=1e-7 * match.setup.ante), match.code


def test_each_row_of_the_expected_chips_is_that_of_its_own_turn():
    match = noted(table(Rounds(3), (PERSON,) * 3, ante=5), 17, 20, 0, 19, 19, 4, 24)
    rows = expected_chips(match)
    for number, row in enumerate(rows):
        assert row.tolist() == expected_chips(match.after(number))[-1].tolist()


def test_the_expected_chips_of_bots_are_what_they_have_when_every_score_is_played_out():
    """Over two rounds, by the scores alone: no outlook, and none of the engine."""
    first, second = (evaluate(MIDNIGHT, NAMED[kind]) for kind in ("greedy", "perfect"))
    wins = np.array([first @ np.append(0, second.cumsum()[:-1]), second @ np.append(0, first.cumsum()[:-1])])
    level = 1 - wins.sum()
    swing = wins[0] - wins[1]
    # Of the first seat: alone, it wins an ante a round; a pot of 4 after a round without a winner.
    one_round = swing
    two_rounds = swing + one_round + level * swing
    for count, wanted in ((1, one_round), (2, two_rounds)):
        rows = expected_chips(table(Rounds(count), ("greedy", "perfect"), ante=7))
        assert rows[0] == pytest.approx([7 * wanted, -7 * wanted], abs=1e-9)
    # Where ties are played off there is a winner at last.
    for tie in ("again", "extra"):
        rows = expected_chips(table(Rounds(4, tie), ("greedy", "perfect"), ante=7))
        assert rows[0, 0] == pytest.approx(4 * 7 * swing / (1 - level), abs=1e-9)


def test_bots_win_as_many_chips_as_is_expected_of_them():
    kinds, ante, games = ("greedy", "perfect", "throws-21"), 2, 2000
    random = np.random.default_rng(11)
    drawn = {
        kind: random.choice(25, size=40 * games, p=evaluate(MIDNIGHT, NAMED[kind])).tolist() for kind in kinds
    }
    won = np.zeros((games, 3))
    for game in range(games):
        match = table(Rounds(3), kinds, ante=ante, first=1)
        while not match.is_over:
            match = match.note(drawn[match.kind].pop())
        won[game] = match.chips
    expected = expected_chips(table(Rounds(3), kinds, ante=ante, first=1))[0]
    error = won.std(axis=0) / games**0.5
    assert (abs(won.mean(axis=0) - expected) < 4 * error).all()
    assert (abs(expected) > 0).all()


def test_a_race_is_for_one_pot():
    match = noted(table(Race(12), (PERSON, PERSON), ante=10), 5)
    rows = expected_chips(match)
    assert rows == pytest.approx(20 * timeline(match) - 10, abs=1e-9)


def test_without_stakes_nobody_expects_chips():
    assert not expected_chips(noted(table(Rounds(3), ante=0), 17, 20, 4)).any()
