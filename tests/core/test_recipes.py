"""Recipes: legal, what their settings say, evaluated right, and the index card."""

import pickle
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import midnight_core as mc
from midnight_core import recipes
from midnight_core.recipes import ALWAYS, INDEX_CARD, NEVER, Faces, Limit, Recipe, read_recipe
from midnight_core.rolls import keep_table, multiplicities
from tests.reference import naive

RULES = [mc.MIDNIGHT, mc.TWO_FOUR_24, mc.Rules((3, 6)), mc.Rules((5, 6))]
MEAN = mc.goals.mean_score()
TURNS = 200_000
UNLIKELY = 1e-3

FIVES_AND_SIXES = Faces(fives=ALWAYS, sixes=ALWAYS)
LIKE_NAMED = {
    "throws-21": Recipe(after=Faces()),
    "qualifiers-then-sixes": Recipe(),
    "qualifiers-then-fives-and-sixes": Recipe(after=FIVES_AND_SIXES),
    "greedy": Recipe(before=Faces(sixes=ALWAYS)),
    "greedy-with-fives": Recipe(before=FIVES_AND_SIXES, after=FIVES_AND_SIXES),
    "semi-greedy": Recipe(before=Faces(sixes=ALWAYS), free_dice=2),
}
ODD = {
    # Every setting away from its usual place.
    "late": Recipe(
        before=Faces(Limit(2), Limit(3, together=True), Limit(4)),
        after=Faces(Limit(0, together=True), Limit(2, together=True), NEVER),
        qualifiers=2,
        free_dice=1,
        rather_qualifier=True,
        look_again=True,
    ),
    "never": Recipe(before=Faces(), after=Faces(fours=ALWAYS), qualifiers=-1, look_again=True),
    "held back": Recipe(
        before=Faces(Limit(1, together=True), Limit(4, together=True), ALWAYS), free_dice=1, look_again=True
    ),
    "card": INDEX_CARD,
}

limits = st.builds(Limit, st.integers(-1, 5), st.booleans())
faces = st.builds(Faces, limits, limits, limits)
some_recipes = st.builds(
    Recipe, faces, faces, st.integers(-1, 5), st.integers(0, 5), st.booleans(), st.booleans()
)
some_rules = st.sets(st.integers(1, 6), min_size=2, max_size=2).map(lambda pair: mc.Rules(tuple(pair)))


def by_hand(recipe, required, kept, roll):
    """Treat one roll as the docstring of `Recipe` says, with lists only."""
    chosen, rest = [], list(roll)

    def still_missing():
        return [face for face in required if face not in kept + tuple(chosen)]

    def take(face):
        chosen.append(face)
        rest.remove(face)

    def others():
        missing = len(still_missing())
        part = recipe.before if missing else recipe.after
        for face, limit in ((6, part.sixes), (5, part.fives), (4, part.fours)):
            dice = min(rest.count(face), max(len(rest) - recipe.free_dice * missing, 0))
            if dice and len(rest) - (dice if limit.together else 1) <= limit.left:
                for _ in range(dice):
                    take(face)

    thrown_qualifiers = [face for face in still_missing() if face in roll]
    if len(roll) - len(thrown_qualifiers) <= recipe.qualifiers:
        for face in thrown_qualifiers:
            take(face)
    others()
    if not chosen:
        take(min(thrown_qualifiers) if thrown_qualifiers and recipe.rather_qualifier else max(roll))
        if recipe.look_again:
            others()
    return tuple(sorted(chosen))


def mean(counts):
    return Fraction(sum(score * count for score, count in enumerate(counts.tolist())), 6**21)


@given(some_rules, some_recipes, st.data())
@settings(max_examples=300)
def test_a_keep_is_what_the_settings_say(rules, recipe, data):
    kept = tuple(sorted(data.draw(st.lists(st.integers(1, 6), max_size=5))))
    dice = 6 - len(kept)
    roll = tuple(sorted(data.draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))))
    assert recipe.strategy.keep(mc.Turn(rules, kept), roll) == by_hand(recipe, rules.required, kept, roll)


@pytest.mark.parametrize("recipe", ODD.values(), ids=ODD)
@pytest.mark.parametrize("rules", RULES, ids=["14", "24", "36", "56"])
def test_every_keep_is_legal_and_what_the_settings_say_everywhere(recipe, rules):
    rule = recipe.strategy.rule
    for kept in naive.positions():
        turn = mc.Turn(rules, kept)
        for roll in naive.rolls(turn.dice_left):
            keep = rule(turn, roll)
            assert keep in mc.legal_keeps(roll), (kept, roll)
            assert keep == by_hand(recipe, rules.required, kept, roll), (kept, roll)


