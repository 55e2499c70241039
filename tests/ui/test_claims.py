"""The rule book, checked: every claim on the page with its number and verdict, and the ways to pick some."""

from __future__ import annotations

import json
import re

import plotly.graph_objects as go
import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Rules
from midnight_core.claims import By, Claim, Measure, Source, Topic, Verdict, claims
from midnight_ui import claims_charts, claims_words
from midnight_ui.claims_words import fraction, judged, stated, verdict_name, words
from midnight_ui.text import catalogue, decimal
from tests.ui.screen import LANGUAGES, at_address, charts, html, opened, prose

PAGE = "pages/learn/claims.py"
RULES = {"1-4-24": MIDNIGHT, "2-4-24": TWO_FOUR_24}
HOLDS = {Verdict.TRUE, Verdict.ROUNDED, Verdict.ROUGHLY}
BADGE = re.compile(r":(\w+)-badge\[(:material/\w+:) ([^\]]+)\] :small\[([^\]]+)\]")


def cards(app) -> list[tuple[str, str, str]]:
    """Return verdict, texts and words of each card."""
    found = [element.value for element in app.main.markdown]
    places = [place for place, value in enumerate(found) if BADGE.match(value)]
    return [(*BADGE.match(found[place]).groups()[2:], found[place + 1].strip("*")) for place in places]


def by_key(rules: Rules) -> dict[str, Claim]:
    return {claim.key: claim for claim in claims(rules)}


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_claim_has_a_card_with_its_verdict_and_its_texts(lang: str, variant: str) -> None:
    app = opened(PAGE, lang=lang, variant=variant)
    said = catalogue(lang).gettext
    verdicts = {
        Verdict.TRUE: said("True"),
        Verdict.ROUNDED: said("True when rounded"),
        Verdict.ROUGHLY: said("Roughly true"),
        Verdict.SOMETIMES: said("Only in some cases"),
        Verdict.WRONG: said("Wrong"),
        Verdict.OPEN: said("Open"),
    }
    texts = {
        Source.RULES: said("Rules of Midnight"),
        Source.ENCYCLOPEDIA: said("Encyclopedia"),
        Source.TEN_THOUSAND: said("Rules of 10 000"),
    }
    expected = [
        (verdicts[claim.verdict], ", ".join(texts[source] for source in claim.sources))
        for topic in Topic
        for claim in claims(RULES[variant])
        if claim.topic is topic
    ]
    shown = cards(app)
    assert [card[:2] for card in shown] == expected
    assert len({card[2] for card in shown}) == len(shown), "No two claims have the same words."
    assert app.title[0].value == said("The rule book, checked")


@pytest.mark.parametrize("variant", RULES)
def test_the_summary_counts_what_the_core_finds(variant: str) -> None:
    found = claims(RULES[variant])
    app = opened(PAGE, variant=variant)
    computable = [claim for claim in found if claim.verdict is not Verdict.OPEN]
    holds = [claim for claim in computable if claim.verdict in HOLDS]
    text = prose(app)
    assert f"Of {len(found)} claims, {len(computable)} can be computed" in text
    assert f"**{len(holds)} of those hold**" in text
    assert f"**{len(found) - len(computable)} claims stay open**" in text
    best = float(by_key(RULES[variant])["average"].checks[0].exact)
    assert f"but {decimal(best, 1)} for a turn that qualifies" in text


def test_the_numbers_of_some_cards() -> None:
    text = prose(opened(PAGE))
    for line in (
        "Computed: 95.673%, exactly 20987674370482710/6^21.",
        "Computed: 19.521 points played for the best average; 18.342 to 20.553 by 9 ways of playing.",
        "Computed: 2.467% played for the best average; 1.307% to 9.999% by 9 ways of playing.",
        "Computed: 1.5 points more.",
        "Computed: 39.074, exactly 1055/27.",
        "Computed: 16.667%, exactly 1/6.",
        "6 of 11 numbers hold.",
    ):
        assert line in text


