"""The list of paths: each one exists, and addresses are put together correctly."""

import pytest
from fastapi.routing import APIRoute

from rookiebattle import routes
from rookiebattle.settings import get_settings
from rookiebattle.ui.page import pages
from tests.architecture.source import ROOT
from tests.identities import composed

# The console and the media gallery are linked only once they exist.
NOT_YET = {routes.ADMIN, routes.MEDIA}
# Beginnings of paths, and paths that neither our API nor our pages answer.
BEGINNINGS = {routes.API, routes.CALENDARS, routes.FIRST_DATA, routes.UNSUBSCRIBE, routes.BUILT}
BEGINNINGS |= {routes.ENTRANCE, routes.FAMILY, routes.CLAIM, routes.GUARDIAN_INVITATION}
BEGINNINGS |= {
    routes.ADMIN_USERS,
    routes.FONTS,
    routes.OBJECTS,
    routes.SHEETS,
    routes.RECEIPTS,
    routes.UPLOAD_HELPER,
}
BESIDE = {routes.SOCKET, routes.DEV_PROVIDER, routes.OPEN_API, routes.OTLP_TRACES}
# The build writes this page, and the service worker shows it.
BESIDE |= {routes.OFFLINE_PAGE}


def constants() -> set[str]:
    named = {name: value for name, value in vars(routes).items() if name.isupper()}
    return {value for value in named.values() if isinstance(value, str) and value.startswith("/")}


def test_every_path_leads_somewhere() -> None:
    answered = {route.path for route in composed().api.routes if isinstance(route, APIRoute)}
    elsewhere = answered | set(pages()) | NOT_YET | BEGINNINGS | BESIDE
    files = {path for path in constants() if (ROOT / "assets" / path[1:]).is_file()}
    assert constants() - elsewhere - files == set()


@pytest.mark.parametrize(
    ("path", "route"),
    [
        (routes.event_file("1"), "/cal/{event_id}.ics"),
        (routes.chapter_calendar("1"), "/cal/chapters/{chapter_id}.ics"),
        (routes.first_data("events/1"), "/api/first-data/{path:path}"),
        (routes.claim("1"), "/family/claim/{token}"),
        (routes.guardian_invitation("1"), "/family/invitation/{token}"),
        (routes.UNSUBSCRIBE + "1", "/api/mail/unsubscribe/{token}"),
    ],
)
def test_a_path_with_an_id_is_the_one_that_the_api_answers(path: str, route: str) -> None:
    found = [
        one
        for one in composed().api.routes
        if isinstance(one, APIRoute) and one.path_regex.match(path)
    ]
    assert route in {one.path for one in found}


def test_a_page_with_an_id_is_the_one_that_is_declared() -> None:
    assert routes.event("[event_id]") == "/events/%5Bevent_id%5D"
    assert routes.event("a1") == routes.EVENT.replace("[event_id]", "a1")
    assert routes.chapter("a1") == routes.CHAPTER.replace("[chapter_id]", "a1")
    assert routes.receipt("a1") == routes.RECEIPT.replace("[payment_id]", "a1")
    assert routes.admin_roster("a1") == routes.ADMIN_ROSTER.replace("[event_id]", "a1")


def test_a_query_has_only_what_says_something() -> None:
    assert routes.asked(routes.EVENTS, view="list", chapter="") == "/events?view=list"
    assert routes.asked(routes.EVENTS, chapter="") == "/events"


def test_the_way_onwards_is_one_value_of_the_query() -> None:
    assert routes.login("/events?a=b&c=d") == "/api/login?next=/events%3Fa%3Db%26c%3Dd"
    assert routes.welcome("/account") == "/welcome?next=/account"


def test_readers_outside_get_whole_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example")
    get_settings.cache_clear()
    assert routes.event_url("1") == "https://club.example/events/1"
    assert routes.chapter_url("1") == "https://club.example/chapters/1"
    assert routes.unsubscribe_url("t") == "https://club.example/api/mail/unsubscribe/t"
    assert routes.subscription("/cal/public.ics") == "webcal://club.example/cal/public.ics"


def test_the_way_to_a_place_is_asked_of_a_map() -> None:
    assert routes.directions("1 Shore Road").endswith("/maps/dir/?api=1&destination=1+Shore+Road")
    assert routes.directions("") == ""
