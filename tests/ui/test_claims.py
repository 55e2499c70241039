"""The rule book, checked: every claim on the page with its number and verdict, and the ways to pick some."""

from __future__ import annotations

import json
import re

import plotly.graph_objects as go
import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Rules, evaluate, rethrow, strategies
from midnight_core.claims import By, Claim, Measure, Source, Topic, Verdict, claims
from midnight_ui import claims_charts, claims_words
from midnight_ui.claims_words import fraction, judged, stated, verdict_name, words
from midnight_ui.text import catalogue, decimal
from tests.ui.screen import LANGUAGES, at_address, charts, html, opened, prose
from tests.ui.test_notebooks import offered

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
def test_the_summary_counts_what_the_core_finds_and_names_what_is_wrong(variant: str) -> None:
    found = claims(RULES[variant])
    app = opened(PAGE, variant=variant)
    computable = [claim for claim in found if claim.verdict is not Verdict.OPEN]
    holds = [claim for claim in computable if claim.verdict in HOLDS]
    sometimes = [claim for claim in computable if claim.verdict is Verdict.SOMETIMES]
    wrong = [claim for claim in computable if claim.verdict is Verdict.WRONG]
    assert len(wrong) == {"1-4-24": 2, "2-4-24": 3}[variant]
    text = prose(app)
    assert (
        f"Of {len(found)} claims, {len(computable)} can be computed: **{len(holds)} hold**, {len(sometimes)} "
        f"only in some cases, and {len(wrong)} not at all:" in text
    )
    told = words(RULES[variant], found)
    (listed,) = (element.value for element in app.main.markdown if re.match(r"- \*\w", element.value))
    assert re.findall(r"- \*(.*?)\* Computed: ", listed) == [told[claim.key].says for claim in wrong]
    assert f"**{len(found) - len(computable)} claims stay open**" in text
    best = float(by_key(RULES[variant])["average"].checks[0].exact)
    assert f"but {decimal(best, 3)} for a turn that qualifies" in text


def test_the_texts_are_named() -> None:
    assert "a rule book of Midnight, in English and in Norwegian" in prose(opened(PAGE))
    assert "leksikonartikkelen «Midnight (game)»" in prose(opened(PAGE, lang="nb"))


def test_the_numbers_of_some_cards() -> None:
    text = prose(opened(PAGE))
    for line in (
        "Computed: the best chance to qualify is 95.673%, exactly 20987674370482710/6²¹.",
        "Computed: the average of a turn that qualifies is 19.521 points played for the best average, and "
        "18.342 to 20.553 by 9 ways of playing.",
        "Computed: the average of all turns is 18.676 points played for the best average, and 13.259 to "
        "18.676 by 9 ways of playing.",
        "Computed: the share of turns that score 24 is 2.467% played for the best average, and 1.307% to "
        "9.999% by 9 ways of playing.",
        "Computed: the share of them that is thrown again is 94.756%.",
        "Computed: the gain from another throw is 1.5 points.",
        "Computed: the average number of rolls that score is 39.074 of 40 rolls, exactly 1055/27.",
        "Computed: the chance that the last die shows it is 16.667%, exactly 1/6.",
        "Computed: the length of the race at 30 seconds a turn is 10.5 minutes played for the best average, "
        "and 10.5 to 12.3 by 9 ways of playing.",
        "Computed: the best chance to qualify. 6 of 11 numbers hold.",
    ):
        assert line in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_says_what_its_number_is(lang: str) -> None:
    app = opened(PAGE, lang=lang)
    computed = {"en": "Computed: ", "nb": "Regnet ut: "}[lang]
    shown = [element.value for element in app.main.markdown if element.value.startswith(computed)]
    assert len(shown) == sum(claim.verdict is not Verdict.OPEN for claim in claims())
    assert all(re.match(rf"{computed}\w+ .*\w+", line) for line in shown)


