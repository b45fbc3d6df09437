"""For the books and the board: account codes, the rules of voting, and who may vote on a day."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import AgeBand, MembershipStatus, User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.permissions import Permission
from rookiebattle.members.wording import full_name
from rookiebattle.payments import policy
from rookiebattle.payments.models import BY_HAND, AccountCode, Subscription, VotingRules
from rookiebattle.payments.plans import PLANS, Plan
from rookiebattle.payments.schemas import AccountCodes, Voter, VotingRulesWrite
from rookiebattle.payments.wording import KINDS
from rookiebattle.progression.models import ProgressEntry
from rookiebattle.registrations.service import attendance
from rookiebattle.settings import get_settings

RULES, CODES = "voting rules", "account codes"
codes = SQLModel.metadata.tables[str(AccountCode.__tablename__)]


def account_codes(session: Session, actor: Actor) -> AccountCodes:
    """The account of each kind of payment; for treasurers and administrators."""
    actor.require_reach(Permission.ALL_PAYMENT_READ)
    return AccountCodes.model_validate(
        {row.kind: row.code for row in session.execute(sa.select(codes))}
    )


@writes
def set_account_codes(session: Session, actor: Actor, *, values: AccountCodes) -> AccountCodes:
    """Replace the account codes; for the club's treasurers and administrators.

    Months that were read before change, too.
    """
    actor.require(Permission.ALL_PAYMENT_CREATE)
    before = account_codes(session, actor)
    new = [{"kind": kind, "code": code} for kind, code in values if code]
    session.execute(sa.delete(codes))
    if new:
        session.execute(sa.insert(codes), new)
    told = [{KINDS[kind]: code or "" for kind, code in one} for one in (before, values)]
    _note(session, actor, "payment.accounts_set", CODES, *told)
    return values


def voting_rules(session: Session, actor: Actor) -> VotingRulesWrite:
    """The rules of voting, and until the board sets some those of the membership page."""
    actor.require(Permission.ALL_ACCOUNT_READ)
    found = session.get(VotingRules, 1)
    return VotingRulesWrite.model_validate(found.model_dump(exclude={"id"}) if found else {})


@writes
def set_voting_rules(
    session: Session, actor: Actor, *, values: VotingRulesWrite
) -> VotingRulesWrite:
    """Replace the rules of voting; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    before = voting_rules(session, actor)
    plans = [one.key for one in PLANS if one.key in values.plans]
    session.merge(VotingRules(id=1, **{**values.model_dump(by_alias=False), "plans": plans}))
    session.flush()
    after = voting_rules(session, actor)
    _note(session, actor, "account.voting_set", RULES, _said(before), _said(after))
    return after


def _said(rules: VotingRulesWrite) -> dict[str, str]:
    return {
        "Plans": ", ".join(one.name for one in PLANS if one.key in rules.plans),
        "Adults only": "yes" if rules.adults_only else "no",
        "Events attended": str(rules.attendances),
        "Months": str(rules.months),
    }


def _note(session: Session, actor: Actor, action: str, thing: str, *told: dict[str, str]) -> None:
    """Write into the log what differs between the two that are told, before and after."""
    if changes := differences(*told):
        record_change(session, actor, action, "", thing=thing, changes=changes)


def voters(session: Session, actor: Actor, *, on: date) -> list[Voter]:
    """The members who may vote on a day by the rules of now, by name; administrators only.

    Of a member's age the site knows the group of today alone.
    """
    actor.require(Permission.ALL_ACCOUNT_READ)
    rules = voting_rules(session, actor)
    begins = datetime.combine(on, time(), get_settings().org_zone)
    ends = begins + timedelta(days=1)
    plans = _plans_on(session, begins, ends)
    came = attendance.visits(
        session, actor, since=begins - relativedelta(months=rules.months), until=ends
    )
    people = (
        sa.select(User, col(Chapter.name))
        .outerjoin(Chapter, col(Chapter.id) == col(User.chapter_id))
        .where(col(User.erased_at).is_(None), col(User.age_band).is_not(None))
    )
    if rules.adults_only:
        people = people.where(col(User.age_band) == AgeBand.ADULT)
    found = [
        _voter(user, chapter, plans.get(user.id), came.get(user.id, 0))
        for user, chapter in session.execute(people)
        if _passes(rules, plans.get(user.id), came.get(user.id, 0))
    ]
    return sorted(found, key=lambda one: (one.name.casefold(), one.game_name.casefold()))


def _passes(rules: VotingRulesWrite, plan: Plan | None, attendances: int) -> bool:
    has_plan = not rules.plans or (plan is not None and plan.key in rules.plans)
    return has_plan and attendances >= rules.attendances


def _voter(user: User, chapter: str | None, plan: Plan | None, attendances: int) -> Voter:
    name = full_name(user.first_name, user.last_name) or user.game_name or "Member"
    planned = plan.name if plan else ""
    return Voter(name, user.game_name or "", chapter or "", planned, attendances)


def _plans_on(session: Session, begins: datetime, ends: datetime) -> dict[str, Plan]:
    """Member id → the plan that is active when the day ends, by the ledger of progress.

    For a day ahead it is the plan of now, unless it is known to end before. One that renews counts.
    """
    now = clock.now()
    facts = ("membership_tier", "membership_status")
    entries = (
        sa.select(col(ProgressEntry.user_id), col(ProgressEntry.what), col(ProgressEntry.after))
        .where(col(ProgressEntry.what).in_(facts), col(ProgressEntry.at) < ends)
        .order_by(col(ProgressEntry.user_id), col(ProgressEntry.number))
    )
    known: dict[tuple[str, str], object] = {
        (user_id, what): after for user_id, what, after in session.execute(entries)
    }
    over = set(_over_by(session, begins)) if begins > now else set()
    by_tier = {one.tier.value: one for one in PLANS}
    return {
        user_id: by_tier[str(value)]
        for (user_id, what), value in known.items()
        if what == "membership_tier" and value in by_tier and user_id not in over
        if known.get((user_id, "membership_status")) == MembershipStatus.ACTIVE
    }


def _over_by(session: Session, day: datetime) -> Iterator[str]:
    """The ids of members whose plan ends before a day ahead, and does not renew."""
    ends = col(Subscription.ends_at_period_end) | (col(Subscription.status) == BY_HAND)
    live = sa.select(Subscription).where(col(Subscription.live_of).is_not(None), ends)
    for row in session.scalars(live):
        grace = timedelta() if row.ends_at_period_end else policy.GRACE
        if row.paid_until is not None and row.paid_until + grace <= day:
            yield row.user_id
