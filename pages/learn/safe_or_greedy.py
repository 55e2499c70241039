"""Safe or greedy? What the best average costs in safety, which is nothing, and what a high target costs."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor

import streamlit as st

import midnight_core as mc
from midnight_core.frontier import Check, Frontier, Point, best_mean_qualifies_best, trade_off
from midnight_core.gamecode import TurnGame
from midnight_core.review import Decision, review
from midnight_ui import address, charts, frontier_charts, review_view, strategy_list
from midnight_ui.frontier_charts import Placed, of_bonus
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.strategy_list import AT_LEAST, CARD, PERFECT
from midnight_ui.text import decimal, faces, ntr, percent, signed, tr, whole
from midnight_ui.throws_charts import table
from midnight_ui.walkthrough import CAREFUL, GREEDY, played
from midnight_ui.walkthrough import opening as opening_roll
from midnight_ui.why import amount, lost

MEAN = mc.goals.mean_score()
SAFEST = "throws-21"
STRATEGIES = (*mc.strategies.NAMED, CARD)
DEFAULT_BONUS = 10
BONUSES: tuple[int, ...] = (
    0,
    1,
    2,
    3,
    5,
    7,
    *(step * 10**power for power in range(8) for step in (10, 15, 20, 30, 50, 70)),
)
"""Every bonus that can be chosen; the last one is more than the end of any line needs."""

MANY = 1000
"""So many points need no decimals."""

LITTLE = 0.001
"""A gain of chance that nobody would notice."""

WINDOW = 1.5
"""How far below the frontier's end its picture reaches at least, in points of average score."""


def opening() -> Lesson:
    lesson = Lesson.opened("safe_or_greedy", tr("Safe or greedy?"))
    a, b = lesson.rules.required
    lesson.say(
        tr(
            "Keep the high dice early, and fewer dice are left to find the {a} and the {b}. So it seems that"
            " you have to choose: play safe and score low, or be greedy and often score nothing. **What does"
            " a high average score cost in safety?**",
            a=a,
            b=b,
        )
    )
    return lesson


# ------------------------------------------------------------------------------------------- the best average


def no_trade_off(lesson: Lesson) -> None:
    rules = lesson.rules
    lesson.header(tr("The best average is as safe as can be"))
    mean = mc.solve(rules, MEAN).value(mc.Turn(rules))
    chance = mc.solve(rules, mc.goals.qualify()).value(mc.Turn(rules))
    best, *others = places = placed(rules, mc.MIN_SCORE)
    finding = against_the_safest(best, others, mean, chance)
    st.markdown(
        tr(
            "The dotted lines are the best average and the best chance to qualify that there are. No "
            "strategy can be to the right of the one or above the other. If you had to choose, the corner "
            "where they cross would be empty."
        )
    )
    charts.show(frontier_charts.limits_figure(places, mean, chance), key="limits", alt=finding)
    head = (tr("Strategy"), tr("Average score"), tr("Qualifies"))
    rows = [(name_of(place), decimal(place.mean), percent(place.chance, 2)) for place in places]
    st.html(table(tr("The safest first"), head, rows))
    st.caption(nearest(best, others))
    lesson.say(finding)
    lesson.given["opening"] = "".join(map(str, opening_roll(rules)))
    lesson.say(why_it_is_safe(rules, mean, chance))
    check_result(lesson)
    lesson.code("qualify")


def placed(rules: mc.Rules, target: int) -> tuple[Placed, ...]:
    """Return where the strategies stand, numbered from the safest on; of equally safe ones the best first."""
    listed = [strategy_list.listed(key) for key in STRATEGIES]
    found = [(one, mc.analysis.summary(one.chances(rules))) for one in listed]
    found.sort(key=lambda one: (-round(one[1].p_qualify, 9), -one[1].mean))
    return tuple(
        Placed(one, facts.mean, facts.p_at_least(target), number)
        for number, (one, facts) in enumerate(found, start=1)
    )


def name_of(place: Placed) -> str:
    return f"{place.number}. {place.listed.label}"


def nearest(best: Placed, others: Sequence[Placed]) -> str:
    """Return which strategy is drawn almost on the best one, which hides it on a small screen."""
    close = max(others, key=lambda place: place.mean)
    return tr(
        "The numbers in the picture are those of the table. “{close}” is {gap} behind “{best}”, so the "
        "two marks lie on each other.",
        close=close.listed.label,
        gap=amount(best.mean - close.mean, MEAN),
        best=best.listed.label,
    )


