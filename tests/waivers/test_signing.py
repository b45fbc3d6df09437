"""Signatures, new versions, time, birthdays and paper in any order: the standing stays true."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.guardians.models import Guardianship
from rookiebattle.settings import get_settings
from rookiebattle.waivers.models import Form, VersionState, WaiverSignature, WaiverVersion
from rookiebattle.waivers.schemas.signatures import PaperWrite, SignatureWrite
from rookiebattle.waivers.service import paper, signatures, standing
from rookiebattle.waivers.signing import comes_of_age
from tests.clocks import StillClock
from tests.waivers.signers import HERE, Do, Signers, version
from tests.world import World

ACTS = ("guardian signs", "signs", "new version", "half a year", "birthday", "paper", "verify")
AS_OLD = timedelta(days=16 * 365)


@dataclass
class Life:
    """One teenager, what was signed for them as (form, version, end, counts), and their papers."""

    world: World
    do: Do
    signers: Signers
    clock: StillClock
    number: int
    who: Actor
    birthday: datetime
    signed: list[tuple[Form, int, datetime, bool]] = field(default_factory=list)
    papers: list[tuple[str, int]] = field(default_factory=list)

    @property
    def form(self) -> Form:
        return Form.ADULT if self.clock.now >= self.birthday else Form.MINOR

    def act(self, act: str) -> None:
        if act == "half a year":
            self.clock.now += timedelta(days=183)
        elif act == "birthday":
            self.clock.now = max(self.clock.now, self.birthday)
        elif act == "new version":
            self._publish()
        elif act == "paper":
            self._note()
        elif act == "verify":
            self._verify()
        else:
            self._sign(self.signers.mia if act == "guardian signs" else self.who)

    def _publish(self) -> None:
        self.number += 1
        with self.world.database.unit_of_work(write=True) as session:
            session.execute(sa.update(WaiverVersion).values(state=VersionState.REPLACED))
            for form in Form:
                session.add(version(form, self.number, published_at=self.clock.now))

    def _sign(self, signer: Actor) -> None:
        may = (signer is self.who) == (self.form is Form.ADULT)
        values = SignatureWrite(
            user_id=self.who.user_id,
            sha256=version(self.form, self.number).sha256,
            typed_name="Tea Stone" if signer is self.who else "Mia Stone",
        )
        try:
            made = self.do(signatures.sign, signer, form=self.form, values=values, signer=HERE)
        except Forbidden:
            assert not may
            return
        assert may
        self.signed.append((self.form, self.number, made.ends_at, True))

    def _note(self) -> None:
        values = PaperWrite(
            user_id=self.who.user_id, form=self.form, event_id=self.signers.event_id
        )
        noted = self.do(paper.note_paper, self.signers.admin, values=values)
        ends_at = self.world.get(WaiverSignature, noted.id).ends_at
        if noted.id not in dict(self.papers):
            self.papers.append((noted.id, len(self.signed)))
            self.signed.append((self.form, self.number, ends_at, False))

    def _verify(self) -> None:
        for paper_id, place in self.papers:
            form, number, ends_at, _ = self.signed[place]
            try:
                self.do(paper.verify_paper, self.signers.lea, paper_id=paper_id)
            except Conflict:
                is_asked = (form, number) == (self.form, self.number)
                assert not is_asked or ends_at <= self.clock.now
            else:
                self.signed[place] = (form, number, ends_at, True)

    def expected(self) -> str:
        own = [one for one in self.signed if one[0] is self.form]
        current = [one for one in own if one[1] == self.number]
        lasting = [one for one in current if one[2] > self.clock.now]
        if any(counts for *_, counts in lasting):
            return "signed"
        if lasting:
            return "unverified"
        return "expired" if current else "outdated" if own else "missing"


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.sampled_from(ACTS), max_size=12))
def test_the_standing_follows_every_act(
    world: World, signers: Signers, do: Do, still_clock: StillClock, acts: list[str]
) -> None:
    born = (still_clock.now - AS_OLD).date()
    tea = world.person(first_name="Tea", last_name="Stone", age_band=AgeBand.MINOR, birth_date=born)
    world.add(Guardianship(minor_id=tea.user_id, guardian_id=signers.mia.user_id))
    birthday = comes_of_age(born, get_settings().org_zone)
    with world.database.unit_of_work(write=False) as session:
        last = session.scalar(sa.select(sa.func.max(col(WaiverVersion.number)))) or 0
    life = Life(world, do, signers, still_clock, last, tea, birthday)
    life._publish()
    world.seat(signers.event_id, tea)
    for act in acts:
        life.act(act)
        read = do(standing.read_standing, signers.admin, user_id=tea.user_id)
        assert (read.state, read.form) == (life.expected(), life.form)