@given(some_rules, some_recipes)
def test_every_recipe_has_a_legal_keep_for_every_position_and_roll(rules, recipe):
    tables = recipes.recipe_policy(rules, recipe)
    for dice in range(1, 7):
        rolls = np.arange(len(multiplicities(dice)))
        assert (keep_table(dice).rolls[tables[dice]] == rolls).all()
    assert recipes.recipe_counts(rules, recipe).sum() == 6**21


def test_a_recipe_is_deterministic():
    recipe = ODD["late"]
    first = recipes.recipe_policy(mc.MIDNIGHT, recipe)
    recipes._policy.cache_clear()
    again = recipes.recipe_policy(mc.MIDNIGHT, read_recipe(recipe.code))
    assert all((ours == theirs).all() for ours, theirs in zip(first, again, strict=True))
    assert not any(table.flags.writeable for table in again[1:])


@given(some_recipes)
def test_a_code_is_read_back(recipe):
    assert read_recipe(recipe.code) == recipe
    assert re.fullmatch(r"[A-Za-z0-9._~-]{1,20}", recipe.code)


@given(st.from_regex(r"r1\.[-0-5]\.[-0-5a-e]{3}\.[-0-5a-e]{3}\.[0-5]\.[0-3]", fullmatch=True))
def test_a_recipe_has_one_code(code):
    assert read_recipe(code).code == code


def test_equal_recipes_are_equal_strategies():
    assert Recipe(after=Faces(sixes=Limit(5, together=True))) == Recipe()
    assert Recipe(after=Faces(fours=Limit(-1, together=True), sixes=ALWAYS)) == Recipe()
    assert read_recipe("r1.5.---.--5.0.0").strategy == Recipe().strategy
    assert Recipe().strategy != INDEX_CARD.strategy
    assert pickle.loads(pickle.dumps(INDEX_CARD.strategy)) == INDEX_CARD.strategy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r1",
        "r2.5.---.0b5.0.1",
        "r1.6.---.0b5.0.1",
        "r1.a.---.0b5.0.1",
        "r1.5.---.0f5.0.1",
        "r1.5.---.0b5.6.1",
        "r1.5.---.0b5.0.4",
        "r1.5.---.0b5.0.1.",
        "r1.5.---.0b5.0.1\n",
        " r1.5.---.0b5.0.1",
        "R1.5.---.0b5.0.1",
        "r1.5.---.0B5.0.1",
        "r1.٥.---.0b5.0.1",
        "r1.5.--.0b5.0.1",
        "<script>",
        "r" * 10_000,
    ],
)
def test_a_bad_code_is_refused(text):
    with pytest.raises(
        mc.InputError, match=r"^The code of a recipe looks like r1\.5\.---\.0b5\.0\.1, not .*\.$"
    ):
        read_recipe(text)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Limit(6), "not 6"),
        (lambda: Limit(-2), "-1 for never, not -2"),
        (lambda: Limit(1.0), "not 1.0"),
        (lambda: Limit(True), "not True"),
        (lambda: Limit(None), "not None"),
        (lambda: Limit(1, together=1), "together must be of type bool, not 1"),
        (lambda: Faces(sixes=5), "sixes must be of type Limit, not 5"),
        (lambda: Recipe(before=NEVER), "before must be of type Faces"),
        (lambda: Recipe(after=None), "after must be of type Faces, not None"),
        (lambda: Recipe(qualifiers=6), "0 to 5 dice left to throw"),
        (lambda: Recipe(qualifiers="5"), "not '5'"),
        (lambda: Recipe(free_dice=6), "0 to 5, not 6"),
        (lambda: Recipe(free_dice=-1), "0 to 5, not -1"),
        (lambda: Recipe(free_dice=0.5), "not 0.5"),
        (lambda: Recipe(look_again=1), "look_again must be of type bool, not 1"),
        (lambda: Recipe(rather_qualifier="no"), "rather_qualifier must be of type bool, not 'no'"),
        (lambda: read_recipe(None), "text must be of type str, not None"),
        (lambda: read_recipe(10**5000), "text must be of type str"),
        (lambda: read_recipe(b"r1.5.---.0b5.0.1"), "text must be of type str"),
        (lambda: recipes.recipe_policy((1, 4), INDEX_CARD), "rules must be of type Rules"),
        (lambda: recipes.recipe_counts(mc.MIDNIGHT, []), "recipe must be of type Recipe"),
        (lambda: recipes.loss_per_turn(mc.MIDNIGHT, "greedy", MEAN), "recipe must be of type Recipe"),
        (lambda: recipes.loss_per_turn(mc.MIDNIGHT, INDEX_CARD, 19), "goal must be of type Goal"),
        (lambda: recipes.mistakes(mc.MIDNIGHT, INDEX_CARD, None), "goal must be of type Goal"),
        (lambda: recipes.mistakes(mc.MIDNIGHT, INDEX_CARD, MEAN, -1), "0 or more, not -1"),
        (lambda: recipes.mistakes(mc.MIDNIGHT, INDEX_CARD, MEAN, 1.5), "0 or more, not 1.5"),
    ],
)
def test_bad_settings_are_refused(call, says):
    with pytest.raises(mc.InputError) as caught:
        call()
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("name", LIKE_NAMED)
@pytest.mark.parametrize("rules", RULES, ids=["14", "24", "36", "56"])
def test_recipes_of_named_strategies_have_the_same_outcome(name, rules):
    named = mc.evaluate_counts(rules, mc.strategies.NAMED[name]).tolist()
    assert recipes.recipe_counts(rules, LIKE_NAMED[name]).tolist() == named


