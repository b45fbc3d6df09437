"""The choices in the address of an import: the dry run and the import are about the same."""

from rookiebattle.core.database.db import new_id
from rookiebattle.pages.admin.imports.url import (
    asked_of,
    calendar_choices,
    calendar_query,
    members_choices,
)


def test_events_are_imported_as_the_address_says() -> None:
    chapter = new_id()
    typed = {"past": "taken", "visible": "members", "type": "social", "chapter": chapter}
    query = asked_of("events", typed)
    dry, written = calendar_query(query), calendar_choices(query, 3)
    assert (dry.past, dry.chapter_id) == (True, chapter)
    assert (written.past, written.is_public, written.events) == (True, False, 3)
    assert (written.event_type, written.chapter_id) == ("social", chapter)
    usual = calendar_choices(asked_of("events", {}), 1)
    assert (usual.past, usual.is_public, usual.chapter_id) == (False, True, None)


def test_members_are_imported_as_the_address_says() -> None:
    written = members_choices(asked_of("members", {"existing": "update", "invite": "email"}), 1, 2)
    assert (written.existing, written.invite, written.new, written.changed) == (
        "update",
        True,
        1,
        2,
    )
    usual = members_choices(asked_of("members", {}), 1, 0)
    assert (usual.existing, usual.invite) == ("skip", False)
