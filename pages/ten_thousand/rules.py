"""The rules of 10 000 by the reader's own house, with worked examples to step through."""

import streamlit as st

from midnight_core import DICE, FACES
from midnight_core import ten_thousand as tt
from midnight_core.dice import Dice
from midnight_core.gamecode import as_digits
from midnight_core.rolls import all_rolls
from midnight_ui import ten_house
from midnight_ui.dice_svg import dice_svg
from midnight_ui.lesson import Lesson
from midnight_ui.navigation import TEN, TEN_STRATEGY
from midnight_ui.ten_walkthrough import in_words, walkthrough
from midnight_ui.ten_words import (
    TRIPLES,
    parts_named,
    points,
    preset_name,
    rule_name,
    rule_value,
    summed,
)
from midnight_ui.text import faces, ntr, tr, whole
from midnight_ui.throws_charts import table
from midnight_ui.typed_dice import typed_dice

# What the rule text says and no computation gives.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
THREE_PAIRS_IN_USE = (750, 1000, 1500)

STRAIGHT: Dice = tuple(range(1, FACES + 1))
THREE_PAIRS: Dice = (2, 2, 3, 3, 6, 6)
FOUR_AND_TWO: Dice = (3, 3, 3, 3, 6, 6)
EXAMPLE: Dice = (1, 1, 2, 4, 5, 6)

TEXT_WIDTH = 720


def listed(items: list[str]) -> str:
    """Return things as words: ``a, b and c``."""
    return tr(" and ").join(part for part in (", ".join(items[:-1]), items[-1]) if part)


def bullets(*items: str) -> str:
    return "\n".join(f"- {item}" for item in items)


