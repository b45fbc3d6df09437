"""Drafts and published versions: what may change, and what publishing does."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound, Overtaken
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.validation import parse
from rookiebattle.settings import get_settings
from rookiebattle.waivers import notice, queries
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.versions import VersionPatch, VersionRead, VersionWrite
from rookiebattle.waivers.service import versions
from rookiebattle.waivers.wording import digest_of
from tests import factories
from tests.clocks import NOW, StillClock
from tests.world import World

ADMIN = Actor(user_id="ada", is_admin=True)
LEAD = Actor(user_id="lea", grants=(Grant(Role.LEAD),))
TABLE = SQLModel.metadata.tables["waiver_versions"]


@pytest.fixture
def here(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


def draft(here: World, text: str = "I play.", form: Form = Form.ADULT) -> VersionRead:
    values = VersionWrite(form=form, text=text)
    return here.do(versions.create_version, ADMIN, values=values)


def patch(**values: Any) -> VersionPatch:
    return parse(VersionPatch, values)


def publish(here: World, version_id: str) -> VersionRead:
    return here.do(versions.publish_version, ADMIN, version_id=version_id)


def states(here: World) -> list[tuple[int | None, str]]:
    found = here.do(versions.list_versions, ADMIN, form=Form.ADULT)
    return [(one.number, one.state) for one in found]


def test_a_published_version_replaces_the_one_in_force(here: World) -> None:
    assert here.do(versions.list_in_force, VISITOR) == []
    publish(here, draft(here, "I play.").id)
    second = publish(here, draft(here, "# I play\n\n<b>hard</b>").id)
    third = draft(here)
    assert states(here) == [(None, "draft"), (2, "published"), (1, "replaced")]
    (shown,) = here.do(versions.list_in_force, VISITOR)
    assert (shown.form, shown.version, shown.sha256) == (Form.ADULT, 2, digest_of(shown.text))
    assert shown.html == "<h2>I play</h2>\n<p>&lt;b&gt;hard&lt;/b&gt;</p>\n"
    assert (second.published_at, third.published_at) == (shown.published_at, None)
    assert {"waiver.created", "waiver.published"} <= {*here.actions()}


def test_forms_are_counted_apart(here: World) -> None:
    publish(here, draft(here).id)
    minor = versions.TEXTS / "minor.md"
    text = minor.read_text("utf-8").replace("{CLUB}", "ROOKIE BATTLE")
    assert publish(here, draft(here, text, Form.MINOR).id).number == 1
    assert [one.form for one in here.do(versions.list_in_force, VISITOR)] == ["adult", "minor"]
    assert len(here.do(versions.list_versions, ADMIN)) == 2


def test_a_draft_changes_and_goes_and_a_published_version_does_not(here: World) -> None:
    one = draft(here)
    harder = patch(text="I play hard.")
    changed = here.do(versions.update_version, ADMIN, version_id=one.id, values=harder)
    assert (changed.text, changed.sha256) == ("I play hard.", digest_of("I play hard."))
    assert (changed.form, changed.valid_months) == ("adult", 12)
    publish(here, one.id)
    verbs: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (versions.update_version, {"values": harder}),
        (versions.delete_version, {}),
        (versions.publish_version, {}),
    ]
    for verb, more in verbs:
        with pytest.raises(Conflict, match="published"):
            here.do(verb, ADMIN, version_id=one.id, **more)
    gone = draft(here)
    here.do(versions.delete_version, ADMIN, version_id=gone.id)
    for unknown in (gone.id, "x"):
        with pytest.raises(NotFound):
            here.do(versions.get_version, ADMIN, version_id=unknown)


def test_two_who_edit_one_draft_are_told(here: World) -> None:
    seen = draft(here)
    theirs, mine = patch(text="Theirs."), patch(text="Mine.")
    here.do(versions.update_version, ADMIN, version_id=seen.id, values=theirs)
    with pytest.raises(Overtaken):
        here.do(versions.update_version, ADMIN, version_id=seen.id, values=mine, seen=seen)
    other = patch(validMonths=6)
    here.do(versions.update_version, ADMIN, version_id=seen.id, values=other, seen=seen)


def test_a_form_for_minors_needs_its_notice(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    one = draft(here, "My child plays.", Form.MINOR)
    with pytest.raises(Invalid) as refused:
        publish(here, one.id)
    assert refused.value.fields == {"text": notice.MISSING}
    monkeypatch.setenv("ORG_WAIVER_NOTICE", "none")
    get_settings.cache_clear()
    assert publish(here, one.id).number == 1


def test_of_two_who_publish_at_once_one_is_told(
    here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has read the tables before the other one's commit."""
    with monkeypatch.context() as patched:
        publish(here, draft(here).id)
        patched.setattr(queries, "in_force", lambda _session: {})
        patched.setattr(queries, "last_number", lambda _session, _form: 0)
        with pytest.raises(Conflict, match="just published"):
            publish(here, draft(here).id)
    first = here.run(queries.in_force)
    publish(here, draft(here).id)
    monkeypatch.setattr(queries, "in_force", lambda _session: first)
    with pytest.raises(Conflict, match="just published"):
        publish(here, draft(here).id)
    assert [state for _, state in states(here)] == ["draft", "draft", "published", "replaced"]


