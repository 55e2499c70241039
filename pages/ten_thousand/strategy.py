"""When to stop in 10 000, by the reader's own house: stopping, setting aside, the opening, the last turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import streamlit as st

from midnight_core import DICE, FACES
from midnight_core import ten_thousand as tt
from midnight_core.dice import Dice
from midnight_core.gamecode import as_digits
from midnight_core.rolls import all_rolls, multiplicity
from midnight_core.ten_thousand.turn import MOST_TOTAL
from midnight_ui import address, charts, ten_charts, ten_house, ten_races, ten_solving
from midnight_ui.dice_svg import dice_svg
from midnight_ui.lesson import Lesson
from midnight_ui.navigation import TEN, TEN_RULES
from midnight_ui.ten_charts import COUNTS, stops
from midnight_ui.ten_words import dice_count, points, preset_name, turns_named
from midnight_ui.text import decimal, faces, ntr, percent, tr, whole
from midnight_ui.throws_charts import table
from midnight_ui.typed_dice import typed_dice

CLAIMED = Fraction(39, 40)
"""How often six fresh dice score, as the rule text says."""

OPENINGS = (0, 350, 500, 1000)
"""The openings that the rule text names."""

EXAMPLE: Dice = (1, 1, 2, 4, 5, 6)

MOST_BEHIND = 3000
BEHIND = range(0, MOST_BEHIND + 1, tt.UNIT)
DEFAULT_BEHIND = 1350
"""The rule text's example: it takes 1400 to go ahead."""

MOST_BEFORE = 5000
FEW_TURNS = 3
SHORT_SCALE, MOST_DRAWN = 1000, 200
"""The shortest scale of turn totals in a picture, and how many of them are drawn."""

GOOD_CHANCE, POOR_CHANCE = 0.5, 0.1


def opening() -> Lesson:
    lesson = Lesson.opened("ten_strategy", tr("When to stop"), house=ten_house.house)
    lesson.say(
        tr(
            "Every roll adds to the turn total or takes it all away. **When is it time to write down, and "
            "which dice should you set aside until then?** The answers below are exact, for the house rules "
            "chosen here."
        )
    )
    return lesson


# ---------------------------------------------------------------------------------------------- when to stop


def when_to_stop(lesson: Lesson) -> tt.TurnSolution:
    house = lesson.house
    lesson.header(tr("How far to go, by dice left"))
    lesson.say(
        tr(
            "What counts is how much is at stake and how many dice are left to throw. Six left means that "
            "all have scored, and the whole set is thrown again."
        )
    )
    is_open = has_opened(house)
    lesson.given["is_open"] = is_open
    turn = tt.solve_turn(house, is_open=is_open)
    finding = how_far(turn)
    charts.show(ten_charts.stops_figure(turn), key="stops", alt=finding)
    st.caption(
        tr("The scale gets denser to the right: steps of the same length multiply by the same number.")
    )
    lesson.say(finding)
    lesson.say(
        tr(
            "A turn played like this writes down {mean} points on average.",
            mean=decimal(turn.mean_turn, 1),
        )
    )
    lesson.code("stops")
    return turn


def has_opened(house: tt.HouseRules) -> bool:
    """Draw the choice whether the player has opened, where that makes a difference."""
    if house.floor(0) == house.floor(house.target):
        return True
    labels = {
        "yes": tr("has points on it"),
        "no": tr("is still at zero: the opening takes {points}", points=whole(house.floor(0))),
    }
    return address.segments("opened", tr("Your sheet"), tuple(labels), labels.__getitem__) == "yes"


def how_far(turn: tt.TurnSolution) -> str:
    """Return up to which total to roll with each number of dice."""
    items = [
        ntr(
            "{points} with {count} die left",
            "{points} with {count} dice left",
            count,
            points=whole(last or 0),
        )
        for count, last in stops(turn).items()
    ]
    said = tr(
        "Roll on up to these turn totals, and write down anything above: {list}.", list="; ".join(items)
    )
    if turn.house.must_roll_hot:
        return said + " " + tr("All six must be thrown again in any case.")
    return said