def test_the_variant_has_its_own_dice_and_numbers_beside_the_same_statements() -> None:
    app = opened(PAGE, variant="2-4-24")
    text = prose(app).replace("\N{NO-BREAK SPACE}", " ")
    assert "**A second 2 or 4 is an ordinary die: 2 2 4 4 5 5 scores 15.**" in text
    assert "Take one 2 and one 4 away, and 5 + 5 + 4 + 2 = 16." in text
    assert "The texts mean 1-4-24. Here their numbers are put to 2-4-24" in text
    assert "the opening roll 1 3 4 5 6 6 leads to 21 points" in text
    at_address(app, variant="1-4-24")
    assert "The texts mean" not in prose(app)
    assert "**A second 1 or 4 is an ordinary die" in prose(app)


def test_the_variant_asks_for_no_1(language: str) -> None:
    told = words(TWO_FOUR_24, claims(TWO_FOUR_24))
    asked = {"en": r"\b[Aa] 1\b|\bthe 1\b", "nb": r"\b1er"}[language]
    for claim in claims(TWO_FOUR_24):
        if claim.topic is not Topic.TEN_THOUSAND:
            assert not re.search(asked, " ".join((told[claim.key].says, told[claim.key].why))), claim.key


@pytest.mark.parametrize("text", ["all", *(source.value for source in Source)])
@pytest.mark.parametrize("verdict", ["all", *(verdict.value for verdict in Verdict)])
def test_the_filters_leave_what_they_name(verdict: str, text: str) -> None:
    app = opened(PAGE, verdict=verdict, text=text)
    told = words(MIDNIGHT, claims())
    expected = [
        told[claim.key].says
        for claim in claims()
        if verdict in ("all", claim.verdict.value)
        and text in ("all", *(source.value for source in claim.sources))
    ]
    assert [card[2] for card in cards(app)] == expected
    assert bool(app.info) == (not expected)
    assert len(app.get("plotly_chart")) == 1, "The chart shows all of them, whatever is picked."


def test_a_filter_is_chosen_and_stands_in_the_address() -> None:
    app = opened(PAGE)
    app.pills(key="segments_verdict").set_value("wrong").run()
    assert app.query_params["verdict"] == "wrong"
    assert [verdict for verdict, _, _ in cards(app)] == ["Wrong"]
    app.pills(key="segments_text").set_value("ten-thousand").run()
    assert not cards(app)
    assert [info.value for info in app.info] == ["No claim of this text has this verdict."]
    app.pills(key="segments_verdict").set_value("open").run()
    open_there = [c for c in claims() if c.verdict is Verdict.OPEN and Source.TEN_THOUSAND in c.sources]
    assert len(cards(app)) == len(open_there) == 5


@pytest.mark.parametrize("junk", ["", "True", "WRONG", "-1", "<b>", "true,wrong", "☃", "rules " * 99])
def test_a_filter_that_is_none_counts_as_not_said(junk: str) -> None:
    app = opened(PAGE, verdict=junk, text=junk, variant=junk)
    assert len(cards(app)) == len(claims())
    assert not app.error


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_claim_has_words_and_every_number_is_filled_in(rules: Rules, language: str) -> None:
    told = words(rules, claims(rules))
    assert set(told) == {claim.key for claim in claims(rules)}
    for key, told_so in told.items():
        for text in (told_so.says, told_so.why):
            assert text, key
            assert not re.search(r"[{}]|\binf\b|\bnan\b|Fraction", text), (key, text)
            assert language == "en" or not re.search(r"\d\.\d", text), (key, text)