def against_the_safest(best: Placed, others: Sequence[Placed], mean: float, chance: float) -> str:
    safest = next(place for place in others if place.listed.key == SAFEST)
    return tr(
        "The best average that there is, {mean}, and the best chance to qualify, {chance}, come together: "
        "“{best}” averages {reached_mean} and qualifies in {reached}. “{safest}”, which thinks of nothing but"
        " qualifying, gets there no more often and scores {gap} points less.",
        mean=decimal(mean),
        chance=percent(chance, 2),
        best=best.listed.label,
        reached_mean=decimal(best.mean),
        reached=percent(best.chance, 2),
        safest=safest.listed.label,
        gap=decimal(best.mean - safest.mean),
    )


def why_it_is_safe(rules: mc.Rules, mean: float, chance: float) -> str:
    """Return what a chance is worth, and what it costs to keep a high die with the best keep of a roll."""
    point = mean / chance / 100
    options = mc.solve(rules, MEAN).options(mc.Turn(rules), opening_roll(rules))
    best = options[0]
    early = next(option for option in options if option.keep == (*best.keep, mc.FACES))
    rarer = best.p_qualify - early.p_qualify
    return tr(
        "Why? A turn that qualifies averages {mean} points, and all of them are lost when it does not. Each "
        "percentage point of chance is worth about {point} points. Take the roll {roll}: keeping **{early}** "
        "instead of **{best}** costs {rarer}, which are worth about {worth} points. The {high} that is sure "
        "wins back less than that: the keep is {loss} worse.",
        mean=decimal(mean / chance),
        point=decimal(point),
        roll=faces(opening_roll(rules)),
        early=faces(early.keep),
        best=faces(best.keep),
        rarer=amount(rarer, mc.goals.qualify()),
        worth=decimal(100 * rarer * point, 1),
        high=mc.FACES,
        loss=amount(early.loss, MEAN),
    )


@st.cache_data(show_spinner=False)
def checked(required: tuple[int, ...]) -> Check:
    return best_mean_qualifies_best(mc.Rules(required))


def check_result(lesson: Lesson) -> None:
    check = checked(lesson.rules.required)
    said = verdict(check)
    (st.success if check.holds else st.error)(said, icon=":material/fact_check:")
    lesson.note(said)
    pairs = [checked(pair) for pair in combinations(range(1, mc.FACES + 1), 2)]
    if all(pair.holds for pair in pairs):
        lesson.say(
            tr(
                "The two required faces do not matter: the same was checked for all {pairs} pairs of faces "
                "that rules could ask for.",
                pairs=len(pairs),
            )
        )


def verdict(check: Check) -> str:
    if check.holds:
        return tr(
            "Checked, in whole numbers: from each of the {positions} positions of a turn, the finished ones "
            "included, and for each of the {rolls} rolls that can follow them, the play with the best "
            "average qualifies exactly as often as any play can. There is no exception.",
            positions=check.positions,
            rolls=whole(check.rolls),
        )
    return ntr(
        "Checked, and it is not quite so: from {count} of {positions} positions the play with the best "
        "average qualifies less often than is possible, first with {kept} kept.",
        "Checked, and it is not so: from {count} of {positions} positions the play with the best average "
        "qualifies less often than is possible, first with {kept} kept.",
        len(check.exceptions),
        positions=check.positions,
        kept=faces(check.exceptions[0].kept),
    )


# ---------------------------------------------------------------------------------------------- the frontier


def real_trade_off(lesson: Lesson) -> None:
    rules = lesson.rules
    lesson.header(tr("Where you do have to choose"))
    lesson.say(
        tr(
            "Often it is not enough to qualify: somebody has put a good score on the table, and you need at "
            "least as much. Say that reaching it pays a **bonus**, on top of the score. With a bonus of 0 you"
            " play for the best average. The larger the bonus, the more you risk for the target. For every "
            "bonus there is one best way to play, and together they make a line."
        )
    )
    row = st.container(horizontal=True, vertical_alignment="top")
    with row:
        target = address.number("target", tr("Target"), mc.MIN_SCORE, mc.MAX_SCORE, DEFAULT_TARGET)
    with st.spinner(tr("Tracing the line for {target} …", target=target)):
        frontier = trade_off(mc.Turn(rules), target)
    if len(frontier.points) == 1:
        bonus = 0
    else:
        with row, st.container(width=420):
            bonus = picked_bonus(frontier)
    lesson.given |= {"target": target, "bonus": bonus}
    chosen = frontier.at(bonus)
    frontier_picture(lesson, frontier, chosen, bonus)
    if len(frontier.points) > 1:
        what_it_costs(lesson, frontier, chosen, bonus)
        st.html(ways_table(frontier, chosen, bonus))
    scores(lesson, frontier, chosen, bonus)
    lesson.code("frontier")


