"""Every page, in both languages, with every setting that it has."""

from __future__ import annotations

from typing import Any

import pytest

from midnight_ui.text import catalogue
from tests.ui.screen import ENTRIES, LANGUAGES, PAGES, TURN, WHAT_IF, at_address, opened

RACE = "pages/learn/race.py"
JUNK = ("", "nonsense", "-1", "9" * 400, "☃", "<script>alert(1)</script>", "nan", "None", "1e3")


@pytest.fixture(autouse=True)
def _rough_on_their_page(request: pytest.FixtureRequest) -> None:
    if RACE in request.node.name:
        request.getfixturevalue("rough_races")


def settings_of(app: Any, steps: int = 1) -> dict[str, list[Any]]:
    """Return each widget's key and the values to try, but for the language and the dice.

    Of numbers these are the two least, the largest, and every one that takes so many steps from end to end.
    """
    found: dict[str, list[Any]] = {}
    for pills in app.pills:
        if pills.key != "segments_lang" and not pills.key.startswith("plain "):
            found[pills.key] = list(pills.options)
    for number in [*app.number_input, *app.slider]:
        least, most = int(number.min), int(number.max)
        found[number.key] = sorted(
            {least, least + 1, *range(least, most, max(1, (most - least) // steps)), most}
        )
    return found


def widget(app: Any, key: str) -> Any:
    return next((w for w in [*app.pills, *app.number_input, *app.slider] if w.key == key), None)


def parameter(key: str) -> str:
    return key.split("_", 1)[1]


OWN = ("drill_seed", "ten_seed")
"""Seeds of drills: another one for everybody."""


def shown(app: Any) -> dict[str, Any]:
    """Return the value of every setting."""
    return {w.key: w.value for w in [*app.pills, *app.number_input, *app.slider]}


def common(app: Any) -> dict[str, Any]:
    """Return the value of every setting that is the same for everybody."""
    return {key: value for key, value in shown(app).items() if key not in OWN}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_with_a_title_and_links_to_every_page(page: str, language: str) -> None:
    app = opened(page, lang=language)
    assert len(app.title) == 1
    assert not app.error
    links = [link.label for link in app.sidebar.get("page_link")]
    assert links == [catalogue(language).gettext(other.title) for other in ENTRIES]


# Both languages in one test, so that what is computed for a value is computed once; numbers between the ends
# only in one of them. Each setting is put back as it was, lest all others be tried with the longest race.
@pytest.mark.parametrize("page", PAGES)
def test_every_value_of_every_setting_can_be_chosen_in_both_languages(page: str) -> None:
    for language, steps in zip(LANGUAGES, (3, 1), strict=True):
        app = opened(page, lang=language)
        first = shown(app)
        for key, values in settings_of(app, steps).items():
            for value in [*values, first[key]]:
                if (control := widget(app, key)) is None:
                    continue  # another setting took it off the page
                control.set_value(value).run()
                assert not app.exception, (language, key, value, app.exception[0].value)


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_stands_in_the_address_and_is_read_from_it(page: str) -> None:
    app = opened(page)
    for key in settings_of(app):
        if not key.startswith(("segments_", "number_", "slider_")):
            continue
        if (control := widget(app, key)) is None:
            continue  # another setting took it off the page
        values = getattr(control, "options", []) or [int(control.min), int(control.max)]
        was = control.value
        for value in values[:2]:
            if widget(app, key).value == was:
                widget(app, key).set_value(value).run()
        name, address = parameter(key), dict(app.query_params)
        assert name in address, key
        again = opened(page, **address)
        assert shown(again)[key] == shown(app)[key]


@pytest.mark.parametrize("page", PAGES)
def test_unknown_values_in_the_address_count_as_not_said(page: str) -> None:
    default = common(opened(page))
    names = [parameter(key) for key in default if key.startswith(("segments_", "number_", "slider_"))]
    for junk in JUNK:
        mangled = opened(page, **dict.fromkeys([*names, "step", "unknown"], junk))
        assert common(mangled) == default, junk
        assert all(mangled.query_params.get(name) != junk for name in names), junk


def test_a_setting_given_twice_is_read_once() -> None:
    app = opened(TURN, goal=["qualify", "beat"], target=["5", "24"])
    assert (app.pills(key="segments_goal").value, app.number_input(key="number_target").value) == ("beat", 24)


@pytest.mark.parametrize("page", PAGES)
def test_every_button_can_be_pressed(page: str) -> None:
    app = opened(page, controls="plain")
    for key in [button.key for button in app.button if not button.disabled]:
        fresh = at_address(app, controls="plain")
        if any(button.key == key for button in fresh.button):
            fresh.button(key=key).click().run()
            assert not fresh.exception, (key, fresh.exception[0].value)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("nb-NO", "nb"),
        ("nn-NO", "nb"),
        ("no", "nb"),
        ("NB", "nb"),
        ("en-GB", "en"),
        ("de-DE", "en"),
        ("noa", "en"),
        (None, "en"),
    ],
)
def test_the_browsers_language_is_the_first_guess(locale: str | None, language: str) -> None:
    app = opened(TURN, locale=locale)
    assert app.pills(key="segments_lang").value == language
    assert app.title[0].value == catalogue(language).gettext("Play a turn")
    assert "lang" not in app.query_params


def test_the_address_beats_the_browsers_language() -> None:
    app = opened(TURN, locale="nb-NO", lang="en")
    assert app.title[0].value == "Play a turn"


def test_the_language_is_kept_over_pages_and_said_in_the_address() -> None:
    app = opened(TURN)
    app.pills(key="segments_lang").set_value("nb").run()
    assert app.query_params["lang"] == "nb"
    app.switch_page(WHAT_IF)
    at_address(app)
    assert app.query_params["lang"] == "nb"
    assert app.title[0].value == catalogue("nb").gettext("What if")
