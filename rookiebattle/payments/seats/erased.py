"""What happens to the payments of an account that is erased. The books stay."""

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.payments import orders
from rookiebattle.payments.queries import payments


def leave(session: Session, _actor: Actor, *, user_id: str) -> None:
    """End everything that would charge the member again. Subscribed to `account_erasing`.

    The card service is told by orders, which outlive the account. What is paid in between goes
    back, because nobody is there who would get anything for it.
    """
    for row in payments.subscriptions_of(session, user_id):
        if row.live_of is None:
            continue
        row.superseded, row.live_of = True, None
        row.updated_at = clock.now()
        if row.stripe_subscription_id:
            orders.end_subscription(session, row.stripe_subscription_id)
    for payment in payments.undecided_of(session, user_id):
        orders.cancel_payment(session, payment)
    member = payments.member(session, user_id)
    if member is not None and member.stripe_customer_id:
        orders.forget_customer(session, member.stripe_customer_id)
