"""The rule book, checked: every number that the texts state, computed again, with a verdict."""

from collections import Counter
from collections.abc import Sequence
from html import escape

import streamlit as st

import midnight_core as mc
from midnight_core.claims import By, Claim, Source, Topic, Verdict, claims
from midnight_ui import address, charts, claims_charts, throws_charts, variant
from midnight_ui.claims_words import (
    LOOKS,
    Words,
    case_name,
    exact,
    fraction,
    judged,
    range_said,
    said,
    source_name,
    stated,
    topic_name,
    verdict_name,
    with_unit,
    words,
)
from midnight_ui.lesson import Lesson
from midnight_ui.text import ntr, tr

EVERYTHING = "all"
THROWS = {"after-roll", "none-kept", "one-kept", "formula"}
"""Claims that the page of the 21 throws goes into."""

HOLDS = {Verdict.TRUE, Verdict.ROUNDED, Verdict.ROUGHLY}


def opening() -> Lesson:
    lesson = Lesson.opened("claims", tr("The rule book, checked"))
    lesson.say(
        tr(
            "Three texts tell how to play Midnight and its sister game 10 000, and they say a good deal in "
            "numbers. **Which of those numbers can you rely on?**"
        )
    )
    lesson.say(
        tr(
            "They are a rule book of Midnight, in English and in Norwegian; an encyclopedia’s article, "
            "“Midnight (game)”; and a rule book of 10 000. This project began with copies of them, so there "
            "is nothing to link to."
        )
    )
    if lesson.rules != mc.MIDNIGHT:
        lesson.say(
            tr(
                "The texts mean {standard}. Here their numbers are put to {variant}: the dice of the "
                "examples are swapped, the stated numbers are not. None of the texts says what the variant "
                "changes.",
                standard=variant.name(mc.MIDNIGHT),
                variant=variant.name(lesson.rules),
            )
        )
    return lesson


def summary(lesson: Lesson, stated_claims: Sequence[Claim], told: dict[str, Words]) -> None:
    counts = Counter(claim.verdict for claim in stated_claims)
    computable = len(stated_claims) - counts[Verdict.OPEN]
    average = next(claim for claim in stated_claims if claim.key == "average")
    wrong = [claim for claim in stated_claims if claim.verdict is Verdict.WRONG]
    lesson.say(
        tr(
            "Most of them. Of {count} claims, {computable} can be computed: **{holds} hold**, {sometimes} "
            "only in some cases, and {wrong} not at all:",
            count=len(stated_claims),
            computable=computable,
            holds=sum(counts[verdict] for verdict in HOLDS),
            sometimes=counts[Verdict.SOMETIMES],
            wrong=len(wrong),
        )
    )
    lesson.say("\n".join(f"- *{told[claim.key].says}* {found(claim, told[claim.key])}" for claim in wrong))
    lesson.say(
        tr(
            "Be careful as well with what a good turn is worth: around {said} points by the rules, but "
            "{exact} for a turn that qualifies when it is played for the best average.",
            said=said(average),
            exact=exact(average),
        )
    )
    by_verdict = ", ".join(
        tr("{verdict}: {count}", verdict=verdict_name(verdict), count=counts[verdict])
        for verdict in Verdict
        if counts[verdict]
    )
    finding = tr("Claims by verdict. {counts}. Texts that say the same share a claim.", counts=by_verdict)
    charts.show(claims_charts.verdicts_figure(stated_claims, told), key="verdicts", alt=finding)
    lesson.note(finding)
    st.caption(finding)
    lesson.code("verdicts")


def chosen(stated_claims: Sequence[Claim]) -> list[Claim]:
    given = {claim.verdict for claim in stated_claims}
    verdicts = {EVERYTHING: tr("All")} | {
        verdict.value: verdict_name(verdict) for verdict in Verdict if verdict in given
    }
    texts = {EVERYTHING: tr("All")} | {source.value: source_name(source) for source in Source}
    verdict = address.segments("verdict", tr("Verdict"), tuple(verdicts), verdicts.__getitem__)
    text = address.segments("text", tr("Text"), tuple(texts), texts.__getitem__)
    return [
        claim
        for claim in stated_claims
        if verdict in {EVERYTHING, claim.verdict.value}
        and text in {EVERYTHING, *(source.value for source in claim.sources)}
    ]


def topics(lesson: Lesson, shown: Sequence[Claim], told: dict[str, Words]) -> None:
    for topic in Topic:
        about = [claim for claim in shown if claim.topic is topic]
        if not about:
            continue
        lesson.header(topic_name(topic))
        for place in range(0, len(about), 2):
            for column, claim in zip(st.columns(2), about[place : place + 2], strict=False):
                with column.container(border=True):
                    card(lesson, claim, told[claim.key])
        lesson.code(topic.value)


