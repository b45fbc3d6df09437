"""Connections under acts in any order, compared with a model that is a set of pairs."""

from datetime import timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.guardians import birthdays, dependents, invitations, service
from rookiebattle.guardians.models import MOST_GUARDIANS
from rookiebattle.guardians.schemas import Connected
from tests.clocks import NOW, StillClock
from tests.guardians.family import Family
from tests.races.orders import try_orders

ADULTS, MINORS = 4, 3
adults, minors, some = st.integers(0, ADULTS - 1), st.integers(0, MINORS - 1), st.integers(0, 20)
Pairs = set[tuple[str, str]]


class Families(RuleBasedStateMachine):
    """Adults, and minors of whom one is nearly of age. `pairs` is the model: the guardian and the
    person of each connection, households too. `without_login` are those whom a guardian added."""

    family: ClassVar[Family]
    clock: ClassVar[StillClock]
    number: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        Families.number += 1
        self.clock.now = NOW
        self.pairs: Pairs = set()
        self.kept: Pairs = set()
        self.tokens: list[str] = []
        self.added: list[str] = []
        self.without_login: set[str] = set()
        self.made = 0
        self.adults = [self.adult() for _ in range(ADULTS)]
        self.minors = [
            self.family.minor(
                game_name=self.name(), birth_date=NOW.date() - timedelta(days=365 * age)
            )
            for age in (17, 14, 14)
        ]

    def name(self) -> str:
        self.made += 1
        return f"N{self.made} of {self.number}"

    def adult(self) -> Actor:
        return self.family.person(
            first_name=self.name(), issuer="https://id.example.org", subject=self.name()
        )

    def act(self, verb: Any, actor: Actor, **told: Any) -> Any:
        """The answer, or the refusal."""
        try:
            return self.family.do(verb, actor, **told)
        except AppError as refused:
            return refused

    @rule(who=adults)
    def add(self, who: int) -> None:
        try:
            made = self.family.add_teen(self.adults[who], gameName=self.name())
        except AppError:
            return
        self.added.append(made.user_id)
        self.without_login.add(made.user_id)
        self.pairs.add((self.adults[who].user_id, made.user_id))

    @rule(who=minors, which=adults, from_adult=st.booleans())
    def invite(self, who: int, which: int, from_adult: bool) -> None:
        address = f"{self.name().replace(' ', '')}@example.org"
        if not from_adult:
            try:
                self.tokens.append(self.family.invite(self.minors[who], address))
            except AppError:
                return
        elif isinstance(
            asked := self.act(invitations.invite_adult, self.adults[which], email=address),
            AppError,
        ):
            assert asked.status in (403, 409), asked
        else:
            self.tokens.append(self.family.letter_token(address.lower()))

    @rule(who=adults, minor=minors, by_minor=st.booleans(), which=some)
    def accept(self, who: int, minor: int, by_minor: bool, which: int) -> None:
        actor = self.minors[minor] if by_minor else self.adults[who]
        token = self.tokens[which % len(self.tokens)] if self.tokens else "none"
        made = self.act(invitations.accept, actor, token=token)
        if isinstance(made, Connected) and made.is_minor:
            self.pairs.add((actor.user_id, made.user_id))
        elif isinstance(made, Connected):
            self.pairs.add((made.user_id, actor.user_id))
            self.kept.add((made.user_id, actor.user_id))

    @rule(who=adults, which=some)
    def end_from_above(self, who: int, which: int) -> None:
        people = [*self.added, *(one.user_id for one in [*self.minors, *self.adults])]
        pair = self.adults[who].user_id, people[which % len(people)]
        ended = self.act(service.end_dependent, self.adults[who], user_id=pair[1])
        if isinstance(ended, AppError):
            others = {one for one in self.pairs if one[1] == pair[1]} - {pair}
            is_last = pair[1] in self.without_login and not others
            assert pair not in self.pairs or is_last, ended
            return
        self.forget({pair})

    @rule(who=minors, which=adults)
    def end_from_below(self, who: int, which: int) -> None:
        pair = self.adults[which].user_id, self.minors[who].user_id
        ended = self.act(service.end_guardian, self.minors[who], user_id=pair[0])
        assert isinstance(ended, AppError) == (pair not in self.pairs)
        self.forget({pair})

    @rule(who=minors, which=adults)
    def keep(self, who: int, which: int) -> None:
        pair = self.adults[which].user_id, self.minors[who].user_id
        kept = self.act(service.keep_sharing, self.minors[who], user_id=pair[0])
        if not isinstance(kept, AppError):
            self.kept.add(pair)

    @rule(which=some, who=adults)
    def claim(self, which: int, who: int) -> None:
        if not self.added:
            return
        user_id = self.added[which % len(self.added)]
        link = self.act(dependents.make_claim_link, self.adults[who], user_id=user_id)
        if not isinstance(link, AppError):
            newcomer = self.family.newcomer(
                self.name().replace(" ", ""), lapses_at=NOW + timedelta(days=30)
            )
            self.act(dependents.claim, newcomer, token=link.url.rpartition("/")[2])
            self.without_login.discard(user_id)

    @rule(who=adults)
    def erase(self, who: int) -> None:
        """An adult goes, with those to whom nobody else could see, and another one comes."""
        gone = self.adults[who].user_id
        erased = self.act(leaving.delete_account, self.adults[who], confirmation="DELETE")
        assert not isinstance(erased, AppError), erased
        own = {one[1] for one in self.pairs - self.kept if one[0] == gone}
        shared = {one[1] for one in self.pairs if one[0] != gone}
        with_them = {gone, *(own & self.without_login - shared)}
        self.forget({one for one in self.pairs if with_them & {*one}})
        self.adults[who] = self.adult()

    def forget(self, gone: Pairs) -> None:
        self.pairs -= gone
        self.kept -= gone

    @rule(days=st.sampled_from([1, 15, 400]))
    def wait(self, days: int) -> None:
        self.clock.now += timedelta(days=days)
        self.family.do(birthdays.let_grow_up, VISITOR)

    @invariant()
    def connections_are_sound(self) -> None:
        pairs = self.family.connected()
        assert {one for one in pairs if self.is_of_here(*one)} == self.pairs
        people = {one: self.family.user(one) for pair in self.pairs for one in pair}
        for guardian_id, person_id in self.pairs:
            guardian, person = people[guardian_id], people[person_id]
            assert guardian, "the guardian is there"
            assert person, "the person is there"
            assert guardian.age_band == AgeBand.ADULT, "only adults are guardians"
            assert guardian.has_family, "pages ask about their people"
            assert (person_id, guardian_id) not in self.pairs, "nobody guards their own guardian"
        for user_id in people:
            assert len([one for one in self.pairs if one[1] == user_id]) <= MOST_GUARDIANS
        for user_id in self.without_login:
            user = self.family.user(user_id)
            has_gone = user is None or user.erased_at is not None
            assert has_gone or user_id in people, "somebody who cannot log in has a guardian"
            assert has_gone or user is None or user.issuer is None

    def is_of_here(self, *pair: str) -> bool:
        """The database has the people of earlier examples, too."""
        here = {*self.added, *(one.user_id for one in [*self.adults, *self.minors])}
        return bool(here & {*pair})


def test_connections_hold_in_any_order(database: Database, still_clock: StillClock) -> None:
    Families.family, Families.clock = Family(database), still_clock
    try_orders(Families, orders=6)


def test_the_machine_notices_a_missing_rule(
    database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_is_last", lambda *_args: False)
    Families.family, Families.clock = Family(database), still_clock
    machine = Families()
    machine.add(0)
    machine.end_from_above(0, 0)
    with pytest.raises(AssertionError, match="has a guardian"):
        machine.connections_are_sound()
