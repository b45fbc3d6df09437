"""The figures of the terms, in words."""

from datetime import timedelta

from rookiebattle.events.wording import counted
from rookiebattle.payments.plans import PAID_PLANS
from rookiebattle.registrations.policy import HOLD

HELD = counted(HOLD // timedelta(minutes=1), "minute")
PLANS = " and ".join(f"{one.name} ({one.price_words})" for one in PAID_PLANS)