def card(lesson: Lesson, claim: Claim, told: Words) -> None:
    look, verdict = LOOKS[claim.verdict], verdict_name(claim.verdict)
    texts = ", ".join(map(source_name, claim.sources))
    st.markdown(f":{look.badge}-badge[{look.icon} {verdict}] :small[{texts}]")
    lesson.say(f"**{told.says}**")
    lesson.note(f"*{verdict}*")
    if claim.verdict is Verdict.OPEN:
        lesson.say(told.why)
        return
    lesson.say(found(claim, told))
    if claim.key in THROWS:
        st.page_link("pages/learn/throws_21.py", label=tr("The 21 throws"), icon=":material/functions:")
    with st.expander(tr("Why")):
        lesson.say(told.why)
        lesson.say(judged(claim, told))
        if claim.by is not By.NOTHING:
            st.html(cases(claim))


def found(claim: Claim, told: Words) -> str:
    number = with_unit(claim, claim.checks[0].exact)
    if claim.by is By.NOTHING:
        as_fraction = fraction(claim.checks[0].exact)
        if as_fraction:
            return tr(
                "Computed: {what} is {exact}, exactly {fraction}.",
                what=told.number,
                exact=number,
                fraction=as_fraction,
            )
        return tr("Computed: {what} is {exact}.", what=told.number, exact=number)
    if claim.by is By.STRATEGY:
        numbers = [check.exact for check in claim.checks]
        return tr(
            "Computed: {what} is {exact} played for the best average, and {low} to {high} by {count} ways of "
            "playing.",
            what=told.number,
            exact=number,
            low=stated(claim, min(numbers)),
            high=stated(claim, max(numbers)),
            count=len(numbers),
        )
    return ntr(
        "Computed: {what}. {good} of {count} number holds.",
        "Computed: {what}. {good} of {count} numbers hold.",
        len(claim.checks),
        what=told.number,
        good=sum(check.verdict in HOLDS for check in claim.checks),
    )


def cases(claim: Claim) -> str:
    rows = [
        (
            escape(case_name(claim, check)),
            "" if check.said is None else escape(range_said(claim, check.said)),
            with_fraction(stated(claim, check.exact), fraction(check.exact)),
            escape(verdict_name(check.verdict)),
        )
        for check in claim.checks
    ]
    head = (tr("Case"), tr("Text"), tr("Computed"), tr("Verdict"))
    return throws_charts.table(tr("Every case of this claim"), head, rows)


def with_fraction(number: str, as_fraction: str) -> str:
    """Return a number as HTML with its fraction below, which may break before its stroke only."""
    return f"{number}<br><small>{as_fraction.replace('/', '<wbr>/')}</small>" if as_fraction else number


def limits(lesson: Lesson, stated_claims: Sequence[Claim]) -> None:
    lesson.header(tr("What computing cannot check"))
    left_open = sum(claim.verdict is Verdict.OPEN for claim in stated_claims)
    lesson.say(
        "\n".join(
            (
                tr(
                    "- **{count} claims stay open**: how long people take, how many like to play, what most "
                    "tables do, where a number came from, and how a whole game of 10 000 goes. Each says "
                    "why.",
                    count=left_open,
                ),
                tr(
                    "- **Rules are no claims.** That there are {dice} dice, what qualifies, what the "
                    "opening of 10 000 asks for: such numbers say how to play, and all else is computed "
                    "from them.",
                    dice=mc.DICE,
                ),
                tr(
                    "- **Words have to be read.** “Around”, “a couple”, “usually” and “easily” get a "
                    "tolerance, said with each claim. Another reading may give another verdict; the exact "
                    "number stays."
                ),
                tr(
                    "- **The texts rarely say how a turn is played.** A claim about a turn is put to "
                    "{count} ways of playing. If some of them bear it out and others do not, it holds only "
                    "in some cases.",
                    count=len(next(claim for claim in stated_claims if claim.key == "average").checks),
                ),
                tr(
                    "- How many claims hold says little by itself: an easy sum and a whole table count as "
                    "one claim each."
                ),
            )
        )
    )


this = opening()
everything = claims(this.rules)
in_words = words(this.rules, everything)
summary(this, everything, in_words)
shown_now = chosen(everything)
if not shown_now:
    st.info(tr("No claim of this text has this verdict."))
topics(this, shown_now, in_words)
limits(this, everything)
this.take_home()
