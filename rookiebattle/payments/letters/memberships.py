"""Letters about a membership: it renews soon, its bill was not paid, it ended."""

from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import letter_to
from rookiebattle.core import clock
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import policy, promises
from rookiebattle.payments.letters.payments import day_of, member
from rookiebattle.payments.models import Method, Subscription
from rookiebattle.payments.plans import Plan, plan_named
from rookiebattle.payments.queries import payments

REASON = "You’re getting this email because you have a membership. Its news always comes."
WENT_BACK = (
    "The payment for it went back to you, so it ended with that. Your card is not charged again."
)
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
            f"{_charged(plan, row.credit_cents)} There is nothing for you to do.",
            (
                "If you do not want that, end your membership before that day. It then stays until "
                "the end of what you paid for."
            ),
        ],
        _facts(plan, row.paid_until, "Renews"),
    )


def _charged(plan: Plan, credit: int) -> str:
    """A renewal's charge; the rest of a former plan is used up first."""
    if not credit:
        return f"We charge {as_price(plan.cents)} to the card that you left with us."
    left = f"the {as_price(credit)} that was left of your former plan"
    if credit >= plan.cents:
        return f"Nothing is charged: {left} pays for it."
    return f"It is paid with {left}, and we charge the rest to the card that you left with us."


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
        "Your membership could not be renewed",
        [
            ("Your bank declined the payment for your membership. We try again in some days."),
            "Please look whether your card is still valid, and change it if it is not.",
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
                "Thank you for supporting the game. Park days stay open to you, and you can come "
                "back as a supporter whenever you like."
            ),
        ],
        [("Plan", plan.name)],
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