def picked_bonus(frontier: Frontier) -> int:
    """Draw the choice of a bonus up to one that leads to the end of the line, and return it."""
    end = next(bonus for bonus in BONUSES if bonus > frontier.points[-1].low)
    # A bonus kept from a longer line leads to the end of this one as well.
    said = int(address.choice("bonus", tuple(map(str, BONUSES)), str(DEFAULT_BONUS)))
    key = "slider_bonus"
    bonus = min(said, end)
    st.session_state[key] = bonus

    def changed() -> None:
        if st.session_state[key] in BONUSES:
            address.remember("bonus", str(st.session_state[key]))

    st.select_slider(
        tr("Bonus for reaching {target}, in points", target=frontier.target),
        [bonus for bonus in BONUSES if bonus <= end],
        format_func=whole,
        key=key,
        on_change=changed,
    )
    return bonus


def frontier_picture(lesson: Lesson, frontier: Frontier, chosen: Point, bonus: int) -> None:
    first, last = frontier.points[0], frontier.points[-1]
    best, *others = placed(lesson.rules, frontier.target)
    best_mean = replace(best, mean=float(first.mean), chance=float(first.chance))
    aimed = strategy_list.listed(f"{AT_LEAST}-{frontier.target}")
    best_chance = Placed(aimed, float(last.mean), float(last.chance))
    edge = float(last.mean) - max(WINDOW, float(first.mean - last.mean))
    inside = [place for place in others if place.mean >= edge]
    finding = the_line(frontier)
    ends = (best_mean, best_chance) if len(frontier.points) > 1 else (best_mean,)
    figure = frontier_charts.frontier_figure(frontier, ends, inside, chosen, of_bonus(bonus))
    charts.show(figure, key="frontier", alt=finding)
    st.caption(below_the_line(others, edge))
    lesson.say(finding)


def below_the_line(others: Sequence[Placed], edge: float) -> str:
    """Return what the numbers in the picture stand for, and what stands too far to the left for it."""
    inside = tr(
        "Below the line: {names}.", names=", ".join(name_of(place) for place in others if place.mean >= edge)
    )
    outside = [
        tr(
            "{name} ({mean} points, {chance})",
            name=place.listed.label,
            mean=decimal(place.mean),
            chance=percent(place.chance),
        )
        for place in others
        if place.mean < edge
    ]
    if not outside:
        return inside
    return " ".join((inside, tr("Too far to the left for the picture: {names}.", names=", ".join(outside))))


def the_line(frontier: Frontier) -> str:
    first, last, target = frontier.points[0], frontier.points[-1], frontier.target
    if first == last:
        return tr(
            "The line is a single point, and no bonus changes the play: {mean} points on average and {chance}"
            " for {target} or more. Every score that qualifies is that high, so this is the chance to qualify"
            " again, and nothing has to be given up.",
            mean=decimal(float(first.mean)),
            chance=percent(float(first.chance), 2),
            target=target,
        )
    return tr(
        "{corners} ways of playing are the best for some bonus; they are the corners of the line. It runs "
        "from the best average, {mean} points with {chance} for {target} or more, to the best chance, {top} "
        "with {low} points. Whatever the bonus, no other strategy is worth more than the best of them.",
        corners=len(frontier.points),
        mean=decimal(float(first.mean)),
        chance=percent(float(first.chance)),
        target=target,
        top=percent(float(last.chance)),
        low=decimal(float(last.mean)),
    )


def same_play(point: Point) -> str:
    """Return for which bonuses a way of playing is the best."""
    low = bound(point.low)
    if point.high is None:
        return tr("Every bonus from {low} points on leads to the same play.", low=low)
    return tr(
        "Every bonus from {low} to {high} points leads to the same play.", low=low, high=bound(point.high)
    )


def bound(weight: Fraction) -> str:
    return decimal(float(weight), 1) if weight < MANY else whole(round(weight))


def enough(point: Point) -> str:
    """Return the least whole bonus that leads to a point, or beyond it."""
    return whole(floor(point.low) + 1)