@pytest.mark.usefixtures("english")
def test_the_explanations_state_what_is_computed() -> None:
    told = words(MIDNIGHT, claims())
    found = by_key(MIDNIGHT)
    slow, best = (
        next(check.exact for check in found["average"].checks if check.case == way)
        for way in ("one-at-a-time", "perfect")
    )
    assert f"{float(slow):.2f}" in told["average"].why
    assert f"{float(best):.2f}" in told["average"].why
    assert "18.68" in told["average"].why, "The average with the turns that miss."
    assert "65.4%" in told["solid"].why
    assert "87.2%, and the true chance is 93.5%" in told["formula"].why
    assert "3.50; 4.74; 5.19; 5.42" in told["high-dice"].why
    assert "20.9 turns" in told["race"].why
    assert "43 seconds" in told["race"].why
    assert "2.31%" in told["fresh-dice"].why
    assert "5/216" in told["fresh-dice"].why
    assert "0.58 points" in told["careful-best"].why


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_show_every_case_with_its_verdict(lang: str, variant: str) -> None:
    app = opened(PAGE, lang=lang, variant=variant)
    tables = re.findall(r"<tbody>(.*?)</tbody>", html(app))
    expected = [claim for claim in claims(RULES[variant]) if claim.by is not By.NOTHING]
    assert [table.count("<tr>") for table in tables] == [len(claim.checks) for claim in expected]
    said = catalogue(lang).gettext
    failing = [sum(check.verdict is Verdict.WRONG for check in claim.checks) for claim in expected]
    assert [table.count(f"<td>{said('Wrong')}</td>") for table in tables] == failing


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_chart_marks_every_claim_of_every_text(rules: Rules) -> None:
    figure = claims_charts.verdicts_figure(claims(rules), words(rules, claims(rules)))
    go.Figure(figure)
    marks = {trace["name"]: len(trace["x"]) for trace in figure["data"]}
    assert marks == {
        verdict_name(verdict): sum(len(c.sources) for c in claims(rules) if c.verdict is verdict)
        for verdict in Verdict
    }
    places = [place for trace in figure["data"] for place in zip(trace["x"], trace["y"], strict=True)]
    assert len(set(places)) == len(places), "No mark hides another."
    assert len({trace["marker"]["symbol"] for trace in figure["data"]}) == len(Verdict)
    assert len(figure["layout"]["yaxis"]["ticktext"]) == len(Source)


def test_the_chart_says_its_finding() -> None:
    app = opened(PAGE)
    (chart,) = app.get("plotly_chart")
    go.Figure(json.loads(chart.proto.spec))
    assert len(charts(app)[0]["data"]) == len(Verdict)
    count = sum(claim.verdict is Verdict.TRUE for claim in claims())
    assert f"True: {count}, True when rounded: " in chart.proto.alt


def test_a_verdict_is_told_by_a_shape_of_its_own() -> None:
    looks = claims_words.LOOKS
    assert set(looks) == set(Verdict)
    assert len({look.icon for look in looks.values()}) == len({look.marker for look in looks.values()}) == 6


@pytest.mark.usefixtures("english")
def test_numbers_are_written_as_short_as_they_are_exact() -> None:
    found = by_key(MIDNIGHT)
    assert [fraction(check.exact) for check in found["one-kept"].checks][-1] == "1/6"
    assert fraction(found["best-chance"].checks[0].exact) == "20987674370482710/6^21"
    assert not fraction(found["average"].checks[0].exact), "too long to be read"
    assert not fraction(found["one-die"].checks[0].exact), "3.5 is exact"
    assert not fraction(found["race"].checks[0].exact), "a sum without end"
    top = found["top"]
    assert top.measure is Measure.CHANCE
    assert stated(top, top.checks[0].said.low) == "2%"
    assert stated(found["one-die"], found["one-die"].checks[0].exact) == "3.5"


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("best-score", "It counts as true only if the two are equal."),
        (
            "average",
            "It counts as true when rounded if it is off by 0.5 points or less.",
        ),
        (
            "top",
            "It counts as true when rounded if it is off by 0.5 percentage points or less, and as roughly "
            "true up to 1 percentage point.",
        ),
        ("race", "It counts as roughly true if it is off by 5 minutes or less."),
        ("marginally", "It counts as true if the number is at most 1."),
        ("low-dice", "It counts as true if the number is at least 50%."),
        ("best-chance", "It counts as true when rounded if it is off by 0.05 percentage points or less."),
    ],
)
@pytest.mark.usefixtures("english")
def test_the_page_says_how_it_judges(key: str, rule: str) -> None:
    assert judged(by_key(MIDNIGHT)[key]) == rule


@pytest.mark.parametrize("lang", LANGUAGES)
def test_code_and_notebook_are_offered(lang: str) -> None:
    app = opened(PAGE, lang=lang, variant="2-4-24")
    shown = catalogue(lang).gettext("Show the code")
    assert sum(expander.label == shown for expander in app.expander) == len(Topic) + 1
    code = "\n".join(block.value for block in app.code)
    assert "rules = mc.TWO_FOUR_24" in code
    assert "([24, 16, 19, 20], 0)" in code
    assert len(app.get("download_button")) == 1