@pytest.mark.parametrize("recipe", ODD.values(), ids=ODD)
def test_the_fast_evaluation_is_the_slow_one(recipe):
    assert (
        recipes.recipe_counts(mc.MIDNIGHT, recipe).tolist()
        == mc.evaluate_counts(mc.MIDNIGHT, recipe.strategy).tolist()
    )


@pytest.mark.parametrize("recipe", [INDEX_CARD, ODD["late"]], ids=["card", "late"])
def test_evaluation_is_what_forward_enumeration_finds(recipe):
    expected = naive.outcome((1, 4), lambda kept, roll: by_hand(recipe, (1, 4), kept, roll))
    counts = recipes.recipe_counts(mc.MIDNIGHT, recipe).tolist()
    assert counts == [chance * 6**21 for chance in expected]


@pytest.mark.parametrize("recipe", [INDEX_CARD, ODD["late"]], ids=["card", "late"])
def test_simulation_agrees(recipe):
    counts = mc.simulate(mc.MIDNIGHT, recipe.strategy, TURNS, np.random.default_rng(7))
    expected = recipes.recipe_counts(mc.MIDNIGHT, recipe) / 6**21 * TURNS
    common = expected >= 10
    rare = expected[~common].sum()
    seen, due = counts[common], expected[common]
    if rare > 0:
        seen, due = np.append(seen, counts[~common].sum()), np.append(due, rare)
    assert stats.chisquare(seen, due).pvalue > UNLIKELY


@cache
def reached(recipe):
    """Return the chance that a turn played by hand comes to each position, by plain enumeration."""
    chances = Counter()
    for rolls_made in range(6):
        for kept, chance in naive.forward(
            lambda kept, roll: by_hand(recipe, (1, 4), kept, roll), rolls_made
        ).items():
            if len(kept) < 6:
                chances[kept] += chance
    return chances


@pytest.mark.parametrize("recipe", [INDEX_CARD, LIKE_NAMED["greedy"]], ids=["card", "greedy"])
@pytest.mark.parametrize("goal", [MEAN, mc.goals.beat(18)], ids=["mean", "beat 18"])
def test_mistakes_are_what_enumeration_finds(recipe, goal):
    twin = naive.Naive((1, 4), goal.payoff)
    rows = []
    for kept, chance in reached(recipe).items():
        for roll, ways in naive.rolls(6 - len(kept)).items():
            keep, best = by_hand(recipe, (1, 4), kept, roll), twin.ranked(kept, roll)[0]
            loss = (
                twin.worth(naive.with_more(kept, best)).value - twin.worth(naive.with_more(kept, keep)).value
            )
            if loss:
                rows.append((kept, roll, keep, best, chance * ways / 6 ** len(roll), loss))
    rows.sort(key=lambda row: (-row[4] * row[5], len(row[0]), row[0], row[1]))
    found = [
        (row.turn.kept, row.roll, row.kept, row.best, row.probability, row.loss)
        for row in recipes.mistakes(mc.MIDNIGHT, recipe, goal, most=len(rows) + 1)
    ]
    assert found == rows
    assert sum(row[4] * row[5] for row in rows) == recipes.loss_per_turn(mc.MIDNIGHT, recipe, goal)


def test_three_mistakes_are_shown_unless_asked_otherwise():
    worst = recipes.mistakes(mc.MIDNIGHT, LIKE_NAMED["greedy"], MEAN)
    assert len(worst) == 3
    assert [row.cost for row in worst] == sorted((row.cost for row in worst), reverse=True)
    assert recipes.mistakes(mc.MIDNIGHT, LIKE_NAMED["greedy"], MEAN, most=0) == ()
    assert all(row.loss > 0 < row.probability for row in worst)


