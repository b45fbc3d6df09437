"""Paths become the templates of their routes: labels stay few, whatever is asked for."""

import pytest

from rookiebattle.core.serving.route_names import OTHER, RouteNames
from tests.identities import composed

NAMES = RouteNames(
    [
        *("/", "/events", "/events/[event_id]", "/cal/public.ics", "/cal/{event_id}.ics"),
        *("/cal/chapters/{chapter_id}.ics", "/api/first-data/{path:path}"),
        "/api/events/{event_id}/a",
    ]
)


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/", "/"),
        ("/events", "/events"),
        ("/events/", "/events"),
        ("/events/1a2b", "/events/{event_id}"),
        ("/events/1a2b/more", OTHER),
        ("/cal/public.ics", "/cal/public.ics"),
        ("/cal/1a2b.ics", "/cal/{event_id}.ics"),
        ("/cal/chapters/1.ics", "/cal/chapters/{chapter_id}.ics"),
        ("/api/first-data/events/1", "/api/first-data/{path:path}"),
        ("/api/events/1/a", "/api/events/{event_id}/a"),
        ("/api/events/1", OTHER),
        ("/assets/page-1a2b.js", "files"),
        ("/wp-login.php", OTHER),
        ("", "/"),
    ],
)
def test_a_path_has_the_template_of_its_route(path: str, template: str) -> None:
    assert NAMES.of(path) == template


def test_the_running_site_names_its_api_and_pages() -> None:
    names = composed().route_names()
    for path, template in (
        ("/api/events/1a2b/register", "/api/events/{event_id}/register"),
        ("/chapters/1a2b", "/chapters/{chapter_id}"),
        ("/api/health", "/api/health"),
        ("/admin/system", "/admin/system"),
    ):
        assert names.of(path) == template
