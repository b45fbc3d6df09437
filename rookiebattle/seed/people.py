"""The people of the demo data, with generated names."""

from datetime import datetime
from random import Random
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DEV_ISSUER, DemoAccount
from rookiebattle.accounts.models import AgeBand, MembershipStatus, Tier, User, WarriorPaths
from rookiebattle.accounts.naming import name_key
from rookiebattle.accounts.policy import has_membership, is_supporter
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Role
from rookiebattle.events.models import Event
from rookiebattle.progression.service import begin
from rookiebattle.registrations.service import waiting
from rookiebattle.roles.schemas import GrantWrite
from rookiebattle.roles.service import give
from rookiebattle.seed.data import DEMO, PLACES
from rookiebattle.seed.stories import LONG_AGO, tell, without_progress

COUNT = 200
PEOPLE = DEMO["people"]
EPITHETS, BEASTS = PEOPLE["epithets"], PEOPLE["beasts"]
PATHS = (
    *("singleHand", "shield", "dualWielder", "polearm"),
    *("battlefieldMedic", "bow", "spear", "greatWeapon"),
)
_LEVELS: WarriorPaths = {
    path: {"enabled": level is not None, "level": level or 0}
    for path, level in zip(PATHS, (4, 3, 1, None, 2, 0, 1, None), strict=True)
}
BEADS = ("red", "brown", "blue", "wood", "roleplay", "clear", "purple")
TIERS = (Tier.NONE, Tier.BASIC, Tier.PREMIUM, Tier.MASTER)


class Cast(NamedTuple):
    everybody: list[User]
    demo: dict[str, User]


def add_people(session: Session, rng: Random, chapter_ids: list[str]) -> Cast:
    """Add the demo accounts and about 200 others. The newcomer's account begins at the sign-in, and
    the teenager's with the guardian (`family.py`)."""
    home = dict(zip((place.city for place in PLACES), chapter_ids, strict=True))
    demo = {
        account.subject: _demo_person(account, home)
        for account in DEMO_ACCOUNTS
        if account.subject not in ("demo-newcomer", "demo-teen")
    }
    people = [_person(rng, number, chapter_ids) for number in range(COUNT)]
    everybody = [*demo.values(), *people]
    _keep_names(everybody)
    worn = {one.id: without_progress(one) for one in demo.values()}
    session.add_all(everybody)
    session.flush()
    begin(session, Actor(), members=people)
    keeper = Actor(user_id=demo["demo-admin"].id, is_admin=True)
    for one in demo.values():
        tell(session, keeper, user=one, final=worn[one.id])
    for one in everybody:
        audit.record(session, actor_of(one), "account.created", one.id, demo=True)
    return Cast(everybody, demo)


def give_roles(session: Session, cast: Cast) -> None:
    """Let the demo accounts hold their roles, and the member help at the next practice in Tampa."""
    keeper = actor_of(cast.demo["demo-admin"])
    for one in DEMO_ACCOUNTS:
        if one.holds:
            user = cast.demo[one.subject]
            chapter_id = user.chapter_id if one.is_local else None
            values = GrantWrite(user_id=user.id, role=Role(one.holds), chapter_id=chapter_id)
            give(session, keeper, values=values)


def let_help(session: Session, cast: Cast, now: datetime) -> None:
    """Let the member help at the gate of the organizer's next event in their chapter."""
    organizer, member = cast.demo["demo-organizer"], cast.demo["demo-member"]
    coming = (
        sa.select(Event)
        .where(col(Event.organizer_id) == organizer.id, col(Event.start_at) > now)
        .where(col(Event.chapter_id) == member.chapter_id)
        .order_by(col(Event.start_at))
    )
    event = session.scalars(coming.limit(1)).one()
    values = GrantWrite(user_id=member.id, role=Role.GATE, event_id=event.id)
    give(session, actor_of(organizer), values=values)


def let_wait(session: Session, cast: Cast, now: datetime) -> None:
    """Let the member, and then the mother, wait for a seat at the first full event."""
    is_full = col(Event.current_participants) >= col(Event.max_participants)
    open_to_all = col(Event.requires_membership).is_(False), col(Event.canceled_at).is_(None)
    coming = sa.select(Event).where(is_full, col(Event.start_at) > now, *open_to_all)
    event = session.scalars(coming.order_by(col(Event.start_at)).limit(1)).one()
    for name in ("demo-member", "demo-guardian"):
        waiting.join(session, actor_of(cast.demo[name]), event_id=event.id)


