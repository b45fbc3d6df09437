"""Invitations: who may ask whom, how often, and who may accept."""

from datetime import date, timedelta

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.guardians import invitations, service
from rookiebattle.guardians.wording import ENOUGH_GUARDIANS, FOR_ADULTS, FOR_MINORS, TOO_YOUNG
from tests.clocks import NOW, StillClock
from tests.guardians.family import Family
from tests.letter_box import received


def test_a_minor_invites_and_an_adult_confirms(family: Family) -> None:
    minor = family.minor(game_name="Small Storm", first_name="Nori", email="nori@example.org")
    token = family.invite(minor, "Pat@Example.org", birthDate="2011-05-04")
    (letter,) = [one for one in received() if one.recipient == "pat@example.org"]
    assert letter.subject.startswith("Small Storm asks you to be their guardian")
    assert "Nori" not in letter.body
    assert token not in repr(family.do(invitations.own_invitations, minor))
    asked = family.do(invitations.inviter_of, VISITOR, token=token)
    assert (asked.name, asked.is_minor) == ("Small Storm", True)
    mother = family.person()
    connected = family.do(invitations.accept, mother, token=token)
    assert (connected.user_id, connected.name, connected.is_minor) == (minor.user_id, "Nori", True)
    assert family.connected() == {(mother.user_id, minor.user_id)}
    (one,) = family.do(service.list_dependents, mother)
    assert (one.birth_date, one.can_log_in) == (date(2011, 5, 4), True)
    with pytest.raises(NotFound):
        family.do(invitations.accept, family.person(), token=token)
    assert family.do(invitations.own_invitations, minor) == []


def test_a_birth_date_is_asked_for_once_and_nothing_is_kept_of_a_wrong_one(family: Family) -> None:
    minor = family.minor()
    with pytest.raises(Invalid, match=TOO_YOUNG):
        family.invite(minor, birthDate="2020-01-01")
    family.invite(minor, birthDate="2011-05-04")
    family.invite(minor, "other@example.org", birthDate="2011-05-04")
    with pytest.raises(Invalid, match="ask an administrator"):
        family.invite(minor, "third@example.org", birthDate="2012-05-04")
    assert len(family.do(invitations.own_invitations, minor)) == 2


def test_nobody_is_written_to_without_end(family: Family, still_clock: StillClock) -> None:
    minor = family.minor(email="nori@example.org")
    with pytest.raises(Invalid, match="your own address"):
        family.invite(minor, "Nori@example.org")
    family.invite(minor, "a@example.org")
    with pytest.raises(Conflict, match="still works"):
        family.invite(minor, "A@example.org")
    for name in "bcd":
        (waiting, *_) = family.do(invitations.own_invitations, minor)
        family.do(invitations.withdraw, minor, invitation_id=waiting.id)
        family.invite(minor, f"{name}@example.org")
    with pytest.raises(Conflict, match="tomorrow"):
        family.invite(minor, "e@example.org")
    still_clock.now = NOW + timedelta(days=1, seconds=1)
    family.invite(minor, "e@example.org")


def test_a_withdrawn_or_old_invitation_leads_nowhere(
    family: Family, still_clock: StillClock
) -> None:
    minor, mother = family.minor(), family.person()
    token = family.invite(minor)
    (waiting,) = family.do(invitations.own_invitations, minor)
    for actor, known in ((mother, waiting.id), (minor, minor.user_id), (minor, "no id")):
        with pytest.raises(NotFound):
            family.do(invitations.withdraw, actor, invitation_id=known)
    family.do(invitations.withdraw, minor, invitation_id=waiting.id)
    # A letter that was not sent yet is not sent anymore.
    assert [one.recipient for one in received()] == []
    old = family.invite(minor, "later@example.org")
    still_clock.now = NOW + timedelta(days=14)
    for ended in (token, old, "", "x" * 90):
        with pytest.raises(NotFound):
            family.do(invitations.inviter_of, VISITOR, token=ended)
        with pytest.raises(NotFound):
            family.do(invitations.accept, mother, token=ended)


