"""The package keeps the rules of `once`. Each rule is also shown a file that breaks it."""

import pytest

from tests.architecture import once
from tests.architecture.shown import Example, Rule, shown
from tests.architecture.source import Module, package

RULES: list[Rule] = [once.paths_come_from_routes, once.tags_come_from_a_builder]

BROKEN: list[Example] = [
    (once.paths_come_from_routes, "pages/event/page.py", '@page("/events/[event_id]")\ndef f(): 0'),
    (once.paths_come_from_routes, "pages/event/view.py", 'x = f"/events/{event.id}"'),
    (once.paths_come_from_routes, "pages/event/view.py", 'x = f"{site}/events/{event.id}"'),
    (once.paths_come_from_routes, "pages/home/page.py", 'x = "/?chapter=1"'),
    (once.paths_come_from_routes, "pages/home/page.py", 'rx.el.a("Home", href="/")'),
    (once.paths_come_from_routes, "core/doors/plain_page.py", "x = '<img src=\"/art/crest.svg\">'"),
    (once.paths_come_from_routes, "core/doors/plain_page.py", 'x = "src:url(/fonts/a.woff2)"'),
    (once.paths_come_from_routes, "events/feeds.py", "x = settings.public_url + path"),
    (once.paths_come_from_routes, "events/wording.py", 'x = "https://maps.example.org/"'),
    (once.paths_come_from_routes, "events/api.py", '@api.get("/a", tags=["/b1"])\ndef f(): 0'),
    (once.tags_come_from_a_builder, "core/mail/layout.py", "from html import escape"),
    (once.tags_come_from_a_builder, "core/mail/layout.py", 'x = f"<p>{name}</p>"'),
    (once.tags_come_from_a_builder, "core/mail/layout.py", 'x = f"{name}<br/>"'),
    (once.tags_come_from_a_builder, "core/mail/layout.py", 'x = "<p class=a>" + name'),
]

SOUND: list[Example] = [
    (once.paths_come_from_routes, "routes.py", 'EVENTS = "/events"'),
    (once.paths_come_from_routes, "events/api.py", '@api.get("/api/events")\ndef f(): 0'),
    (once.paths_come_from_routes, "events/api.py", '"""`/api/events` and more."""'),
    (once.paths_come_from_routes, "events/view.py", 'x = path.rpartition("/")[2]'),
    (once.paths_come_from_routes, "events/view.py", 'x = "<p>1/2</p>"'),
    (once.tags_come_from_a_builder, "core/mail/layout.py", "x = p[name]"),
    (once.tags_come_from_a_builder, "site/sitemap.py", 'x = Markup("<loc>{}</loc>").format(name)'),
    (once.tags_come_from_a_builder, "core/mail/outbox.py", 'x = f"{name} <{address}>"'),
]

(
    test_the_package_keeps,
    test_a_file_that_breaks_a_rule_is_found,
    test_a_file_that_keeps_the_rule_is_left_alone,
    test_every_rule_has_a_file_that_breaks_it,
) = shown(RULES, BROKEN, SOUND)


def test_a_sentence_stands_in_one_file() -> None:
    assert list(once.sentences_stand_once(package())) == []


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('x = "No such chapter."', True),
        ('x = "Event is full"', True),
        ('"""Event is full"""', False),
        ('x = f"Event is full {now}"', False),
        ('x = "event-card is-full no-print"', False),
        ('x = "Event full"', False),
    ],
)
def test_a_sentence_that_stands_in_two_files_is_found(text: str, is_found: bool) -> None:
    two = [Module(f"rookiebattle/events/{name}.py", text) for name in ("view", "state")]
    assert bool(list(once.sentences_stand_once(two))) is is_found
    examples = Module("rookiebattle/pages/design_system/page.py", text)
    assert list(once.sentences_stand_once([two[0], examples])) == []
