"""Awards by role: to whom, which beads, and what a role undoes."""

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.progression import service
from rookiebattle.progression.schemas import Award, ProgressFields
from rookiebattle.progression.service import AtEvent
from tests import factories
from tests.ledgers import entries_of
from tests.world import World


def holder(world: World, *grants: Grant) -> Actor:
    row = factories.person(first_name="Lea")
    world.add(row)
    return factories.actor_of(row, grants=grants)


def given(world: World, actor: Actor, member: Actor, bead: str = "red", **more: object) -> str:
    values = Award.model_validate({"bead": bead, **more})
    return world.do(service.award, actor, user_ids=[member.user_id], values=values).award_id


def test_a_lead_awards_to_the_chapter_and_to_whoever_was_at_an_event(world: World) -> None:
    north = world.chapter("North")
    maya, guest = world.person(chapter_id=north), world.person()
    lead = holder(world, Grant(Role.SECOND, north))
    assert given(world, lead, maya)
    with pytest.raises(NotFound):
        given(world, lead, guest)
    at = AtEvent(world.event(chapter_id=north), "Duel")
    values = Award.model_validate({"bead": "red"})
    world.do(
        service.award, lead, user_ids=[guest.user_id], values=values, event=at, is_reached=True
    )


@pytest.mark.parametrize(
    ("grant", "bead", "may"),
    [
        (Grant(Role.LEAD), "black", True),
        (Grant(Role.SECOND), "black", False),
        (Grant(Role.LEAD, "north"), "black", False),
        (Grant(Role.LEAD, "north"), "green", True),
        (Grant(Role.SECOND, "north"), "green", True),
        (Grant(Role.GATE, "north"), "red", False),
    ],
)
def test_the_authority_is_the_role_that_the_hint_of_a_bead_names(
    world: World, grant: Grant, bead: str, may: bool
) -> None:
    north = world.chapter("North", id="north")
    maya = world.person(chapter_id=north)
    # The rank, which suggests a role, gives none.
    row = factories.person(admin_rank=8)
    world.add(row)
    actor = factories.actor_of(row, grants=(grant,))
    if may:
        assert given(world, actor, maya, bead)
    else:
        with pytest.raises(Forbidden):
            given(world, actor, maya, bead)


def test_the_choices_of_a_role_are_the_beads_of_its_authority(world: World) -> None:
    world.person(admin_rank=3)
    lead = world.do(service.award_choices, holder(world, Grant(Role.LEAD, "north")))
    assert ("green" in lead.alone, "black" in lead.alone, lead.approvers) == (True, False, [])
    first = world.do(service.award_choices, holder(world, Grant(Role.LEAD)))
    assert "black" in first.alone


def test_a_role_undoes_awards_within_its_authority_and_nothing_else(world: World) -> None:
    north = world.chapter("North")
    maya, guest = world.person(chapter_id=north), world.person(chapter_id=world.chapter("South"))
    ada, chief = world.person(is_admin=True, admin_rank=8), holder(world, Grant(Role.LEAD))
    lead = holder(world, Grant(Role.LEAD, north))
    world.do(service.undo_award, lead, award_id=given(world, ada, maya))
    for award_id in (given(world, ada, guest), given(world, chief, guest)):
        with pytest.raises(NotFound):
            world.do(service.undo_award, lead, award_id=award_id)
    with pytest.raises(Forbidden):
        world.do(service.undo_award, lead, award_id=given(world, chief, maya, "black"))
    # An award of one's own also when its member has moved.
    moved = world.person(chapter_id=north)
    own = given(world, lead, moved)
    world.set(User, moved.user_id, chapter_id=guest.chapter_id)
    (entry,) = world.run(entries_of, moved.user_id)
    world.do(service.undo, lead, entry_id=entry.id)
    with pytest.raises(NotFound):
        world.do(service.undo_award, lead, award_id=own)
    with world.database.unit_of_work(write=True) as session:
        members = service.hold(
            session, user_ids=[maya.user_id], wanted=ProgressFields.model_validate({})
        )
        wanted = ProgressFields.model_validate({"member_rank": 2})
        service.set_progress(session, ada, members=members, wanted=wanted)
        rank = next(one for one in entries_of(session, maya.user_id) if one.what == "member_rank")
    for actor in (lead, chief):
        with pytest.raises(Forbidden):
            world.do(service.undo, actor, entry_id=rank.id)
    shown = world.do(service.member_timeline, lead, user_id=maya.user_id, window=Window(20)).items
    assert not any(one.may_undo for one in shown if one.what == "memberRank")
    with pytest.raises(Conflict):
        world.do(service.undo, lead, entry_id=next(o for o in shown if o.is_undone).id)
