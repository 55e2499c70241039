"""Safe or greedy? What the best average costs in safety, which is nothing, and what a high target costs."""

from collections.abc import Sequence
from itertools import combinations

import streamlit as st

import midnight_core as mc
from midnight_core.frontier import Check, Frontier, Point, best_mean_qualifies_best, trade_off
from midnight_core.gamecode import TurnGame
from midnight_core.review import Decision, decisions
from midnight_ui import address, charts, frontier_charts, strategy_list, turn_view
from midnight_ui.frontier_charts import Placed
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.strategy_list import AT_LEAST, CARD, PERFECT
from midnight_ui.text import decimal, faces, ntr, percent, tr, whole
from midnight_ui.throws_charts import table
from midnight_ui.walkthrough import CAREFUL, GREEDY, played
from midnight_ui.why import amount, lost

MEAN = mc.goals.mean_score()
SAFEST = "throws-21"
HUMAN = tuple(key for key in (*mc.strategies.NAMED, CARD) if key != PERFECT)
MOST_BONUS, DEFAULT_BONUS = 100, 10

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
    best, *others = (placed(rules, key, mc.MIN_SCORE) for key in (PERFECT, *HUMAN))
    finding = against_the_safest(best, others, chance)
    charts.show(frontier_charts.limits_figure(best, others, mean, chance), key="limits", alt=finding)
    lesson.say(finding)
    lesson.say(why_it_is_safe(mean, chance))
    head = (tr("Strategy"), tr("Average score"), tr("Qualifies"))
    rows = [
        (place.listed.label, decimal(place.mean), percent(place.chance, 2))
        for place in sorted([best, *others], key=lambda place: (-round(place.chance, 9), -place.mean))
    ]
    st.html(table(tr("The safest first"), head, rows))
    check_result(lesson)
    lesson.code("qualify")


def placed(rules: mc.Rules, key: str, target: int) -> Placed:
    listed = strategy_list.listed(key)
    found = mc.analysis.summary(mc.evaluate(rules, listed.strategy))
    return Placed(listed, found.mean, found.p_at_least(target))


def against_the_safest(best: Placed, others: Sequence[Placed], chance: float) -> str:
    safest = next(place for place in others if place.listed.key == SAFEST)
    return tr(
        "One dotted line is the best average that there is, {mean}, the other the best chance to qualify, "
        "{chance}. No strategy can be to the right of the one or above the other. If you had to choose, the "
        "corner where they cross would be empty. It is not: “{best}” stands right there, with {reached}. "
        "“{safest}”, which thinks of nothing but qualifying, gets there no more often and scores {gap} "
        "points less.",
        mean=decimal(best.mean),
        chance=percent(chance, 2),
        best=best.listed.label,
        reached=percent(best.chance, 2),
        safest=safest.listed.label,
        gap=decimal(best.mean - safest.mean),
    )