def what_it_costs(lesson: Lesson, frontier: Frontier, chosen: Point, bonus: int) -> None:
    first = frontier.points[0]
    if chosen == first:
        said = tr(
            "A bonus of {bonus} changes nothing: the best play is still that for the best average. A larger "
            "one moves away from it.",
            bonus=whole(bonus),
        )
    else:
        said = tr(
            "With a bonus of {bonus}, the best play gives up **{cost}** on average and wins **{gain}** of "
            "reaching {target}.",
            bonus=whole(bonus),
            cost=amount(float(first.mean - chosen.mean), MEAN),
            gain=amount(float(chosen.chance - first.chance), mc.goals.at_least(frontier.target)),
            target=frontier.target,
        )
    lesson.say(f"{said} {same_play(chosen)}")
    lesson.say(how_dear(frontier))


def how_dear(frontier: Frontier) -> str:
    first, last, half = frontier.points[0], frontier.points[-1], half_way(frontier)
    goal = mc.goals.at_least(frontier.target)
    all_of_it = float(last.chance - first.chance)
    much = amount(float(first.mean - last.mean), MEAN)
    if all_of_it < LITTLE:
        return tr(
            "There is hardly anything to win here: the whole way costs {much} and wins {all}, and it takes a "
            "bonus of {end} to go it.",
            much=much,
            all=amount(all_of_it, goal),
            end=enough(last),
        )
    return tr(
        "The first steps are the cheap ones. More than half of what can be won, {some} of {all}, costs only "
        "{little}, and a bonus of {enough} is enough for it. The whole way costs {much}, and it takes a bonus"
        " of {end} to go it.",
        some=lost(float(half.chance - first.chance), goal),
        all=amount(all_of_it, goal),
        little=amount(float(first.mean - half.mean), MEAN),
        enough=enough(half),
        much=much,
        end=enough(last),
    )


def half_way(frontier: Frontier) -> Point:
    """Return the first point with at least half of all the chance that can be won."""
    wanted = (frontier.points[0].chance + frontier.points[-1].chance) / 2
    return next(point for point in frontier.points if point.chance >= wanted)


def ways_table(frontier: Frontier, chosen: Point, bonus: int) -> str:
    target = frontier.target
    ways = {
        tr("Best average"): frontier.points[0],
        of_bonus(bonus): chosen,
        tr("Best chance of {target}", target=target): frontier.points[-1],
    }
    head = (
        tr("Strategy"),
        tr("Average score"),
        tr("{target} or more", target=target),
        tr("Qualifies"),
    )
    rows = [
        (
            name,
            decimal(float(point.mean)),
            percent(float(point.chance), 2),
            percent(float(1 - point.distribution[0]), 2),
        )
        for name, point in ways.items()
    ]
    return table(tr("The two ends of the line, and your bonus"), head, rows)


def scores(lesson: Lesson, frontier: Frontier, chosen: Point, bonus: int) -> None:
    best = strategy_list.listed(PERFECT)
    finding = spread(frontier, chosen, bonus)
    figure = frontier_charts.scores_figure(best, frontier.points[0], chosen, of_bonus(bonus))
    charts.show(figure, key="scores", alt=finding)
    lesson.say(finding)


def spread(frontier: Frontier, chosen: Point, bonus: int) -> str:
    first, target = frontier.points[0], frontier.target
    if chosen == first:
        return tr(
            "How the best average’s turns end: {missed} do not qualify, and {chance} reach {target} or more.",
            missed=percent(float(first.distribution[0])),
            chance=percent(float(first.chance)),
            target=target,
        )
    return tr(
        "How turns end: with a bonus of {bonus}, {missed} do not qualify, against {missed_best} for the best "
        "average; {between} qualify but stay below {target}, against {between_best}; and {chance} reach "
        "{target} or more, against {chance_best}.",
        bonus=whole(bonus),
        missed=percent(float(chosen.distribution[0])),
        missed_best=percent(float(first.distribution[0])),
        between=percent(float(chosen.distribution[1:target].sum())),
        between_best=percent(float(first.distribution[1:target].sum())),
        chance=percent(float(chosen.chance)),
        chance_best=percent(float(first.chance)),
        target=target,
    )


# ------------------------------------------------------------------------------------------ worked examples