def test_a_draft_begins_with_the_text_in_force_or_an_example(here: World) -> None:
    for form in Form:
        example = here.do(versions.first_text, ADMIN, form=form)
        assert "{" not in example.text
        assert get_settings().org_name in example.text
        publish(here, draft(here, example.text, form).id)
        assert "no legal advice" in example.text
    one = draft(here, "I play.")
    here.do(versions.update_version, ADMIN, version_id=one.id, values=patch(validMonths=6))
    publish(here, one.id)
    again = here.do(versions.first_text, ADMIN, form=Form.ADULT)
    assert (again.text, again.valid_months) == ("I play.", 6)


def test_the_people_who_must_sign_again_are_counted(here: World) -> None:
    asking = {"form": Form.ADULT}
    assert here.do(versions.people_signed, ADMIN, **asking) == 0
    one, maya = publish(here, draft(here).id), here.person()
    for _ in range(2):
        here.add(factories.waiver_signature(version_id=one.id, user_id=maya.user_id))
    # A signature that has ended is signed again anyway.
    ben, yesterday = here.person().user_id, NOW - timedelta(days=1)
    here.add(factories.waiver_signature(version_id=one.id, user_id=ben, ends_at=yesterday))
    assert here.do(versions.people_signed, ADMIN, **asking) == 1


@pytest.mark.parametrize("actor", [LEAD, Actor(user_id="maya"), VISITOR])
def test_only_administrators_write(here: World, actor: Actor) -> None:
    one = draft(here)
    verbs: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (versions.list_versions, {}),
        (versions.get_version, {"version_id": one.id}),
        (versions.people_signed, {"form": Form.ADULT}),
        (versions.first_text, {"form": Form.ADULT}),
        (versions.create_version, {"values": VersionWrite(form=Form.ADULT, text="Mine.")}),
        (versions.update_version, {"version_id": one.id, "values": patch(text="Mine.")}),
        (versions.delete_version, {"version_id": one.id}),
        (versions.publish_version, {"version_id": one.id}),
    ]
    for verb, more in verbs:
        with pytest.raises(AppError) as refused:
            here.do(verb, actor, **more)
        assert isinstance(refused.value, Forbidden) == actor.is_member


def updated(**columns: object) -> sa.Update:
    return sa.update(TABLE).values(**columns)


def change(here: World, statement: sa.Executable) -> None:
    here.write(statement)


@pytest.mark.each_database
@pytest.mark.parametrize("state", ["published", "replaced"])
def test_the_database_itself_keeps_what_was_published(some_database: Database, state: str) -> None:
    here = World(some_database)
    here.add(factories.waiver_version(state=state))
    fixed = {
        "id": "other",
        "form": "minor",
        "number": 2,
        "text": "I play not.",
        "sha256": "0",
        "valid_months": 1,
        "published_at": None,
        "state": "draft",
    }
    refused = [updated(**{name: value}) for name, value in fixed.items()]
    for statement in (*refused, sa.delete(TABLE)):
        with pytest.raises(IntegrityError, match="does not change"):
            change(here, statement)
    change(here, updated(state="replaced"))
    # A draft is free.
    other = TABLE.c.id == here.add(factories.waiver_version(number=None))
    change(here, updated(text="Anything.", state="draft").where(other))
    change(here, sa.delete(TABLE).where(other))


def test_no_row_takes_the_place_of_a_published_one(database: Database) -> None:
    here = World(database)
    here.add(factories.waiver_version(id="one"))
    again = sa.insert(TABLE).prefix_with("OR REPLACE")
    row = {"id": "one", "form": "adult", "state": "draft", "text": "", "sha256": ""}
    with pytest.raises(IntegrityError, match="does not change"):
        change(here, again.values(**row, valid_months=1, created_at=sa.func.now()))
