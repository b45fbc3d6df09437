"""Adding, inviting, accepting, ending and birthdays in any order, compared with what must hold."""

from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.guardians import birthdays, dependents, invitations, service
from rookiebattle.guardians.models import MOST_GUARDIANS
from tests.clocks import NOW, StillClock
from tests.guardians.family import Family

ADULTS = MINORS = 3
adults, minors = st.integers(0, ADULTS - 1), st.integers(0, MINORS - 1)


class Families(RuleBasedStateMachine):
    """Three adults and three minors of whom one is nearly of age."""

    family: ClassVar[Family]
    clock: ClassVar[StillClock]
    number: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        Families.number += 1
        self.clock.now = NOW
        self.adults = [self.family.person(first_name=f"A{one}") for one in range(ADULTS)]
        self.minors = [
            self.family.minor(
                game_name=f"M{one} of {self.number}",
                birth_date=NOW.date() - timedelta(days=365 * (17 if one == 0 else 14)),
            )
            for one in range(MINORS)
        ]
        self.tokens: list[str] = []
        self.links: list[str] = []
        self.added: list[str] = []
        self.made = 0

    def act(self, verb: Any, actor: Actor, **told: Any) -> Any:
        try:
            return self.family.do(verb, actor, **told)
        except AppError:
            return None

    @rule(who=adults)
    def add(self, who: int) -> None:
        self.made += 1
        name = f"Teen {self.made} of {self.number}"
        with suppress(AppError):
            self.added.append(self.family.add_teen(self.adults[who], gameName=name).user_id)

    @rule(who=minors)
    def invite(self, who: int) -> None:
        self.made += 1
        address = f"m{self.made}.{self.number}@example.org"
        with suppress(AppError):
            self.tokens.append(self.family.invite(self.minors[who], address))

    @rule(who=adults, is_minor=st.booleans(), which=st.integers(0, 20))
    def accept(self, who: int, is_minor: bool, which: int) -> None:
        actor = self.minors[who] if is_minor else self.adults[who]
        token = self.tokens[which % len(self.tokens)] if self.tokens else "none"
        self.act(invitations.accept, actor, token=token)

    @rule(who=adults, which=st.integers(0, 20), from_below=st.booleans())
    def end(self, who: int, which: int, from_below: bool) -> None:
        if from_below:
            other = self.adults[which % ADULTS].user_id
            self.act(service.end_guardian, self.minors[who], user_id=other)
            return
        people = [*self.added, *(one.user_id for one in self.minors)]
        self.act(service.end_dependent, self.adults[who], user_id=people[which % len(people)])

    @rule(who=minors, which=adults)
    def keep(self, who: int, which: int) -> None:
        self.act(service.keep_sharing, self.minors[who], user_id=self.adults[which].user_id)

    @rule(which=st.integers(0, 20), who=adults)
    def claim(self, which: int, who: int) -> None:
        if not self.added:
            return
        user_id = self.added[which % len(self.added)]
        made = self.act(dependents.make_claim_link, self.adults[who], user_id=user_id)
        if made:
            self.made += 1
            ends = NOW + timedelta(days=30)
            name = f"n{self.made}.{self.number}"
            token = made.url.rpartition("/")[2]
            self.act(dependents.claim, self.family.newcomer(name, lapses_at=ends), token=token)

    @rule(days=st.sampled_from([1, 15, 400]))
    def wait(self, days: int) -> None:
        self.clock.now += timedelta(days=days)
        self.family.do(birthdays.let_grow_up, VISITOR)

    @invariant()
    def connections_are_sound(self) -> None:
        pairs = self.family.connected()
        people = {one: self.family.user(one) for pair in pairs for one in pair}
        for guardian_id, minor_id in pairs:
            guardian, minor = people[guardian_id], people[minor_id]
            assert guardian, "the guardian is there"
            assert minor, "the minor is there"
            assert guardian.age_band == AgeBand.ADULT, "only adults are guardians"
            assert (minor_id, guardian_id) not in pairs, "nobody guards their own guardian"
        for user_id in self.added:
            own = [pair for pair in pairs if pair[1] == user_id]
            user = self.family.user(user_id)
            assert user
            assert own or user.issuer, "somebody who cannot log in has a guardian"
            assert len(own) <= MOST_GUARDIANS


def test_connections_hold_in_any_order(database: Database, still_clock: StillClock) -> None:
    Families.family, Families.clock = Family(database), still_clock
    run_state_machine_as_test(
        Families,
        settings=settings(
            max_examples=6,
            stateful_step_count=20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_machine_notices_a_missing_rule(
    database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_is_last", lambda *_args: False)
    Families.family, Families.clock = Family(database), still_clock
    machine = Families()
    machine.add(0)
    machine.end(0, 0, from_below=False)
    with pytest.raises(AssertionError, match="has a guardian"):
        machine.connections_are_sound()