def test_the_tables_lead_to_the_page_that_explains_them() -> None:
    app = opened(PAGE)
    links = [link.proto.page for link in app.main.get("page_link")]
    assert links == ["throws-21"] * 4
    assert len(opened(PAGE, verdict="open").main.get("page_link")) == 0


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
    asked = {"en": r"\b[Aa] 1\b|\bthe 1\b", "nb": r"\b1-er"}[language]
    for claim in claims(TWO_FOUR_24):
        if claim.topic is not Topic.TEN_THOUSAND:
            assert not re.search(asked, " ".join((told[claim.key].says, told[claim.key].why))), claim.key


@pytest.mark.parametrize("text", ["all", *(source.value for source in Source)])
@pytest.mark.parametrize("verdict", ["all", *(verdict.value for verdict in Verdict)])
def test_the_filters_leave_what_they_name(verdict: str, text: str) -> None:
    app = opened(PAGE, verdict=verdict, text=text)
    told = words(MIDNIGHT, claims())
    given = {claim.verdict.value for claim in claims()}
    expected = [
        told[claim.key].says
        for claim in claims()
        if (verdict not in given or verdict == claim.verdict.value)
        and text in ("all", *(source.value for source in claim.sources))
    ]
    assert [card[2] for card in cards(app)] == expected
    assert bool(app.info) == (not expected)
    assert len(app.get("plotly_chart")) == 1, "The chart shows all of them, whatever is picked."


def test_a_filter_is_chosen_and_stands_in_the_address() -> None:
    app = opened(PAGE)
    app.pills(key="segments_verdict").set_value("wrong").run()
    assert app.query_params["verdict"] == "wrong"
    assert [verdict for verdict, _, _ in cards(app)] == ["Wrong", "Wrong"]
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
    computed = {claim.key for claim in claims(rules) if claim.verdict is not Verdict.OPEN}
    assert {key for key, told_so in told.items() if told_so.number} == computed
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
    assert f"{float(slow):.3f}" in told["average"].why
    assert f"{float(best):.3f}" in told["average"].why
    assert "18.676" in told["average"].why, "The average with the turns that miss."
    assert "18.676" in told["solid"].why
    assert "65.4%" in told["solid"].why
    assert "makes it 9.999%" in told["top"].why, "as on the card"
    assert "in 95.673% of turns; the best that the solver finds is 95.673%" in told["best-strategy"].why
    assert found["best-strategy"].verdict is Verdict.TRUE, "since the two are said to be equal"
    assert "87.247%, and the true chance is 93.509%" in told["formula"].why
    assert "3.5; 4.736; 5.189; 5.419" in told["high-dice"].why
    assert "nearest 5 minutes" in told["race"].why
    assert "20.9 turns" in told["race"].why
    assert "43 seconds" in told["race"].why
    assert "2.315%" in told["fresh-dice"].why
    assert "5/216" in told["fresh-dice"].why
    assert "0.581 points" in told["careful-best"].why


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
    given = {claim.verdict for claim in claims(rules)}
    assert marks == {
        verdict_name(verdict): sum(len(c.sources) for c in claims(rules) if c.verdict is verdict)
        for verdict in given
    }
    places = [place for trace in figure["data"] for place in zip(trace["x"], trace["y"], strict=True)]
    assert len(set(places)) == len(places), "No mark hides another."
    assert len({trace["marker"]["symbol"] for trace in figure["data"]}) == len(given)
    assert len(figure["layout"]["yaxis"]["ticktext"]) == len(Source)


def test_the_chart_says_its_finding() -> None:
    app = opened(PAGE)
    (chart,) = app.get("plotly_chart")
    go.Figure(json.loads(chart.proto.spec))
    assert len(charts(app)[0]["data"]) == len({claim.verdict for claim in claims()})
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
    assert fraction(found["best-chance"].checks[0].exact) == "20987674370482710/6²¹"
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
        ("best-score", "It counts as true only if the stated number and the computed one are equal."),
        (
            "average",
            "It counts as true when rounded if the stated number is off by 0.5 points or less.",
        ),
        (
            "top",
            "It counts as true when rounded if the stated number is off by 0.5 percentage points or less, "
            "and as roughly true up to 1 percentage point.",
        ),
        ("race", "It counts as true when rounded if the stated number is off by 2.5 minutes or less."),
        ("marginally", "It counts as true if the gain from another throw is at most 1."),
        ("solid", "It counts as true if the average of all turns is at most 19."),
        ("high-dice", "It counts as true if the worth of a die thrown again is at most 5."),
        ("low-dice", "It counts as true if the share of them that is thrown again is at least 50%."),
        (
            "best-chance",
            "It counts as true when rounded if the stated number is off by 0.05 percentage points or less.",
        ),
    ],
)
@pytest.mark.usefixtures("english")
def test_the_page_says_how_it_judges(key: str, rule: str) -> None:
    assert judged(by_key(MIDNIGHT)[key], words(MIDNIGHT, claims())[key]) == rule