def in_one_minute(lesson: Lesson, house: tt.HouseRules) -> None:
    with st.container(border=True):
        lesson.header(tr("In one minute"))
        steps = [
            tr("Throw {dice} dice, and set aside at least one die or combination that scores.", dice=DICE),
            tr("Then choose: write down the turn total, or throw the dice that are left and add to it."),
            tr("A roll in which nothing scores is a bust: the turn is over and its points are gone."),
            hot_dice(house),
        ]
        if house.opening:
            steps.append(
                tr(
                    "Your first points need {points} in a single turn: that is the opening.",
                    points=whole(house.opening),
                )
            )
        steps.append(the_end(house))
        lesson.say("\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1)))


def hot_dice(house: tt.HouseRules) -> str:
    if house.must_roll_hot:
        return tr("When all {dice} dice have scored, you must throw all of them again.", dice=DICE)
    return tr(
        "When all {dice} dice have scored, you may throw all of them again and go on with the same total.",
        dice=DICE,
    )


def the_end(house: tt.HouseRules) -> str:
    target = whole(house.target)
    if house.last_round:
        return tr(
            "Whoever gets to {target} ends the game: everybody else has one more turn, and the highest total "
            "wins.",
            target=target,
        )
    return tr("Whoever gets to {target} first has won.", target=target)


def before_you_start(lesson: Lesson) -> None:
    lesson.header(tr("Before you start"))
    lesson.say(
        bullets(
            tr("**Dice.** {dice} ordinary dice, and paper to write the totals on.", dice=DICE),
            tr(
                "**Players.** From {fewest} to {most}.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            ),
            tr(
                "**Who starts.** Everybody throws one die, and the highest starts; the turn passes clockwise."
            ),
            tr(
                "**House rules.** What dice score differs from home to home, and so does the opening. Agree "
                "before the first roll. Everything on this page follows the rules chosen at its top."
            ),
        )
    )


# ----------------------------------------------------------------------------------------------- what scores


def what_scores(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("What dice score"))
    st.html(singles_table(house))
    st.html(ten_house.kinds_table(house))
    lesson.note(scores_in_words(house))
    lesson.say(growing(house))
    lesson.say(alone(house))
    most, roll = most_in_one_roll(house)
    lesson.say(
        tr(
            "The most that one roll can give is {points} points, with {roll}.",
            points=whole(most),
            roll=faces(roll),
        )
    )
    lesson.say(
        tr(
            "**A combination has to lie in one roll.** Dice that were set aside before never add to it: a 1 "
            "from the first roll and two 1s from the second are three single 1s."
        )
    )
    lesson.code("scores")


def of_house(house: tt.HouseRules) -> list[tuple[str, Dice, int]]:
    """Return singles and combinations of six dice: name, dice, points."""
    rows = [
        (rule_name("one"), (1,), tt.score(house, (1,))),
        (rule_name("five"), (5,), tt.score(house, (5,))),
        (rule_name("straight"), STRAIGHT, house.straight),
        (rule_name("three_pairs"), THREE_PAIRS, house.three_pairs),
    ]
    if house.four_plus_two and house.three_pairs:
        rows.append((tr("Four of a kind and a pair"), FOUR_AND_TWO, tt.score(house, FOUR_AND_TWO)))
    return rows


def singles_table(house: tt.HouseRules) -> str:
    head = (tr("Dice"), tr("What it is"), tr("Points"))
    rows = [(dice_svg(dice, size=26), name, points(score)) for name, dice, score in of_house(house)]
    return table(tr("Single dice, and all six together"), head, rows)


def scores_in_words(house: tt.HouseRules) -> str:
    """Return the tables of points as a list, for the notebook."""
    singles = [f"{name}: {points(score)}" for name, _, score in of_house(house)]
    kinds = [
        f"{faces((face,) * count)}: {points(tt.score(house, (face,) * count))}"
        for face in range(1, FACES + 1)
        for count in range(3, DICE + 1)
    ]
    return bullets(*singles, *kinds)


def growing(house: tt.HouseRules) -> str:
    """Return how three of a kind grows, with an example from the table."""
    if not any(house.triples):
        return tr("Three or more of a kind score nothing by your house rules.")
    # A 1 or a 5 also scores alone, which would blur the example.
    face = max(range(1, FACES + 1), key=lambda one: (house.triples[one - 1] > 0, one not in (1, 5), one))
    three, four, five, six = (whole(tt.score(house, (face,) * count)) for count in range(3, DICE + 1))
    values = {"face": face, "three": three, "four": four, "five": five, "six": six}
    return {
        "double": tr(
            "Every further die of the same face doubles the points: three {face}s are {three}, four are "
            "{four}, five {five} and six {six}.",
            **values,
        ),
        "add": tr(
            "Every further die of the same face adds as much again: three {face}s are {three}, four are "
            "{four}, five {five} and six {six}.",
            **values,
        ),
        "same": tr(
            "Further dice of the same face add nothing to three of a kind, but count by themselves where "
            "they can: six {face}s are two times three, {six} points.",
            **values,
        ),
    }[house.growth]


def alone(house: tt.HouseRules) -> str:
    worthless = [str(face) for face in range(1, FACES + 1) if not tt.score(house, (face,))]
    return tr(
        "A single {faces} is worth nothing. It counts only as part of a combination, and it is why a roll "
        "can end in a bust.",
        faces=either(worthless),
    )


def either(items: list[str]) -> str:
    """Return alternatives as words: ``a, b or c``."""
    return tr(" or ").join((", ".join(items[:-1]), items[-1]))


@st.cache_resource(show_spinner=False, max_entries=64)
def most_in_one_roll(house: tt.HouseRules) -> tuple[int, Dice]:
    return max((tt.score(house, roll), tuple(map(int, roll))) for roll in all_rolls(DICE))


# --------------------------------------------------------------------------------- what does this score?


def your_dice(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("What does this score?"))
    lesson.say(tr("Type any roll, and see every way to set dice aside."))
    roll = typed_dice("dice", tr("Dice, 1 to {most} of them", most=DICE), EXAMPLE)
    lesson.given["dice"] = as_digits(roll)
    st.html(dice_svg(roll, size=40))
    choices = tt.set_asides(house, roll)
    lesson.say(finding_of(roll, choices))
    if choices:
        head = (tr("Set aside"), tr("What it is"), tr("Points"), tr("Dice left"))
        rows = [
            (
                dice_svg(choice.dice, size=24),
                parts_named(choice),
                summed(choice),
                left_after(len(roll) - len(choice.dice)),
            )
            for choice in choices
        ]
        st.html(table(tr("Every way to set dice aside, most points first"), head, rows))
    lesson.code("dice")


def left_after(left: int) -> str:
    return str(left) if left else tr("all scored")


def finding_of(roll: Dice, choices: tuple[tt.SetAside, ...]) -> str:
    if not choices:
        return tr("{roll} scores nothing: a bust.", roll=faces(roll))
    return ntr(
        "{roll} scores up to {points} points. There is {count} way to set dice aside.",
        "{roll} scores up to {points} points. There are {count} ways to set dice aside.",
        len(choices),
        roll=faces(roll),
        points=whole(choices[0].points),
    )


# ---------------------------------------------------------------------------------------------------- a turn


def a_turn(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("A turn, roll by roll"))
    lesson.say(
        tr(
            "Throw all {dice} dice. Of every roll you must set aside at least one die that scores, and you "
            "may set aside fewer than you could: with a 1 and a 5 you can take the 1 alone and throw the 5 "
            "again with the others.",
            dice=DICE,
        )
    )
    lesson.say(
        tr(
            "After that you choose. **Write down** what the turn has gathered, and the dice go to the next "
            "player. Or **throw** the dice that are left: every roll has to score anew, and one that does "
            "not takes the whole turn total away. What was written down in earlier turns is safe."
        )
    )
    lesson.say(
        tr(
            "**Hot dice.** {rule} It makes no difference whether they scored in one roll or in several.",
            rule=hot_dice(house),
        )
    )
    lesson.say(
        tr(
            "Say the turn total aloud after every roll. The others can follow, and you think once more about "
            "stopping."
        )
    )
    lesson.subheader(tr("Three turns to step through"))
    st.markdown(
        tr(
            "The dice are given; the points, chances and averages are computed by your house rules, for a "
            "player who has opened and plays for the highest average turn."
        )
    )
    walkthrough(house)
    lesson.note(in_words(house))
    lesson.code("turn")


# ------------------------------------------------------------------------------------ opening and last round


def opening(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("The opening"))
    if house.opening > tt.UNIT:
        short = house.opening - tt.UNIT
        lesson.say(
            tr(
                "Your first points have to be {opening} or more from a single turn. Whoever stops on {short} "
                "before that writes down nothing and still stands at zero; so you throw until you have "
                "{opening}, or until the turn is lost.",
                opening=whole(house.opening),
                short=whole(short),
            )
        )
        lesson.say(
            tr(
                "That is needed once. From then on you may write down {least} or more in any turn.",
                least=whole(house.floor(house.opening)),
            )
        )
    else:
        lesson.say(
            tr("Your house asks for no opening: any points may be written down from the first turn on.")
        )
    if house.least:
        lesson.say(
            tr(
                "Your house has a least to write down: fewer than {least} points in a turn are nothing.",
                least=whole(house.least),
            )
        )
    st.page_link(TEN_STRATEGY, label=tr("What the opening costs: When to stop"), icon=":material/front_hand:")


def end_of_the_game(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("The last round"))
    lesson.say(the_end(house))
    if house.last_round:
        lesson.say(
            tr(
                "That round is unlike the others. Whoever is behind has nothing to protect: a safe turn that "
                "does not pass the leader is worth as much as a bust, so throw on until it is enough."
            )
        )
        lesson.say(
            tr("If the highest total is there more than once, those who have it share the win.")
            if house.ties == "shared"
            else tr("If the highest total is there more than once, whoever got there first has won.")
        )
    st.page_link(TEN, label=tr("Play 10 000"), icon=":material/casino:")


# ---------------------------------------------------------------------------------------------- house rules


def house_rules(lesson: Lesson, house: tt.HouseRules) -> None:
    lesson.header(tr("What house rules may change"))
    lesson.say(tr("Every rule in this table can be changed at the top of the page. The link keeps them."))
    rules = (
        "one",
        "five",
        *TRIPLES,
        "growth",
        "straight",
        "three_pairs",
        "four_plus_two",
        "opening",
        "least",
    )
    rules += ("target", "last_round", "ties", "must_roll_hot")
    head = (tr("Rule"), tr("Yours"), preset_name("table", tt.DEFAULT))
    rows = [(rule_name(rule), own(house, rule), rule_value(tt.DEFAULT, rule)) for rule in rules]
    st.html(table(tr("House rules"), head, rows))
    lesson.note(bullets(*(f"{rule_name(rule)}: {rule_value(house, rule)}" for rule in rules)))
    lesson.code("house")


def own(house: tt.HouseRules, rule: str) -> str:
    """Return what the reader's house says, in bold where it differs from the standard."""
    value = rule_value(house, rule)
    return value if value == rule_value(tt.DEFAULT, rule) else f"<strong>{value}</strong>"


def silent(lesson: Lesson) -> None:
    lesson.header(tr("Where the rule text says nothing"))
    standard = tt.DEFAULT
    lesson.say(
        bullets(
            tr(
                "**Straight and three pairs.** The text lists both and gives no points for them. Published "
                "tables agree on {straight} for the straight. For three pairs {used} are all in use; the "
                "standard here is {pairs}, as in the tables that double like ours.",
                straight=whole(standard.straight),
                used=listed([whole(each) for each in THREE_PAIRS_IN_USE]),
                pairs=whole(standard.three_pairs),
            ),
            tr(
                "**Four of a kind and a pair** are not three pairs here, unless your house rules say so. Six "
                "of a kind follow the same rule."
            ),
            tr(
                "**Several ways to count.** When the same dice can be divided in more than one way, the one "
                "with the most points counts."
            ),
            tr("**Equal totals** after the last round share the win, unless your house rules say otherwise."),
            tr(
                "**Stopping too early.** Before the opening, and below the least to write down, you may "
                "stop, but nothing is written down. Nobody gains by it, so the app does not accept it."
            ),
            tr("**Who starts** when the highest die comes up twice: those who are level throw again."),
        )
    )


with st.container(width=TEXT_WIDTH):
    the_lesson = Lesson.opened("ten_rules", tr("Rules of 10 000"), house=ten_house.house)
    rules_of_house = the_lesson.house
    the_lesson.say(
        tr(
            "Six dice, and as much nerve as you like: gather points roll by roll, and write them down before "
            "a roll takes them all. Be the first to get to {target}.",
            target=whole(rules_of_house.target),
        )
    )
    in_one_minute(the_lesson, rules_of_house)
    before_you_start(the_lesson)
    what_scores(the_lesson, rules_of_house)
    your_dice(the_lesson, rules_of_house)
    a_turn(the_lesson, rules_of_house)
    opening(the_lesson, rules_of_house)
    end_of_the_game(the_lesson, rules_of_house)
    house_rules(the_lesson, rules_of_house)
    silent(the_lesson)
    the_lesson.take_home()
