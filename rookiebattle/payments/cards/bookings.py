"""Keeps the fee that the card service took of each entry, and the payout that brought the rest."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.integrations.stripe.cards import Booking, Payout
from rookiebattle.payments.models import CardBooking, What
from rookiebattle.payments.queries import payments

AT_ONCE = 200
tables = SQLModel.metadata.tables
entries, payments_ = tables["payment_entries"], tables["payments"]
_LATER = (What.REFUNDED, What.REFUND_FAILED, What.DISPUTE_LOST, What.DISPUTE_WON)


@writes
def note(
    session: Session, _actor: Actor, *, booked: Sequence[Booking], payouts: Sequence[Payout]
) -> None:
    """Keep the fee and the payout of each entry that the service has booked. Again is the same."""
    for start in range(0, len(booked), AT_ONCE):
        _note_fees(session, booked[start : start + AT_ONCE])
    for one in payouts:
        of_it = col(CardBooking.id).in_(one.bookings)
        is_news = col(CardBooking.payout_id).is_distinct_from(one.id)
        told = {"payout_id": one.id, "paid_out_on": one.on}
        session.execute(sa.update(CardBooking).where(of_it, is_news).values(told))


def _note_fees(session: Session, booked: Sequence[Booking]) -> None:
    """A fee in another currency than the entry's is left out: the two do not add up."""
    known = {(one.about, one.cents > 0): one for one in booked}
    for row in session.execute(_entries({one.about for one in booked})).all():
        one = known.get((row.about, row.cents > 0))
        if one is not None and one.currency == row.currency:
            kept = {"entry_id": row.id, "id": one.id, "fee_cents": one.fee_cents}
            payments.insert_new(session, CardBooking, kept)


def _entries(abouts: Collection[str]) -> sa.CompoundSelect[Any]:
    """The entries about these payments, refunds and disputes. That of a bill may name the bill."""
    intent, named = payments_.c.stripe_payment_intent_id, entries.c.provider_id
    what = entries.c.what
    received = _with(intent).where(intent.in_(abouts), what == What.RECEIVED)
    later = _with(named).where(named.in_(abouts), what.in_(_LATER), entries.c.cents != 0)
    return sa.union_all(received, later)


def _with(about: sa.ColumnElement[Any]) -> sa.Select[Any]:
    columns = (entries.c.id, about.label("about"), entries.c.cents, payments_.c.currency)
    joined: sa.Select[Any] = sa.select(*columns).join_from(entries, payments_)
    return joined
