"""A guardian with their people, for the tests of guardians."""

from dataclasses import replace
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts import queries
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail.outbox_table import letters
from rookiebattle.core.validation import parse
from rookiebattle.guardians import dependents, invitations
from rookiebattle.guardians.models import Guardianship
from rookiebattle.guardians.schemas import DependentRead, DependentWrite, InvitationWrite
from tests import factories
from tests.world import World

TEEN = {"firstName": "Nori", "gameName": "Small Storm", "birthDate": "2011-05-04"}
BORN = date(2011, 5, 4)


class Family(World):
    """Acts of a family, and what the tables then say."""

    def add_teen(self, guardian: Actor, **changed: Any) -> DependentRead:
        values = parse(DependentWrite, TEEN | changed)
        added: DependentRead = self.do(dependents.add_dependent, guardian, values=values)
        return added

    def token_to(self, guardian: Actor, user_id: str) -> str:
        """The token of a new link to claim an account."""
        made = self.do(dependents.make_claim_link, guardian, user_id=user_id)
        return made.url.rpartition("/")[2]

    def minor(self, **columns: Any) -> Actor:
        """A member of 13 to 17 who logs in."""
        usual = {"age_band": AgeBand.MINOR, "issuer": "https://id.example.org"}
        return self.person(**{**usual, "subject": columns.get("game_name", "minor"), **columns})

    def newcomer(self, name: str = "newcomer", **columns: Any) -> Actor:
        """Somebody who has just signed in for the first time."""
        usual = {"issuer": "https://id.example.org", "subject": name, "age_band": None}
        return self.person(**{**usual, "email": f"{name}@example.org", **columns})

    def actor(self, user_id: str, session_key: str = "") -> Actor:
        """Somebody as a door's actor, with this session."""
        user = self.user(user_id)
        assert user
        found = factories.actor_of(user)
        return replace(found, session_key=session_key or found.session_key)

    def sessions_of(self, user_id: str) -> list[str]:
        with self.database.unit_of_work(write=False) as session:
            return queries.keys_of(session, user_id)

    def invite(self, minor: Actor, email: str = "pat@example.org", **more: Any) -> str:
        """Invite a guardian; returns the token of the letter."""
        values = parse(InvitationWrite, {"email": email, **more})
        self.do(invitations.invite_guardian, minor, values=values)
        return self.letter_token(email.lower())

    def letter_token(self, email: str) -> str:
        """The token in the newest letter to an address."""
        found = sa.select(letters.c.body).where(letters.c.recipient == email)
        newest = found.order_by(letters.c.created_at.desc(), letters.c.id).limit(1)
        with self.database.unit_of_work(write=False) as session:
            body = str(session.scalar(newest))
        return body.rpartition("/family/invitation/")[2].split()[0]

    def user(self, user_id: str) -> User | None:
        with self.database.unit_of_work(write=False) as session:
            return session.get(User, user_id)

    def connected(self) -> set[tuple[str, str]]:
        """The guardian and the minor of each connection that has not ended."""
        wanted = sa.select(Guardianship).where(col(Guardianship.ended_at).is_(None))
        with self.database.unit_of_work(write=False) as session:
            return {(one.guardian_id, one.minor_id) for one in session.scalars(wanted)}