def _keep_names(everybody: list[User]) -> None:
    """Set the keys of game names as the welcome does: the first of equal names has the key."""
    taken: set[str] = set()
    for one in everybody:
        key = name_key(one.game_name) if one.game_name else None
        if key and key not in taken:
            taken.add(key)
            one.game_name_key = key


def actor_of(user: User) -> Actor:
    return Actor(
        user_id=user.id,
        is_admin=user.is_admin,
        has_membership=has_membership(user.membership_tier, user.membership_status),
        is_supporter=is_supporter(user.membership_tier, user.membership_status),
        chapter_id=user.chapter_id,
    )


def _demo_person(account: DemoAccount, home: dict[str, str]) -> User:
    return User(
        issuer=DEV_ISSUER,
        subject=account.subject,
        email=account.email,
        first_name=account.first_name,
        last_name=account.last_name,
        game_name=PEOPLE["game_names"].get(account.subject),
        bio=account.about,
        age_band=AgeBand.ADULT,
        shows_profile=True,
        chapter_id=home["Tampa"],
        is_admin=account.is_admin,
        admin_rank=8 if account.is_admin else 0,
        member_rank=3,
        is_samurai=account.subject == "demo-member",
        membership_tier=Tier.PREMIUM,
        membership_status=MembershipStatus.ACTIVE,
        award_beads={"red": 4, "brown": 1, "green": 1, "lightBlue": 1, "wood": 1, "roleplay": 1},
        warrior_paths=_LEVELS,
        created_at=clock.now() - LONG_AGO,
    )


def _person(rng: Random, number: int, chapter_ids: list[str]) -> User:
    first, last = rng.choice(PEOPLE["first"]), rng.choice(PEOPLE["last"])
    tier = rng.choices(TIERS, (5, 3, 4, 1))[0]
    in_chapter = rng.random() < 0.92
    weights = [place.weight for place in PLACES]
    person = User(
        email=f"{first}.{last}.{number}@example.org".lower(),
        first_name=first,
        last_name=last,
        game_name=f"{rng.choice(EPITHETS)} {rng.choice(BEASTS)}" if rng.random() < 0.7 else None,
        bio=rng.choice(PEOPLE["bios"]) if rng.random() < 0.4 else None,
        age_band=AgeBand.MINOR if rng.random() < 0.12 else AgeBand.ADULT,
        hides_attendance=rng.random() < 0.06,
        # The people are invented: nobody could read their letters.
        mail_events=False,
        mail_reminders=False,
        chapter_id=rng.choices(chapter_ids, weights)[0] if in_chapter else None,
        member_rank=rng.randint(0, 4),
        admin_rank=rng.choices((0, 1, 3, 5), (30, 4, 2, 1))[0],
        is_board_member=rng.random() < 0.03,
        is_samurai=rng.random() < 0.05,
        membership_tier=tier,
        membership_status=_status(rng, tier),
        award_beads={rng.choice(BEADS): rng.randint(1, 12) for _ in range(rng.randint(0, 4))},
        warrior_paths={
            rng.choice(PATHS): {"enabled": rng.random() < 0.8, "level": rng.randint(0, 5)}
            for _ in range(rng.randint(0, 3))
        },
    )
    _choose(person, number)
    return person


def _choose(person: User, number: int) -> None:
    """Three of five adults show their profiles. The others have game names, as minors have."""
    person.shows_profile = person.age_band == AgeBand.ADULT and number % 5 in (0, 2, 3)
    if not person.shows_profile:
        spare = f"{EPITHETS[number % len(EPITHETS)]} {BEASTS[number % len(BEASTS)]}"
        person.game_name = person.game_name or spare


def _status(rng: Random, tier: Tier) -> MembershipStatus:
    if tier == Tier.NONE:
        return MembershipStatus.INACTIVE
    return MembershipStatus.EXPIRED if rng.random() < 0.15 else MembershipStatus.ACTIVE