def one_beats_two(lesson: Lesson) -> None:
    house = lesson.house
    turn = tt.solve_turn(house)
    one, two = (turn.threshold(count) or tt.UNIT for count in (1, 2))
    total = max(one, two)
    lesson.subheader(tr("Why one die left can be better than two"))
    lesson.say(against_two(turn, total))
    head = (
        tr("Dice left"),
        tr("Scores"),
        tr("All six have scored"),
        tr("If it scores"),
        tr("Rolling is worth"),
    )
    rows = [
        (
            str(count),
            percent(1 - turn.p_bust(count)),
            percent(p_hot(house, count)),
            decimal(if_it_scores(turn, total, count), 0),
            decimal(turn.roll_value(total, count), 1),
        )
        for count in COUNTS[:-1]
    ]
    st.html(table(tr("With {points} points at stake", points=whole(total)), head, rows))
    lesson.given["total"] = total
    lesson.code("one")


def against_two(turn: tt.TurnSolution, total: int) -> str:
    house = turn.house
    one, two = (turn.threshold(count) or 0 for count in (1, 2))
    facts = tr(
        "With {total} points and one die left, that die scores only in {chance} of all throws. But then all "
        "six have scored, and you throw six fresh dice with the total intact: {one} on average. Two dice "
        "score in {chance_two}, yet both of them only in {both}; mostly one die is left to be thrown, and "
        "the average is {two}.",
        total=whole(total),
        chance=percent(1 - turn.p_bust(1)),
        one=decimal(if_it_scores(turn, total, 1), 0),
        chance_two=percent(1 - turn.p_bust(2)),
        both=percent(p_hot(house, 2)),
        two=decimal(if_it_scores(turn, total, 2), 0),
    )
    if one > two:
        verdict = tr(
            "So one die is worth throwing up to {one}, and two only up to {two}.",
            one=points(one),
            two=points(two),
        )
    else:
        verdict = tr(
            "By your house rules that is not enough to turn the order around: one die is thrown up to {one}, "
            "two up to {two}.",
            one=points(one),
            two=points(two),
        )
    return f"{facts} {verdict}"


def if_it_scores(turn: tt.TurnSolution, total: int, dice: int) -> float:
    """Return what a roll is worth on average when it is no bust."""
    return turn.roll_value(total, dice) / (1 - turn.p_bust(dice))


@st.cache_resource(show_spinner=False, max_entries=512)
def p_hot(house: tt.HouseRules, dice: int) -> float:
    """Return the chance that every die of a roll can be set aside."""
    ways = sum(multiplicity(roll) for roll in all_rolls(dice) if tt.score(house, roll))
    return float(ways / FACES**dice)


# ----------------------------------------------------------------------------------------------------- busts


def busts(lesson: Lesson) -> None:
    house = lesson.house
    lesson.header(tr("How often nothing scores"))
    lesson.say(tr("The fewer dice you throw, the fewer chances there are for one that scores."))
    chances = {count: tt.p_bust(house, count) for count in COUNTS}
    exact = {count: counted(chance, count) for count, chance in chances.items()}
    finding = tr(
        "One die is a bust in {one} of all throws, three in {three}, and six in {six}.",
        one=percent(chances[1]),
        three=percent(chances[3]),
        six=percent(chances[DICE]),
    )
    charts.show(ten_charts.busts_figure(chances), key="busts", alt=finding)
    lesson.say(finding)
    head = (tr("Dice"), *map(str, COUNTS))
    rows = [(tr("Bust"), *(f"{share.numerator}/{share.denominator}" for share in exact.values()))]
    st.html(table(tr("The same as fractions"), head, rows))
    lesson.say(fresh_dice(1 - exact[DICE]))
    lesson.code("busts")


def counted(chance: float, dice: int) -> Fraction:
    """Return a chance as a fraction: so many of all ordered rolls."""
    ways = FACES**dice
    return Fraction(round(chance * ways), ways)


def fresh_dice(scores: Fraction) -> str:
    """Return how the rule text's claim on six fresh dice stands."""
    values = {
        "times": CLAIMED.numerator,
        "of": CLAIMED.denominator,
        "claimed": percent(float(CLAIMED), 2),
        "ways": whole(scores.numerator),
        "all": whole(scores.denominator),
        "exact": percent(float(scores), 2),
        "rolls": decimal(float(1 / (1 - scores)), 1),
    }
    if round(CLAIMED.denominator * scores) == CLAIMED.numerator:
        return tr(
            "The rule text says that six fresh dice score in about {times} of {of} rolls, {claimed}. That "
            "is right: it is {ways} of {all}, or {exact}, one bust in {rolls} rolls.",
            **values,
        )
    return tr(
        "The rule text says that six fresh dice score in about {times} of {of} rolls, {claimed}. By your "
        "house rules it is {ways} of {all}, or {exact}, one bust in {rolls} rolls.",
        **values,
    )