@pytest.mark.parametrize("lang", LANGUAGES)
def test_code_and_notebook_are_offered(lang: str) -> None:
    app = opened(PAGE, lang=lang, variant="2-4-24")
    shown = catalogue(lang).gettext("Show the code")
    assert sum(expander.label == shown for expander in app.expander) == len(Topic) + 1
    code = "\n".join(block.value for block in app.code)
    assert "rules = mc.TWO_FOUR_24" in code
    assert "([24, 16, 19, 20], 0)" in code
    assert len(app.get("download_button")) == 1


# ------------------------------------------------------------------- the rules, which must not say otherwise

RULES_PAGE = "pages/learn/rules.py"


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_judge_a_solid_round_as_the_claims_do(lang: str, variant: str) -> None:
    solid = by_key(RULES[variant])["solid"]
    assert solid.verdict is Verdict.TRUE
    reached = evaluate(RULES[variant], strategies.NAMED["perfect"])[19:].sum()
    rules, checked = (prose(opened(page, lang=lang, variant=variant)) for page in (RULES_PAGE, PAGE))
    shown = {"en": (f"{float(solid.checks[0].exact):.2f}", f"{reached:.1%}"), "nb": ("18,68", "65,4")}[lang]
    assert all(number in rules for number in shown)
    assert shown[1] in checked
    word = {"en": "19 is a solid round", "nb": "en solid runde"}[lang]
    assert word in rules
    assert word in checked


def test_the_rules_keep_a_5_only_when_few_dice_are_thrown() -> None:
    kept = [dice for dice in (1, 2, 3) if rethrow.price(dice) < 5]
    text = prose(opened(RULES_PAGE))
    assert f"keep a 6, and as a rule a 5 when at most {kept[-1]} dice would be thrown again" in text
    assert "more than the step from one score to the next" in text
    assert by_key(MIDNIGHT)["marginally"].verdict is Verdict.WRONG


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notebook_of_the_rules_tells_what_the_page_draws(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, notebook = offered(RULES_PAGE, monkeypatch, lang=lang, variant="2-4-24")
    said = catalogue(lang).gettext
    cells = [cell.source for cell in notebook.cells]
    kinds = [cell.cell_type for cell in notebook.cells]
    after = {cell: cells[place + 1] for place, cell in enumerate(cells) if cell.startswith("#")}
    assert all(kinds[place + 1] == "markdown" for place, cell in enumerate(cells) if cell.startswith("#"))
    four = after[f"### {said('Four finished turns')}"].replace("\N{NO-BREAK SPACE}", " ")
    assert [line.partition(": ")[0] for line in four.splitlines()] == [
        "- 2 4 6 5 5 3",
        "- 2 2 4 4 5 5",
        "- 2 4 6 6 6 6",
        "- 4 6 6 6 6 6",
    ]
    assert "6 + 5 + 5 + 3 = 19" in four
    twice = after[f"## {said('One opening roll, played twice')}"].replace("\N{NO-BREAK SPACE}", " ")
    assert said("The careful player") in twice
    assert said("The greedy player") in twice
    assert "6 + 6 + 5 + 4 = 21" in twice
    assert "6 + 6 + 6 + 5 = **23**" in twice
    assert said(
        "The switch at the top of this page turns all its numbers and dice to the other game."
    ) not in ("\n".join(cells))
