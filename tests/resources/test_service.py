"""The verbs of resources."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.changes import AuditWords, Change
from rookiebattle.core.conflicts import MEANWHILE
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import Forbidden, NotFound, Overtaken, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.resources import queries, service
from rookiebattle.resources.schemas import (
    ResourceFilter,
    ResourceList,
    ResourcePatch,
    ResourcePut,
    ResourceRecord,
    ResourceSearch,
    ResourceWrite,
)
from tests.resources.library import URL, Add, Club


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


Do = Callable[..., Any]


@pytest.fixture
def titles(do: Do) -> Callable[..., list[str]]:
    """The titles of a list, in order."""

    def listing(actor: Actor = VISITOR, **wanted: Any) -> list[str]:
        found: ResourceList = do(service.list_resources, actor, wanted=ResourceFilter(**wanted))
        return [one.title for one in found.items]

    return listing


Titles = Callable[..., list[str]]


def test_the_list_is_by_title_whatever_the_case(add: Add, titles: Titles) -> None:
    for title in ("beads", "Armor", "Élan", "zebra", "Cores", "_draft"):
        add(title)
    assert titles() == ["_draft", "Armor", "beads", "Cores", "Élan", "zebra"]


def test_equal_titles_keep_one_order_over_the_pages(add: Add, do: Do) -> None:
    for _ in range(5):
        add("The same")
    ids = []
    for offset in range(5):
        wanted = ResourceFilter(window=Window(1, offset))
        ids += [one.id for one in do(service.list_resources, VISITOR, wanted=wanted).items]
    assert ids == sorted(ids)
    assert len(set(ids)) == 5


def test_a_category_narrows_the_list_and_its_total(add: Add, do: Do, titles: Titles) -> None:
    add("Rules", category="rules")
    add("Drills")
    assert titles(category="rules") == ["Rules"]
    wanted = ResourceFilter("training", window=Window(0))
    assert do(service.list_resources, VISITOR, wanted=wanted).total == 1
    assert titles(category="forms") == []


def test_visitors_do_not_get_the_addresses_of_private_resources(
    add: Add, do: Do, club: Club
) -> None:
    add("Open")
    add("Secret", is_public=False)
    seen = {
        role: {
            one.title: one.external_url
            for one in do(
                service.list_resources, club.actor(role), wanted=ResourceFilter(text=text)
            ).items
        }
        for role in ("visitor", "member", "admin")
        for text in ("", "secret")
    }
    assert seen["visitor"] == {"Secret": None}
    assert seen["member"] == seen["admin"] == {"Secret": URL}
    everything = do(service.list_resources, VISITOR, wanted=ResourceFilter()).items
    assert [(one.title, one.external_url) for one in everything] == [
        ("Open", URL),
        ("Secret", None),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("shield", ["Round Shield", "Shield Walls"]),
        ("SHI", ["Round Shield", "Shield Walls"]),
        ("hield", []),
        ("walls shield", ["Shield Walls"]),
        ("ubung", ["Übung"]),
        ("straps", ["Round Shield"]),
        ("headshot", ["Shield Walls"]),
        ("shield nothing", []),
        ("%", []),
        ("s%d", []),
        ("_", []),
        ("'; drop table resources; --", []),
        ("\x00", []),
        ("   ", ["Round Shield", "Shield Walls", "Übung"]),
    ],
)
def test_a_search_finds_the_beginnings_of_words(
    add: Add, titles: Titles, text: str, found: list[str]
) -> None:
    add("Round Shield", description="With straps.", category="templates")
    add("Shield Walls", category="rules", keywords="headshots, grappling")
    add("Übung")
    assert titles(text=text) == found


def test_a_search_stays_in_its_category(add: Add, titles: Titles) -> None:
    add("Round Shield", category="templates")
    add("Shield Walls", category="rules")
    assert titles(text="shield", category="rules") == ["Shield Walls"]
    assert titles(text="round shield", category="rules") == []


def multiply(database: Database, number: int) -> None:
    """Add copies of the only resource, each with several words that begin alike."""
    copies = [new_id() for _ in range(number)]
    with database.unit_of_work(write=True) as session:
        row = dict(session.execute(sa.select(queries.resources)).mappings().one())
        rows = [{**row, "id": id_, "category": "games"} for id_ in copies]
        session.execute(sa.insert(queries.resources), rows)
        found = [(id_, word) for id_ in copies for word in ("guide", "guided", "guides", "games")]
        session.execute(
            sa.insert(queries.words),
            [{"resource_id": id_, "word": word, "category": "games"} for id_, word in found],
        )


def test_a_search_that_was_cut_says_so_though_it_found_few(
    add: Add, do: Do, database: Database
) -> None:
    add("Shield")
    multiply(database, queries.MOST_ROWS // 3 + 1)
    wanted = ResourceFilter(None, "guide", Window(500))
    found: ResourceList = do(service.list_resources, VISITOR, wanted=wanted)
    assert found.total < queries.MOST_FOUND
    assert found.has_more


def test_a_search_that_finds_too_much_says_so_and_another_word_helps(
    add: Add, do: Do, database: Database
) -> None:
    one = add("Guide to shields", category="rules")
    multiply(database, queries.MOST_ROWS)

    def search(text: str, category: str | None = None) -> ResourceList:
        wanted = ResourceFilter(category, text, Window(500))
        result: ResourceList = do(service.list_resources, VISITOR, wanted=wanted)
        return result

    for text, category in (("guide", None), ("guide games", None), ("guide", "games")):
        many = search(text, category)
        # Several words of one resource begin alike, so fewer are found, and the answer says so.
        assert 50 <= len(many.items) == many.total <= queries.MOST_FOUND, text
        assert many.has_more, text
        assert category is None or {item.category for item in many.items} == {category}
    for text, category in (("guide shields", None), ("guide", "rules"), ("to guide", "rules")):
        exact = search(text, category)
        assert ([item.id for item in exact.items], exact.has_more) == ([one.id], False), text
    assert search("guide nothing").items == []


def put(**values: Any) -> ResourcePut:
    return ResourcePut.model_validate({"title": "New name", "external_url": URL, **values})


def test_a_change_replaces_the_values_and_what_it_is_found_by(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    old = add("Old name", description="Straps", category="rules")
    sent = put(category="forms", is_public=False, external_url="https://example.org/new")
    new: ResourceRecord = do(service.update_resource, club.admin, resource_id=old.id, values=sent)
    assert (new.title, new.description, new.category) == ("New name", None, "forms")
    assert (new.is_public, new.external_url) == (False, "https://example.org/new")
    assert (new.created_by, new.created_at) == (old.created_by, old.created_at)
    assert new.updated_at > old.updated_at
    assert titles(text="old") == titles(text="straps") == []
    assert titles(text="name") == titles(text="name", category="forms") == ["New name"]
    assert titles(text="name", category="rules") == []


def test_a_change_without_a_title_changes_what_it_is_found_by(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    one = add("Core Rules", description="Spears")
    for sent in ({"description": "Bows"}, {"category": "rules"}):
        values = ResourcePatch.model_validate(sent)
        do(service.update_resource, club.admin, resource_id=one.id, values=values)
    assert titles(text="bows", category="rules") == ["Core Rules"]
    assert titles(text="spears") == titles(text="bows", category="training") == []


def test_what_a_change_leaves_out_never_opens_a_private_resource(
    add: Add, do: Do, club: Club
) -> None:
    old = add("Secret", category="rules", is_public=False)
    new = do(service.update_resource, club.admin, resource_id=old.id, values=put())
    assert (new.category, new.is_public) == ("rules", False)


def test_a_new_resource_is_public_training_unless_it_says_otherwise(add: Add, club: Club) -> None:
    one = add()
    assert (one.category, one.is_public, one.created_by) == ("training", True, club.admin.user_id)


def test_a_deleted_resource_is_gone_with_its_words(
    add: Add, do: Do, club: Club, titles: Titles, database: Database
) -> None:
    one = add("Gone")
    do(service.delete_resource, club.admin, resource_id=one.id)
    assert titles() == titles(text="gone") == []
    with database.unit_of_work(write=False) as session:
        assert session.execute(sa.select(queries.words)).all() == []
    with pytest.raises(NotFound):
        do(service.delete_resource, club.admin, resource_id=one.id)


@pytest.mark.parametrize(
    "resource_id", ["00000000-0000-4000-8000-000000000000", "junk", "", "' OR 1=1"]
)
def test_what_does_not_exist_cannot_be_changed(do: Do, club: Club, resource_id: str) -> None:
    with pytest.raises(NotFound, match="This resource doesn’t exist"):
        do(service.update_resource, club.admin, resource_id=resource_id, values=put())
    with pytest.raises(NotFound, match="This resource doesn’t exist"):
        do(service.delete_resource, club.admin, resource_id=resource_id)


def test_only_administrators_write(add: Add, do: Do, club: Club, titles: Titles) -> None:
    one = add("Kept")
    write = ResourceWrite(title="x", external_url=URL)
    for actor, refusal in ((VISITOR, Unauthorized), (club.member, Forbidden)):
        with pytest.raises(refusal):
            do(service.create_resource, actor, values=write)
        with pytest.raises(refusal):
            do(service.update_resource, actor, resource_id=one.id, values=put())
        with pytest.raises(refusal):
            do(service.delete_resource, actor, resource_id=one.id)
    assert titles() == ["Kept"]


def test_every_change_writes_its_line_and_ends_a_generation(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    before = freshness.generation(freshness.RESOURCES)
    one = add()
    do(service.update_resource, club.admin, resource_id=one.id, values=put())
    do(service.delete_resource, club.admin, resource_id=one.id)
    assert freshness.generation(freshness.RESOURCES) == before + 3
    with database.unit_of_work(write=False) as session:
        lines = session.scalars(sa.select(AuditEntry).order_by("at")).all()
    assert [line.action for line in lines] == [
        "resource.created",
        "resource.updated",
        "resource.deleted",
    ]
    assert {(line.actor_id, line.subject_id) for line in lines} == {(club.admin.user_id, one.id)}


def test_a_total_is_right_after_every_change(add: Add, do: Do, club: Club) -> None:
    def total() -> int:
        found: ResourceList = do(service.list_resources, VISITOR, wanted=ResourceFilter())
        return found.total

    assert total() == 0
    one = add()
    assert total() == 1
    do(service.delete_resource, club.admin, resource_id=one.id)
    assert total() == 0


def searched(do: Do, club: Club, **wanted: Any) -> list[str]:
    found = do(service.search_resources, club.admin, wanted=ResourceSearch(**wanted))
    assert found.total == len(found.items)
    return [one.title for one in found.items]


@pytest.mark.each_database
def test_the_consoles_list_is_searched_and_filtered_together(add: Add, do: Do, club: Club) -> None:
    add("Core Rules", category="rules")
    add("Core Drills", is_public=False)
    add("Waiver", description="The core of it", category="forms")
    assert searched(do, club, text="core") == ["Core Drills", "Core Rules", "Waiver"]
    assert searched(do, club, text="rul COR") == ["Core Rules"]
    assert searched(do, club, text="core", category="rules") == ["Core Rules"]
    assert searched(do, club, is_public=False) == ["Core Drills"]
    assert searched(do, club, text="%") == []


def test_the_consoles_list_is_sorted_as_asked(add: Add, do: Do, club: Club) -> None:
    for title in ("B", "A", "C"):
        add(title)
    first = do(service.search_resources, club.admin, wanted=ResourceSearch()).items[0]
    do(service.update_resource, club.admin, resource_id=first.id, values=put(title="A"))
    assert searched(do, club, order="title") == ["A", "B", "C"]
    assert searched(do, club, order="last-title") == ["C", "B", "A"]
    assert searched(do, club, order="newest") == ["C", "A", "B"]
    assert searched(do, club, order="changed") == ["A", "C", "B"]


def test_a_page_of_the_consoles_list_knows_the_total(add: Add, do: Do, club: Club) -> None:
    for number in range(5):
        add(f"Rules {number}")
    wanted = ResourceSearch(text="rules", window=Window(2, 4))
    found = do(service.search_resources, club.admin, wanted=wanted)
    assert ([one.title for one in found.items], found.total) == (["Rules 4"], 5)


@pytest.mark.each_database
def test_several_resources_are_published_or_hidden_at_once(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    ids = [add("One").id, add("Two", is_public=False).id, new_id()]
    hide = {"resource_ids": ids, "is_public": False}
    assert len(do(service.set_visibility, club.admin, **hide)) == 1
    assert do(service.set_visibility, club.admin, **hide) == []
    assert searched(do, club, is_public=False) == ["One", "Two"]
    changes = [Change(field="Visibility", before="Public", after="Private")]
    with database.unit_of_work(write=False) as session:
        told = session.scalars(sa.select(AuditWords).filter_by(action="resource.updated")).all()
    assert [(one.thing, one.changes) for one in told] == [("One", changes)]


def test_each_of_several_that_are_hidden_has_its_line(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    ids = [add(title).id for title in ("One", "Two", "Three")]
    do(service.set_visibility, club.admin, resource_ids=ids, is_public=False)
    with database.unit_of_work(write=False) as session:
        lines = session.scalars(sa.select(AuditEntry).filter_by(action="resource.updated"))
        assert {one.subject_id for one in lines} == {*ids}


def test_the_log_tells_what_was_there_before(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    one = add("Rules", description="Old")
    values = put(title="Core Rules", description=None)
    do(service.update_resource, club.admin, resource_id=one.id, values=values)
    do(service.delete_resource, club.admin, resource_id=one.id)
    with database.unit_of_work(write=False) as session:
        _made, changed, gone = session.scalars(sa.select(AuditWords).order_by("at")).all()
    assert changed.thing == "Core Rules"
    assert changed.changes[:2] == [
        Change(field="Title", before="Rules", after="Core Rules"),
        Change(field="Description", before="Old"),
    ]
    assert gone.changes[0] == Change(field="Title", before="Core Rules")


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        (service.search_resources, {"wanted": ResourceSearch()}),
        (service.get_resource, {"resource_id": new_id()}),
        (service.set_visibility, {"resource_ids": [], "is_public": True}),
    ],
)
def test_the_consoles_verbs_are_for_administrators(
    do: Do, club: Club, verb: Any, values: dict[str, Any]
) -> None:
    with pytest.raises(Forbidden):
        do(verb, club.member, **values)
    with pytest.raises(Unauthorized):
        do(verb, VISITOR, **values)


def patch(**values: Any) -> ResourcePatch:
    return ResourcePatch.model_validate(values)


@pytest.mark.each_database
def test_a_change_of_the_title_leaves_everything_else_alone(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    one = add("Old name", description="Straps", category="rules")
    do(service.set_visibility, club.admin, resource_ids=[one.id], is_public=False)
    values = patch(title="New name")
    now = do(service.update_resource, club.admin, resource_id=one.id, values=values, seen=one)
    told = {"title": "New name", "is_public": False, "updated_at": now.updated_at}
    assert now == one.model_copy(update=told)
    assert titles(text="old") == []
    assert titles(text="new straps", category="rules") == ["New name"]


def test_a_change_without_a_title_keeps_its_place(add: Add, do: Do, club: Club) -> None:
    one, other = add("A"), add("B")
    values = patch(description="Read this first.", category="forms")
    do(service.update_resource, club.admin, resource_id=one.id, values=values)
    listed = do(service.list_resources, club.admin, wanted=ResourceFilter())
    assert [(item.id, item.category) for item in listed.items] == [
        (one.id, "forms"),
        (other.id, "training"),
    ]


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        ({"title": "Theirs"}, {"title": "Mine"}),
        ({"description": "Theirs"}, {"description": "Mine"}),
        ({"isPublic": False, "category": "games"}, {"category": "forms"}),
    ],
)
def test_the_second_change_of_a_field_is_told(
    add: Add, do: Do, club: Club, theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    seen = add("Old")

    def change(values: dict[str, Any], seen: ResourceRecord | None) -> ResourceRecord:
        sent = patch(**values)
        now: ResourceRecord = do(
            service.update_resource, club.admin, resource_id=seen_id, values=sent, seen=seen
        )
        return now

    seen_id = seen.id
    kept = change(theirs, seen)
    with pytest.raises(Overtaken, match="changed this resource while") as told:
        change(mine | {"externalUrl": "https://example.org/new"}, seen)
    assert told.value.fields == dict.fromkeys(mine, MEANWHILE)
    assert do(service.get_resource, club.admin, resource_id=seen_id) == kept
    # The same change twice is no contradiction, and without what was seen the last change wins.
    assert change(theirs, seen).is_public is kept.is_public
    assert change(mine, None) != kept