def examples(lesson: Lesson) -> None:
    rules = lesson.rules
    lesson.header(tr("The careful and the greedy player, judged"))
    lesson.say(
        tr(
            "The rule texts tell how a careful and a greedy player each play the same opening roll. Here "
            "every keep is judged. **Loss** is what it gives away of the average score. **Luck** is how far "
            "a roll was better or worse than could be expected; nobody can help that."
        )
    )
    careful, greedy = played(rules, CAREFUL), played(rules, GREEDY)
    lesson.given |= {"careful": careful.code, "greedy": greedy.code}
    line_table(lesson, careful, tr("The careful player"))
    lesson.say(
        tr(
            "Even the careful player slipped. In roll {roll}, keeping **{best}** instead of **{kept}** would "
            "have been better by {loss}. The turn was safe either way.",
            **worst(careful),
        )
    )
    line_table(lesson, greedy, tr("The greedy player"))
    lesson.say(
        tr(
            "The greedy player’s mistake was in roll {roll}: keeping **{kept}** left a chance to qualify of "
            "{kept_chance}, and **{best}** would have left {best_chance}. That was {loss} given away. After "
            "it, there was only bad luck.",
            **worst(greedy),
        )
    )
    lesson.say(who_did_what(careful, greedy))
    st.caption(
        tr(
            "Luck and loss are counted for the best average; a link opens that roll in What if. Numbers are "
            "rounded."
        )
    )
    lesson.code("examples")


def worst(game: TurnGame) -> dict[str, object]:
    """Return the costliest keep of a line, in the words of a sentence."""
    judged = review(game, MEAN).decisions
    roll, mistake = max(enumerate(judged, start=1), key=lambda numbered: numbered[1].kept.loss)
    return {
        "roll": roll,
        "kept": faces(mistake.kept.keep),
        "best": faces(mistake.best.keep),
        "loss": amount(mistake.kept.loss, MEAN),
        "kept_chance": percent(mistake.kept.p_qualify),
        "best_chance": percent(mistake.best.p_qualify),
    }


def line_table(lesson: Lesson, game: TurnGame, caption: str) -> None:
    judged = review(game, MEAN).decisions
    head = (tr("Roll"), tr("Kept"), tr("Best keep"), tr("Luck"), tr("Loss"), tr("Chance to qualify after"))
    rows = [
        (
            f"<a href='{review_view.what_if(one)}' style='color:inherit'>{faces(sorted(one.roll))}</a>",
            faces(one.kept.keep),
            faces(one.best.keep),
            signed(luck(one)),
            lost(one.kept.loss, MEAN),
            percent(one.kept.p_qualify),
        )
        for one in judged
    ]
    total = (tr("Together"), "", "", signed(sum(map(luck, judged))), lost(loss(judged), MEAN), "")
    st.html(table(caption, head, [*rows, total]))
    lesson.say(
        tr(
            "**{caption}**: {start} points could be expected before the first roll; {luck} by luck and "
            "{loss} by loss make {score}.",
            caption=caption,
            start=decimal(mc.solve(game.rules, MEAN).value(mc.Turn(game.rules))),
            luck=signed(sum(map(luck, judged))),
            loss=signed(-loss(judged)),
            score=game.turn.score,
        )
    )


def luck(decision: Decision) -> float:
    turn = decision.turn
    return decision.best.value - mc.solve(turn.rules, MEAN).value(turn)


def loss(judged: Sequence[Decision]) -> float:
    return sum(one.kept.loss for one in judged)


def who_did_what(careful: TurnGame, greedy: TurnGame) -> str:
    first, second = (review(game, MEAN).decisions for game in (careful, greedy))
    return tr(
        "In the end {gap} points lie between the two. Luck made {luck} of them, and what they chose made "
        "{choice}. A single turn says little about who plays well.",
        gap=abs(careful.turn.score - greedy.turn.score),
        luck=decimal(sum(map(luck, first)) - sum(map(luck, second))),
        choice=decimal(loss(second) - loss(first)),
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("Limits of this lesson"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- That the best average is also the safest play is a fact about this game, found by "
                    "trying every keep of every roll. It is no law of dice, and says nothing about other "
                    "games."
                ),
                tr(
                    "- Where two keeps have the same best average, the one that qualifies more often is "
                    "taken. A turn that does not qualify counts 0."
                ),
                tr(
                    "- The line weighs one target against the average, and the target is known before the "
                    "first roll. Against players who come after you, nobody knows it yet."
                ),
                tr(
                    "- Between two corners of the line you would have to toss a coin before the turn to "
                    "decide which of the two ways to play."
                ),
            )
        )
    )


the_lesson = opening()
no_trade_off(the_lesson)
real_trade_off(the_lesson)
examples(the_lesson)
limits(the_lesson)
the_lesson.take_home()