# ---------------------------------------------------------------------------------------- rolling or writing


def roll_or_write(lesson: Lesson, turn: tt.TurnSolution) -> None:
    lesson.header(tr("Roll or write down?"))
    lesson.say(
        tr(
            "Writing down is worth what it is. Rolling is worth the average of all that can follow, busts "
            "included; the more is at stake, the more a bust costs, until the two meet."
        )
    )
    count = address.number("left", tr("Dice left"), 1, DICE, 2)
    lesson.given["left"] = count
    last = turn.threshold(count)
    totals = around(last or 0)
    rolled = [turn.roll_value(total, count) for total in totals]
    finding = where_they_meet(turn, count, last)
    label = ntr("roll {count} die", "roll {count} dice", count)
    charts.show(ten_charts.values_figure(totals, rolled, last, label), key="values", alt=finding)
    lesson.say(finding)
    lesson.code("values")


def around(last: int) -> list[int]:
    """Return turn totals to draw, not too many, with the last one to roll with in their middle."""
    end = min(max(SHORT_SCALE, 2 * last), MOST_TOTAL)
    step = tt.UNIT * max(1, end // (MOST_DRAWN * tt.UNIT))
    return list(range(last % step, end + 1, step))


def where_they_meet(turn: tt.TurnSolution, count: int, last: int | None) -> str:
    dice = dice_count(count)
    if last is None:
        return tr("With {dice} left, writing down is better with any total.", dice=dice)
    beyond = min(2 * last or SHORT_SCALE, MOST_TOTAL)
    values = {
        "dice": dice,
        "last": whole(last),
        "mean": decimal(turn.roll_value(last, count), 1),
        "next": whole(last + tt.UNIT),
        "less": decimal(turn.roll_value(last + tt.UNIT, count), 1),
        "beyond": whole(beyond),
        "cost": decimal(beyond - turn.roll_value(beyond, count), 0),
    }
    if not turn.may_bank(last):
        return tr(
            "With {dice} left, roll on up to {last}, since there is nothing to write down; that is worth "
            "{mean} there. With {next} rolling is worth {less}: write down.",
            **values,
        )
    return tr(
        "With {dice} left, rolling at {last} is worth {mean}, and with {next} it is worth {less}: there you "
        "write down. Whoever rolls at {beyond} gives away {cost} points on average.",
        **values,
    )


# --------------------------------------------------------------------------------------------- setting aside


@dataclass(frozen=True)
class Greedy:
    """A first roll of which to set aside less than everything that scores.

    Attributes
    ----------
    roll : tuple of int
    everything, best : Option
        The best that can be done after setting everything aside, and at all.
    """

    roll: Dice
    everything: tt.Option
    best: tt.Option

    @property
    def chance(self) -> float:
        """How often the roll comes."""
        return float(multiplicity(self.roll) / FACES**DICE)


@st.cache_resource(show_spinner=False, max_entries=64)
def greedy_rolls(house: tt.HouseRules, is_open: bool) -> tuple[Greedy, ...]:
    """Return the first rolls of which fewer dice are better, the most costly and then most frequent first."""
    turn = tt.solve_turn(house, is_open=is_open)
    found = []
    for roll in all_rolls(DICE):
        options = turn.options(0, DICE, roll)
        if not options:
            continue
        most = tt.set_asides(house, roll)[0].dice
        everything = next(option for option in options if option.dice == most)
        if everything.loss and len(options[0].dice) < len(most):
            found.append(Greedy(tuple(map(int, roll)), everything, options[0]))
    return tuple(sorted(found, key=lambda one: (-round(one.everything.loss, 6), -one.chance, one.roll)))


def setting_aside(lesson: Lesson, turn: tt.TurnSolution) -> None:
    lesson.header(tr("Fewer can be better"))
    lesson.say(
        tr(
            "You must set aside one die that scores, not all of them. A die set aside is one die fewer to "
            "throw; thrown again, it helps to make the next roll score."
        )
    )
    greedy = greedy_rolls(turn.house, bool(lesson.given["is_open"]))
    lesson.say(what_greed_costs(greedy))
    st.markdown(tr("Type any roll, and what the turn has gathered before it:"))
    with st.container(horizontal=True, vertical_alignment="top"):
        before = turn_total()
        roll = typed_dice(
            "roll", tr("Dice, 1 to {most} of them", most=DICE), greedy[0].roll if greedy else EXAMPLE
        )
    lesson.given |= {"roll": as_digits(roll), "before": before}
    st.html(dice_svg(roll, size=40))
    options = turn.options(before, len(roll), roll)
    if options:
        st.html(options_table(options))
    lesson.say(best_of(roll, options))
    lesson.code("options")


def what_greed_costs(greedy: Sequence[Greedy]) -> str:
    if not greedy:
        return tr("By your house rules it is best to set aside everything that scores of every first roll.")
    worst = greedy[0]
    return tr(
        "In {chance} of all first rolls it is better to set aside less than everything that scores. Of "
        "{roll} set aside only {best} and roll on: that is worth {gap} points more than taking {all}. "
        "Whoever always takes everything loses {loss} points a turn by that, in the first roll alone.",
        chance=percent(sum(one.chance for one in greedy)),
        roll=faces(worst.roll),
        best=faces(worst.best.dice),
        gap=decimal(worst.everything.loss, 0),
        all=faces(worst.everything.dice),
        loss=decimal(sum(one.chance * one.everything.loss for one in greedy), 1),
    )


def turn_total() -> int:
    """Draw the points gathered before a roll and return them."""
    totals = {str(total): whole(total) for total in range(0, MOST_BEFORE + 1, tt.UNIT)}
    return int(address.one_of("before", tr("Turn total before"), totals, "0", width=170))


def options_table(options: Sequence[tt.Option]) -> str:
    head = (tr("Set aside"), tr("Then"), tr("Bust"), tr("Average"), tr("Loss"))
    rows = [
        (
            dice_svg(option.dice, size=22),
            then(option),
            percent(option.p_bust) if option.action == tt.ROLL else "–",
            decimal(option.value, 1),
            decimal(option.loss, 1) if option.loss else "–",
        )
        for option in options
    ]
    return table(tr("Everything that you can do, best first"), head, rows)


def then(option: tt.Option) -> str:
    if option.action == tt.BANK:
        return tr("write down {total}", total=whole(option.total))
    return ntr("roll {count} die", "roll {count} dice", option.dice_left)


def best_of(roll: Dice, options: Sequence[tt.Option]) -> str:
    if not options:
        return tr("{roll} scores nothing: a bust.", roll=faces(roll))
    best = options[0]
    said = tr(
        "Of {roll} set aside {dice} and {then}: {value} points on average.",
        roll=faces(roll),
        dice=faces(best.dice),
        then=then(best),
        value=decimal(best.value, 1),
    )
    if len(options) == 1:
        return said
    second = options[1]
    return f"{said} " + tr(
        "The next best is to set aside {dice} and {then}, {loss} worse.",
        dice=faces(second.dice),
        then=then(second),
        loss=decimal(second.loss, 1),
    )


# ----------------------------------------------------------------------------------------------- the opening


def what_the_opening_costs(lesson: Lesson) -> None:
    house = lesson.house
    lesson.header(tr("What the opening costs"))
    lesson.say(
        tr(
            "Until you have opened, a turn is worth something only if it reaches the opening. Here is how "
            "long that takes whoever plays for nothing else."
        )
    )
    openings = sorted({opening for opening in (*OPENINGS, house.opening) if opening <= house.target})
    chances = {opening: p_open(house, opening) for opening in openings}
    finding = until_open(chances, house)
    turns = {opening: 1 / chance for opening, chance in chances.items()}
    charts.show(ten_charts.openings_figure(turns, house.opening), key="openings", alt=finding)
    lesson.say(finding)
    head = (
        tr("Opening"),
        tr("Opens in a turn"),
        tr("Turns until open"),
        tr("Not open after {count} turns", count=FEW_TURNS),
    )
    rows = [
        (
            opening_named(opening),
            percent(chance),
            turns_named(1 / chance),
            percent((1 - chance) ** FEW_TURNS),
        )
        for opening, chance in chances.items()
    ]
    st.html(table(tr("Getting started"), head, rows))
    games = {replace(house, opening=opening): opening_named(opening) for opening in openings}
    lengths = whole_games("openings", house, tr("Opening"), games)
    if lengths and house.opening:
        st.markdown(what_it_adds(lengths[house], lengths[replace(house, opening=0)], house))
    lesson.code("opening")


def opening_named(opening: int) -> str:
    return whole(opening) if opening else tr("none")


@st.cache_resource(show_spinner=False, max_entries=512)
def p_open(house: tt.HouseRules, opening: int) -> float:
    """Return the best chance to open in one turn."""
    floor = replace(house, opening=opening).floor(0) // tt.UNIT
    return tt.TurnSolution(house, tt.Stakes(np.ones(floor + 1), 0.0, floor)).start


def until_open(chances: Mapping[int, float], house: tt.HouseRules) -> str:
    least, most = min(chances), max(chances)
    said = tr(
        "With an opening of {most} a turn opens with a chance of {chance}, so it takes {turns} turns on "
        "average; {late} are still at zero after {count} turns. Without one it takes {free}.",
        most=whole(most),
        chance=percent(chances[most]),
        turns=turns_named(1 / chances[most]),
        late=percent((1 - chances[most]) ** FEW_TURNS, 0),
        count=FEW_TURNS,
        free=turns_named(1 / chances[least]),
    )
    if house.opening in (least, most):
        return said
    return f"{said} " + tr(
        "With your opening of {opening} it takes {turns}.",
        opening=whole(house.opening),
        turns=turns_named(1 / chances[house.opening]),
    )


def what_it_adds(turns: float, without: float, house: tt.HouseRules) -> str:
    return tr(
        "Played for the fewest turns, a whole game takes {turns} turns on average; without the opening it "
        "would take {without}. So the opening of {opening} costs {more} turns.",
        turns=decimal(turns),
        without=decimal(without),
        opening=whole(house.opening),
        more=decimal(turns - without),
    )


def whole_games(
    name: str, house: tt.HouseRules, heading: str, games: Mapping[tt.HouseRules, str]
) -> dict[tt.HouseRules, float]:
    """Draw what opens on the fewest turns that whole games take, and return them when it is open.

    They take some seconds each, and are kept. Another house is another place to open, so that not every
    change of a rule has them worked out.
    """
    key = f"games_{name}_{tt.house_code(house)}"
    turns: dict[tt.HouseRules, float] = {}
    label = tr("Turns of a whole game: takes a while to work out")
    with st.expander(label, icon=":material/hourglass_top:", key=key, on_change="rerun") as place:
        if not place.open or not ten_solving.at_hand(ten_races.TURNS, tuple(games), key):
            return turns
        turns = {each: tt.solve_solitaire(each).expected_turns for each in games}
        rows = [(games[each], whole(each.target), turns_named(mean)) for each, mean in turns.items()]
        head = (heading, tr("Points to reach"), tr("Turns of a game"))
        st.html(table(tr("Played for the fewest turns"), head, rows))
    return turns


# --------------------------------------------------------------------------------------------- the last turn


def last_round(lesson: Lesson) -> None:
    house = lesson.house
    lesson.header(tr("The last round"))
    if not house.last_round:
        lesson.say(tr("Your house has no last round. Here is what one would be like."))
    lesson.say(
        tr(
            "With one turn left and somebody ahead, only passing them counts. A safe turn that is too small "
            "is worth as much as a bust."
        )
    )
    behind = int(
        address.scale("behind", tr("Points behind"), tuple(map(str, BEHIND)), whole_text, str(DEFAULT_BEHIND))
    )
    lesson.given["behind"] = behind
    chances = catching_up(house)
    finding = how_far_back(chances, behind, house)
    charts.show(ten_charts.last_turn_figure(chances, behind), key="last", alt=finding)
    lesson.say(finding)
    usual, now = tt.solve_turn(house), last_turn(house, behind)
    head = (tr("Dice left"), tr("In any other turn, roll up to"), tr("In this one, roll up to"))
    rows = [
        (str(count), points(last or 0), points(now.threshold(count) or 0))
        for count, last in stops(usual).items()
    ]
    st.html(table(tr("How the last turn moves the borders"), head, rows))
    lesson.say(
        tr(
            "In the last turn the borders are almost the same for every number of dice: roll until it is "
            "enough, whatever you risk, for there is nothing to lose. Beyond that, write down."
        )
    )
    lesson.code("last")


def whole_text(number: str) -> str:
    return whole(int(number))


@st.cache_resource(show_spinner=False, max_entries=128)
def last_turn(house: tt.HouseRules, behind: int) -> tt.TurnSolution:
    """Return the best play of somebody who has opened, has one turn left, and is so many points behind.

    Its worth is the chance to win; a win shared counts half.
    """
    bank = np.zeros(behind // tt.UNIT + 2)
    bank[-2:] = 0.5 if house.ties == "shared" else 0.0, 1.0
    return tt.TurnSolution(house, tt.Stakes(bank, 0.0, house.floor(house.target) // tt.UNIT))


@st.cache_resource(show_spinner=False, max_entries=32)
def catching_up(house: tt.HouseRules) -> Mapping[int, float]:
    """Return the chance to win with one last turn, by points behind."""
    return MappingProxyType({behind: last_turn(house, behind).start for behind in BEHIND})


def how_far_back(chances: Mapping[int, float], behind: int, house: tt.HouseRules) -> str:
    said = tr(
        "{behind} points behind takes {needed} to go ahead. Played as well as possible, the last turn wins "
        "with a chance of {chance}.",
        behind=whole(behind),
        needed=whole(behind + tt.UNIT),
        chance=percent(chances[behind]),
    )
    even = max((far for far, chance in chances.items() if chance >= GOOD_CHANCE), default=0)
    poor = max((far for far, chance in chances.items() if chance >= POOR_CHANCE), default=0)
    reach = tr(
        "The chance is at least {good} up to {even} points behind, and at least {poor_chance} up to {poor}.",
        good=percent(GOOD_CHANCE, 0),
        even=whole(even),
        poor_chance=percent(POOR_CHANCE, 0),
        poor=whole(poor),
    )
    if house.ties == "shared":
        return f"{said} {reach} " + tr("Equal totals share the win and count half.")
    return f"{said} {reach} " + tr("Equal totals are not enough.")


# ---------------------------------------------------------------------------------------------- other houses


def other_houses(lesson: Lesson) -> None:
    house = lesson.house
    lesson.header(tr("How house rules change the game"))
    lesson.say(
        tr(
            "Here are the house rules that can be chosen at the top, and yours: what a turn is worth, and up "
            "to which total to roll with so many dice left. Opening and target make no difference to "
            "somebody who has opened; what dice score does."
        )
    )
    named = {preset: preset_name(name, preset) for name, preset in tt.PRESETS.items()}
    named[house] = tr("{name} (yours)", name=named[house]) if house in named else tr("Your own")
    head = (tr("House rules"), tr("Average turn"), tr("Six dice bust"), *map(str, COMPARED))
    rows = [
        [
            name,
            decimal(tt.solve_turn(each).mean_turn, 0),
            percent(tt.p_bust(each, DICE)),
            *(points(tt.solve_turn(each).threshold(count) or 0) for count in COMPARED),
        ]
        for each, name in named.items()
    ]
    most = COMPARED[-1]
    st.html(
        table(
            tr("Average turn, and up to which total to roll with 1 to {most} dice left", most=most),
            head,
            rows,
        )
    )
    lesson.say(apart(named))
    whole_games("houses", house, tr("House rules"), named)
    lesson.code("houses")


COMPARED = range(1, 5)
"""Numbers of dice left that are compared from house to house."""


def apart(named: Mapping[tt.HouseRules, str]) -> str:
    means = {house: tt.solve_turn(house).mean_turn for house in named}
    best, worst = max(named, key=means.__getitem__), min(named, key=means.__getitem__)
    return tr(
        "A turn averages from {low} points (“{worst}”) to {high} (“{best}”).",
        low=decimal(means[worst], 0),
        worst=named[worst],
        high=decimal(means[best], 0),
        best=named[best],
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("Limits of this lesson"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- Up to the last round it plays for the highest average turn. Whoever wants the fewest "
                    "turns to the target, or to win against somebody, sometimes does better with another "
                    "choice, most of all near the end."
                ),
                tr(
                    "- The chance to open is the best there is. Whoever also thinks of the points that "
                    "follow may open a little later."
                ),
                tr("- The dice are fair and do not influence each other."),
            )
        )
    )
    st.page_link(TEN, label=tr("Play 10 000"), icon=":material/casino:")
    st.page_link(TEN_RULES, label=tr("Rules of 10 000"), icon=":material/menu_book:")


the_lesson = opening()
solved = when_to_stop(the_lesson)
one_beats_two(the_lesson)
busts(the_lesson)
roll_or_write(the_lesson, solved)
setting_aside(the_lesson, solved)
what_the_opening_costs(the_lesson)
last_round(the_lesson)
other_houses(the_lesson)
limits(the_lesson)
the_lesson.take_home()