GOALS = [
    MEAN,
    mc.goals.qualify(),
    mc.goals.at_least(22),
    mc.goals.beat(0),
    # Not monotone, negative, in thirds that floats do not hit, and too large for 64 bits.
    mc.Goal("odd", tuple((-1) ** score * score / 3 for score in range(25))),
    mc.Goal("huge", tuple(10**9 * score for score in range(25))),
]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
@pytest.mark.parametrize("recipe", [INDEX_CARD, ODD["late"]], ids=["card", "late"])
def test_the_costs_of_all_mistakes_are_the_loss(goal, recipe):
    loss = recipes.loss_per_turn(mc.TWO_FOUR_24, recipe, goal)
    everything = recipes.mistakes(mc.TWO_FOUR_24, recipe, goal, most=10**6)
    assert sum(row.cost for row in everything) == loss
    chances = mc.evaluate(mc.TWO_FOUR_24, recipe.strategy)
    best = mc.solve(mc.TWO_FOUR_24, goal).value(mc.Turn(mc.TWO_FOUR_24))
    assert float(loss) == pytest.approx(best - float(chances @ goal.payoff), rel=1e-9, abs=1e-9 * abs(best))


def test_perfect_play_has_no_mistakes():
    recipe, goal = LIKE_NAMED["throws-21"], mc.goals.qualify()
    assert recipes.loss_per_turn(mc.MIDNIGHT, recipe, goal) == 0
    assert recipes.mistakes(mc.MIDNIGHT, recipe, goal) == ()


@pytest.mark.parametrize(
    ("faces", "steps"),
    [
        (Faces(), ()),
        (INDEX_CARD.after, ((ALWAYS, (6,)), (Limit(1, together=True), (5,)), (Limit(0), (4,)))),
        (Faces(ALWAYS, ALWAYS, ALWAYS), ((ALWAYS, (6, 5, 4)),)),
        (Faces(ALWAYS, NEVER, ALWAYS), ((ALWAYS, (6, 4)),)),
        (Faces(ALWAYS, Limit(1), ALWAYS), ((ALWAYS, (6,)), (Limit(1), (5,)), (ALWAYS, (4,)))),
        (Faces(Limit(2), Limit(2), ALWAYS), ((ALWAYS, (6,)), (Limit(2), (5,)), (Limit(2), (4,)))),
        (Faces(ALWAYS, NEVER, Limit(1)), ((Limit(1), (6,)), (ALWAYS, (4,)))),
    ],
)
def test_faces_are_steps_in_the_order_of_play(faces, steps):
    assert faces.steps == steps
    assert Recipe(after=faces).lines == 2 + len(steps)


@pytest.mark.parametrize(
    ("recipe", "lines"),
    [
        (Recipe(after=Faces()), 2),
        (Recipe(), 3),
        (LIKE_NAMED["qualifiers-then-fives-and-sixes"], 3),
        (LIKE_NAMED["greedy"], 3),
        (LIKE_NAMED["semi-greedy"], 4),
        (Recipe(free_dice=2), 3),
        (INDEX_CARD, 5),
        (ODD["late"], 8),
        (Recipe(after=Faces(fours=Limit(1), fives=Limit(1))), 4),
        (Recipe(before=Faces(sixes=ALWAYS), after=FIVES_AND_SIXES), 4),
    ],
)
def test_a_recipe_says_how_many_lines_it_takes(recipe, lines):
    assert recipe.lines == lines


def test_the_index_card_loses_a_third_of_a_hundredth():
    loss = recipes.loss_per_turn(mc.MIDNIGHT, INDEX_CARD, MEAN)
    assert loss == Fraction(1202797345, 352638738432) <= Fraction(1, 100)
    assert loss == Fraction(409701887206784739, 6**21) - mean(
        mc.evaluate_counts(mc.MIDNIGHT, INDEX_CARD.strategy)
    )


@pytest.mark.parametrize(
    ("kept", "roll", "keep"),
    [
        ((), (2, 3, 5, 5, 6, 6), (6,)),
        ((), (2, 3, 4, 5, 6, 6), (4,)),
        ((), (1, 4, 4, 5, 6, 6), (1, 4, 4, 5, 6, 6)),
        ((), (1, 3, 4, 4, 6, 6), (1, 4, 6, 6)),
        ((), (1, 2, 3, 4, 5, 5), (1, 4)),
        ((4,), (1, 5, 5, 6, 6), (1, 5, 5, 6, 6)),
        ((1, 4), (2, 5, 5, 6), (5, 5, 6)),
        ((1, 4), (2, 3, 5, 6), (6,)),
        ((1, 4), (4, 5, 5, 6), (4, 5, 5, 6)),
        ((1, 4), (4, 4, 6, 6), (6, 6)),
        ((1, 4, 6), (4, 4, 5), (5,)),
        ((1, 4, 6, 6), (4, 4), (4, 4)),
        ((1, 4, 6, 6), (3, 4), (4,)),
        ((1, 4, 6, 6), (4, 5), (4, 5)),
        ((1, 4, 6, 6, 6), (2,), (2,)),
    ],
)
def test_the_index_card_does_what_its_lines_say(kept, roll, keep):
    assert INDEX_CARD.strategy.keep(mc.Turn(mc.MIDNIGHT, kept), roll) == keep
