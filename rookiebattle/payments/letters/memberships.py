"""Letters about a membership: it renews soon, its bill was not paid, it ended; what it brings was
used."""

from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import letter_to
from rookiebattle.core import clock
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import perks, policy, promises
from rookiebattle.payments.letters.payments import day_of, if_not_so, member
from rookiebattle.payments.models import Method, Subscription
from rookiebattle.payments.plans import Plan, plan_named
from rookiebattle.payments.queries import payments
from rookiebattle.payments.queries import perks as queries
from rookiebattle.payments.wording import PERKS, perk_amount

REASON = "You’re getting this email because you have a membership. We always send its news."
WENT_BACK = "Your payment for it was refunded, so it ended. Your card won’t be charged again."
SEE_MEMBERSHIP = "See your membership"


def renewing(session: Session, user_id: str, row_id: str) -> Letter | None:
    """The card on file is charged soon; whoever does not want that can say so in time."""
    row = payments.subscription(session, row_id)
    if row is None or row.live_of is None or row.ends_at_period_end or row.paid_until is None:
        return None
    plan = plan_named(row.plan)
    return _letter(
        session,
        user_id,
        promises.RENEWING,
        f"Your membership renews on {day_of(row.paid_until)}",
        [
            f"{_charged(plan, row.credit_cents)} You don’t need to do anything.",
            (
                "Don’t want to renew? Cancel your membership before that day. You’ll keep it until "
                "the time you paid for is up."
            ),
        ],
        _facts(plan, row.paid_until, "Renews"),
    )


def _charged(plan: Plan, credit: int) -> str:
    """A renewal's charge; the rest of a former plan is used up first."""
    if not credit:
        return f"We’ll charge {as_price(plan.cents)} to your card on file."
    left = f"Your {as_price(credit)} credit from your last plan"
    if credit >= plan.cents:
        return f"{left} covers it, so you won’t be charged."
    return f"{left} goes toward it, and we’ll charge the rest to your card on file."


def unpaid(session: Session, user_id: str, row_id: str) -> Letter | None:
    """A renewal was declined. The membership goes on for some days."""
    row = payments.subscription(session, row_id)
    if row is None or row.status not in policy.UNPAID or row.paid_until is None:
        return None
    plan = plan_named(row.plan)
    return _letter(
        session,
        user_id,
        promises.UNPAID,
        "We couldn’t renew your membership",
        [
            "Your bank declined the payment for your membership. We’ll try again in a few days.",
            "Please check that your card is still valid, and change it if it isn’t.",
        ],
        _facts(plan, row.paid_until + policy.GRACE, "Active until"),
    )


def ended(session: Session, user_id: str, row_id: str) -> Letter | None:
    """A paid membership is over."""
    row = payments.subscription(session, row_id)
    if row is None or row.lapsed_at is None or _is_followed(session, row):
        return None
    plan = plan_named(row.plan_in_force)
    last = payments.last_received(session, row.id)
    went_back = last is not None and last.method == Method.CARD and last.kept_cents <= 0
    return _letter(
        session,
        user_id,
        promises.ENDED,
        "Your membership has ended",
        [
            *([WENT_BACK] if went_back else []),
            (
                "Thank you for supporting the game. You’re still welcome at park days, and you can "
                "come back as a supporter anytime."
            ),
        ],
        [("Plan", plan.name)],
    )


def perk_used(session: Session, user_id: str, registration_id: str) -> Letter | None:
    """An organizer used a member's token or credit; None once it is back with the member."""
    used = perks.in_use(queries.entries_of_seat(session, registration_id))
    if used is None:
        return None
    amount = perk_amount(used.kind, -used.amount)
    return _letter(
        session,
        user_id,
        promises.PERK_USED,
        f"Your {PERKS[used.kind].lower()} paid for {used.about}",
        [f"The organizer used {amount} from your plan for your seat.", if_not_so()],
        [("Event", used.about), ("Used", amount)],
    )


def _is_followed(session: Session, row: Subscription) -> bool:
    """Whether the member has paid for another membership since."""
    return payments.paid_elsewhere(session, row, clock.now()) is not None


def _facts(plan: Plan, until: datetime, name: str) -> list[tuple[str, str]]:
    return [("Plan", f"{plan.name}, {plan.price_words}"), (name, day_of(until))]


def _letter(
    session: Session,
    user_id: str,
    kind: str,
    title: str,
    opening: list[str],
    facts: list[tuple[str, str]],
) -> Letter | None:
    to = member(session, user_id)
    if to is None:
        return None
    content = Content(
        title=title,
        opening=opening,
        facts=facts,
        link=(SEE_MEMBERSHIP, routes.absolute(routes.MEMBERSHIP)),
        reason=REASON,
    )
    return letter_to(to, kind, title, content)