def test_who_may_not_accept_or_ask(family: Family) -> None:
    minor, mother = family.minor(game_name="Storm"), family.person()
    with pytest.raises(Forbidden, match=FOR_MINORS):
        family.invite(mother)
    token = family.invite(minor)
    with pytest.raises(Conflict, match="your own invitation"):
        family.do(invitations.accept, minor, token=token)
    with pytest.raises(Forbidden, match=FOR_ADULTS):
        family.do(invitations.accept, family.minor(game_name="Oak"), token=token)
    family.do(invitations.accept, mother, token=token)
    with pytest.raises(Conflict, match="connected already"):
        family.do(invitations.accept, mother, token=family.invite(minor, "again@example.org"))


def test_four_guardians_are_the_most(family: Family) -> None:
    minor = family.minor()
    late = family.invite(minor, "late@example.org")
    guardians = family.people(4)
    for guardian in guardians:
        with family.database.unit_of_work(write=True) as session:
            person = service.locked(session, minor.user_id)
            service.connect(session, guardian, guardian_id=guardian.user_id, person=person)
    with pytest.raises(Conflict, match=ENOUGH_GUARDIANS):
        family.invite(minor)
    with pytest.raises(Conflict, match=ENOUGH_GUARDIANS):
        family.do(invitations.accept, family.person(), token=late)
    family.do(service.end_guardian, minor, user_id=guardians[0].user_id)
    family.do(invitations.accept, family.person(), token=late)


def test_nobody_guards_their_own_guardian(family: Family) -> None:
    """Two who were minor and guardian: after the 18th birthday neither guards the other."""
    elder, mother = family.minor(game_name="Elder"), family.person()
    younger = family.minor(game_name="Younger")
    family.do(invitations.accept, mother, token=family.invite(elder))
    family.run(accounts.become_adult, elder, user_id=elder.user_id)
    # A new adult first says whether the own guardian stays.
    with pytest.raises(Conflict, match="have a guardian yourself"):
        family.do(invitations.accept, elder, token=family.invite(younger, "e@example.org"))
    family.add_teen(mother)
    family.do(invitations.invite_adult, mother, email="x@example.org")
    with pytest.raises(Conflict, match="They are your guardian"):
        family.do(invitations.accept, elder, token=family.letter_token("x@example.org"))
    family.do(service.keep_sharing, elder, user_id=mother.user_id)
    family.do(invitations.accept, elder, token=family.invite(younger, "f@example.org"))


def test_a_household_is_a_guardian_and_one_other_adult(family: Family) -> None:
    mother, father = family.person(game_name="Pat"), family.person(first_name="Lee")
    with pytest.raises(Conflict, match="Add your teenager first"):
        family.do(invitations.invite_adult, mother, email="lee@example.org")
    with pytest.raises(Forbidden):
        family.do(invitations.invite_adult, family.minor(), email="lee@example.org")
    teen = family.add_teen(mother)
    for address in ("lee@example.org", "second@example.org"):
        family.do(invitations.invite_adult, mother, email=address)
    token = family.letter_token("lee@example.org")
    assert not family.do(invitations.accept, father, token=token).is_minor
    assert not family.run(service.is_guardian, father.user_id, teen.user_id)
    assert [one.name for one in family.do(service.list_household, mother)] == ["Lee"]
    # Nothing else is shared.
    assert family.do(service.list_dependents, father) == []
    second = family.letter_token("second@example.org")
    with pytest.raises(Conflict, match="in your household already"):
        family.do(invitations.accept, family.person(), token=second)
    with pytest.raises(Conflict, match="in your household already"):
        family.do(invitations.invite_adult, mother, email="third@example.org")
    family.do(service.end_guardian, father, user_id=mother.user_id)
    assert family.do(service.list_household, mother) == []