def why_it_is_safe(mean: float, chance: float) -> str:
    return tr(
        "Why? A turn that qualifies averages {mean} points, and all of them are lost when it does not. Each "
        "percentage point of chance is worth about {point} points, so a {high} kept too early never pays for "
        "the throws that it takes away.",
        mean=decimal(mean / chance),
        point=decimal(mean / chance / 100),
        high=mc.FACES,
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
    with st.container(horizontal=True, vertical_alignment="top"):
        target = address.number("target", tr("Target"), mc.MIN_SCORE, mc.MAX_SCORE, DEFAULT_TARGET)
        with st.container(width=420):
            bonus = address.slider(
                "bonus",
                tr("Bonus for reaching {target}, in points", target=target),
                0,
                MOST_BONUS,
                DEFAULT_BONUS,
            )
    with st.spinner(tr("Tracing the line for {target} …", target=target)):
        frontier = trade_off(mc.Turn(rules), target)
    lesson.given |= {"target": target, "bonus": bonus}
    chosen = frontier.at(bonus)
    frontier_picture(lesson, frontier, chosen)
    st.caption(same_point(chosen))
    what_it_costs(lesson, frontier, chosen)
    scores(lesson, frontier, chosen)
    lesson.code("frontier")


def frontier_picture(lesson: Lesson, frontier: Frontier, chosen: Point) -> None:
    first, last = frontier.points[0], frontier.points[-1]
    best_mean = Placed(strategy_list.listed(PERFECT), float(first.mean), float(first.chance))
    aimed = strategy_list.listed(f"{AT_LEAST}-{frontier.target}")
    best_chance = Placed(aimed, float(last.mean), float(last.chance))
    others = [placed(lesson.rules, key, frontier.target) for key in HUMAN]
    edge = float(last.mean) - max(WINDOW, float(first.mean - last.mean))
    inside = [place for place in others if place.mean >= edge]
    finding = the_line(frontier)
    figure = frontier_charts.frontier_figure(frontier, (best_mean, best_chance), inside, chosen)
    charts.show(figure, key="frontier", alt=finding)
    lesson.say(finding)
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
    if outside:
        st.caption(tr("Too far to the left for the picture: {names}.", names=", ".join(outside)))


def the_line(frontier: Frontier) -> str:
    first, last, target = frontier.points[0], frontier.points[-1], frontier.target
    if first == last:
        return tr(
            "The line is a single point: {mean} points on average and {chance} for {target} or more. Every "
            "score that qualifies is that high, so this is the chance to qualify again, and nothing has to "
            "be given up.",
            mean=decimal(float(first.mean)),
            chance=percent(float(first.chance), 2),
            target=target,
        )
    return tr(
        "The line has {corners} corners, and each is a way of playing. It runs from the best average, {mean}"
        " points with {chance} for {target} or more, to the best chance, {top} with {low} points. Every other"
        " strategy lies below it.",
        corners=len(frontier.points),
        mean=decimal(float(first.mean)),
        chance=percent(float(first.chance)),
        target=target,
        top=percent(float(last.chance)),
        low=decimal(float(last.mean)),
    )


def same_point(point: Point) -> str:
    """Return for which bonuses a point is the best."""
    low = decimal(float(point.low), 1)
    if point.high is None:
        return tr("Every bonus from {low} points on leads to this point.", low=low)
    return tr(
        "Every bonus from {low} to {high} points leads to this point.",
        low=low,
        high=decimal(float(point.high), 1),
    )


def what_it_costs(lesson: Lesson, frontier: Frontier, chosen: Point) -> None:
    first, last = frontier.points[0], frontier.points[-1]
    if first == last:
        return
    goal = mc.goals.at_least(frontier.target)
    if chosen == first:
        lesson.say(
            tr(
                "So small a bonus changes nothing: your point is the best average itself. Raise the bonus to "
                "move along the line."
            )
        )
    else:
        lesson.say(
            tr(
                "Going from the best average to your point costs **{cost}** and wins **{gain}** of reaching "
                "{target}.",
                cost=amount(float(first.mean - chosen.mean), MEAN),
                gain=amount(float(chosen.chance - first.chance), goal),
                target=frontier.target,
            )
        )
    lesson.say(how_dear(frontier))


def how_dear(frontier: Frontier) -> str:
    first, last, half = frontier.points[0], frontier.points[-1], half_way(frontier)
    goal = mc.goals.at_least(frontier.target)
    much = amount(float(first.mean - last.mean), MEAN)
    if last.chance - first.chance < LITTLE:
        return tr(
            "There is hardly anything to win here: the whole way costs {much} and wins {all}.",
            much=much,
            all=amount(float(last.chance - first.chance), goal),
        )
    return tr(
        "The first steps are the cheap ones: {some} of the {all} that can be won cost {little}. The whole"
        " way costs {much}.",
        some=amount(float(half.chance - first.chance), goal),
        all=amount(float(last.chance - first.chance), goal),
        little=amount(float(first.mean - half.mean), MEAN),
        much=much,
    )


def half_way(frontier: Frontier) -> Point:
    """Return the first point with at least half of all the chance that can be won."""
    wanted = (frontier.points[0].chance + frontier.points[-1].chance) / 2
    return next(point for point in frontier.points if point.chance >= wanted)


def scores(lesson: Lesson, frontier: Frontier, chosen: Point) -> None:
    first, last, target = frontier.points[0], frontier.points[-1], frontier.target
    ways = {
        tr("Best average"): first,
        tr("Your point"): chosen,
        tr("Best chance of {target}", target=target): last,
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
    st.html(table(tr("The two ends of the line, and your point"), head, rows))
    best = strategy_list.listed(PERFECT)
    finding = spread(frontier, chosen)
    charts.show(frontier_charts.scores_figure(best, first, chosen), key="scores", alt=finding)
    lesson.say(finding)


def spread(frontier: Frontier, chosen: Point) -> str:
    first, target = frontier.points[0], frontier.target
    if chosen == first:
        return tr(
            "How the best average’s turns end: {missed} do not qualify, and {chance} reach {target} or more.",
            missed=percent(float(first.distribution[0])),
            chance=percent(float(first.chance)),
            target=target,
        )
    return tr(
        "How turns end: at your point {missed} do not qualify, against {missed_best} for the best average; "
        "{between} qualify but stay below {target}, against {between_best}; and {chance} reach {target} or "
        "more, against {chance_best}.",
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
            "have been better by {loss}. The chance to qualify is {best_chance} with the one and "
            "{kept_chance} with the other.",
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
    judged = decisions(game, MEAN)
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
    judged = decisions(game, MEAN)
    head = (tr("Roll"), tr("Kept"), tr("Best keep"), tr("Luck"), tr("Loss"), tr("Chance to qualify after"))
    rows = [
        (
            f"<a href='{turn_view.what_if(one)}' style='color:inherit'>{faces(sorted(one.roll))}</a>",
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


def signed(number: float) -> str:
    """Return a number with its sign, also when it is positive."""
    sign = "−" if number < 0 else "+"
    return f"{sign}{decimal(abs(number))}"


def who_did_what(careful: TurnGame, greedy: TurnGame) -> str:
    first, second = (decisions(game, MEAN) for game in (careful, greedy))
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
