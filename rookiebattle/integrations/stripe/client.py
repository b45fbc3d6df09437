"""The client of Stripe, over its official package and HTTPX."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final, Literal

import stripe

from rookiebattle.integrations.stripe.cards import (
    Booking,
    CardRefund,
    CardSubscription,
    ChangeCost,
    Intent,
    Invoice,
    Notice,
    PaymentRefused,
    PaymentsDown,
    Payout,
    Price,
)
from rookiebattle.integrations.stripe.reading import (
    at,
    booking_of,
    intent_of,
    invoice_of,
    is_disputed,
    metadata_of,
    price_id_of,
    refund_of,
    saved_card_of,
    subscription_of,
)
from rookiebattle.integrations.stripe.signatures import notice_of, wrong_fields
from rookiebattle.settings import Settings

# Objects change their shape with the version, so an account's own version never decides.
API_VERSION: Final = "2026-10-28.endive"
TIMEOUT_SECONDS, RETRIES, PAGE = 10.0, 2, 100
WITH_INVOICE = ["latest_invoice.confirmation_secret", "latest_invoice.payments"]
WITH_CARD = ["default_payment_method", "customer.invoice_settings.default_payment_method"]
WITH_PAYMENTS = ["confirmation_secret", "payments"]
MISSING = "resource_missing"
log = logging.getLogger(__name__)


class StripeCards:
    """Card payments at Stripe. One instance serves one event loop.

    Every call raises PaymentsDown, and PaymentRefused when the service says no. A `key` makes a
    call that is sent twice have one effect, for at least a day.
    """

    def __init__(self, settings: Settings) -> None:
        base = settings.stripe_api_base.rstrip("/")
        self._api = stripe.StripeClient(
            settings.stripe_secret_key,
            stripe_version=API_VERSION,
            http_client=stripe.HTTPXClient(timeout=TIMEOUT_SECONDS),
            max_network_retries=RETRIES,
            base_addresses={"api": base} if base else {},
        ).v1
        self._prices: dict[str, str] = {}
        self._lookups: dict[str, str] = {}

    async def add_customer(self, *, user_id: str, email: str, key: str) -> str:
        told: stripe.params.CustomerCreateParams = {"metadata": {"user": user_id}}
        if email:
            told["email"] = email
        async with _refusals():
            made = await self._api.customers.create_async(told, _keyed(key))
        return made.id

    async def forget_customer(self, customer_id: str) -> None:
        """Delete the customer; subscriptions end with it. Again is the same."""
        async with _refusals(but=MISSING):
            await self._api.customers.delete_async(customer_id)

    async def start_payment(
        self,
        *,
        customer_id: str,
        cents: int,
        currency: str,
        description: str,
        metadata: Mapping[str, str],
        key: str,
        only_cards: bool = False,
    ) -> Intent:
        """Make a payment that waits for the member's card.

        With `only_cards` it cannot be paid in a way that takes days, such as a bank debit.
        """
        wanted: stripe.params.PaymentIntentCreateParams = {
            "amount": cents,
            "currency": currency.lower(),
            "customer": customer_id,
            "description": description,
            "metadata": dict(metadata),
            "automatic_payment_methods": {"enabled": True},
        }
        if only_cards:
            # A wallet, such as that of a phone, counts as a card.
            wanted["allowed_payment_method_types"] = ["card"]
        async with _refusals():
            made = await self._api.payment_intents.create_async(wanted, _keyed(key))
        return intent_of(made)

    async def payment(self, intent_id: str) -> Intent:
        """The payment as it is now, with its refunds and disputes."""
        async with _refusals():
            found = await self._api.payment_intents.retrieve_async(
                intent_id, {"expand": ["latest_charge"]}
            )
            if found.status != "succeeded":
                return intent_of(found)
            listed = await self._api.refunds.list_async(
                {"payment_intent": intent_id, "limit": PAGE}
            )
            refunds = [one async for one in listed.auto_paging_iter()]
            disputes = await self._disputes(intent_id) if is_disputed(found) else []
        return intent_of(found, refunds, disputes)

    async def _disputes(self, intent_id: str) -> list[stripe.Dispute]:
        listed = await self._api.disputes.list_async({"payment_intent": intent_id, "limit": PAGE})
        return [one async for one in listed.auto_paging_iter()]

    async def marks(self, kind: Literal["payment", "subscription"], id_: str) -> Mapping[str, str]:
        """The metadata of a payment or subscription; empty for one that the service does not know.

        Another shop may use the same account, so an object need not be this site's.
        """
        marks: Mapping[str, str] = {}
        async with _refusals(but=MISSING):
            if kind == "payment":
                marks = metadata_of(await self._api.payment_intents.retrieve_async(id_))
            else:
                marks = metadata_of(await self._api.subscriptions.retrieve_async(id_))
        return marks

    async def cancel_payment(self, intent_id: str) -> Intent:
        """Cancel a payment that waits; returns it as it is, also when it was paid meanwhile."""
        async with _refusals(but="payment_intent_unexpected_state"):
            await self._api.payment_intents.cancel_async(intent_id)
        return await self.payment(intent_id)

    async def payments_since(self, since: datetime) -> list[Intent]:
        """The payments made since then, without their refunds and disputes."""
        async with _refusals():
            listed = await self._api.payment_intents.list_async(
                {"created": {"gte": int(since.timestamp())}, "limit": PAGE}
            )
            return [intent_of(one) async for one in listed.auto_paging_iter()]

    async def bookings_since(self, since: datetime) -> list[Booking]:
        """The lines of the balance since then that are about payments, refunds and disputes."""
        async with _refusals():
            listed = await self._api.balance_transactions.list_async(
                {
                    "created": {"gte": int(since.timestamp())},
                    "limit": PAGE,
                    "expand": ["data.source"],
                }
            )
            found = [booking_of(one) async for one in listed.auto_paging_iter()]
        return [one for one in found if one is not None]

    async def payouts_since(self, since: datetime) -> list[Payout]:
        """The payouts since then that the service made by itself, oldest first."""
        async with _refusals():
            listed = await self._api.payouts.list_async(
                {"created": {"gte": int(since.timestamp())}, "status": "paid", "limit": PAGE}
            )
            # The service does not know the lines of a payout that somebody made by hand.
            found = [one async for one in listed.auto_paging_iter() if one.automatic]
            return [await self._payout(one) for one in reversed(found)]

    async def _payout(self, found: stripe.Payout) -> Payout:
        listed = await self._api.balance_transactions.list_async(
            {"payout": found.id, "limit": PAGE}
        )
        lines = frozenset([one.id async for one in listed.auto_paging_iter()])
        return Payout(found.id, at(found.arrival_date).date(), lines)

    async def start_subscription(
        self, *, customer_id: str, price: Price, metadata: Mapping[str, str], key: str
    ) -> CardSubscription:
        """Make a subscription whose first invoice waits for the member's card."""
        async with _refusals():
            made = await self._api.subscriptions.create_async(
                {
                    "customer": customer_id,
                    "items": [{"price": await self._price(price)}],
                    "payment_behavior": "default_incomplete",
                    "payment_settings": {"save_default_payment_method": "on_subscription"},
                    "metadata": dict(metadata),
                    "expand": WITH_INVOICE,
                },
                _keyed(key),
            )
            return await self._whole(made)

    async def subscription(self, subscription_id: str) -> CardSubscription:
        async with _refusals():
            found = await self._api.subscriptions.retrieve_async(
                subscription_id, {"expand": WITH_INVOICE}
            )
            return await self._whole(found)

    async def cost_of_change(self, subscription_id: str, *, price: Price) -> ChangeCost:
        """The charge that `change_price` would make now, less what is left of the former price."""
        async with _refusals():
            found = await self._api.subscriptions.retrieve_async(
                subscription_id, {"expand": WITH_CARD}
            )
            bill = await self._api.invoices.create_preview_async(
                {
                    "subscription": subscription_id,
                    "subscription_details": {
                        "items": [
                            {"id": found["items"].data[0].id, "price": await self._price(price)}
                        ],
                        "proration_behavior": "always_invoice",
                    },
                }
            )
        # A balance below zero is the customer's credit.
        left = max(0, -(bill.total + bill.starting_balance))
        return ChangeCost(bill.amount_due, saved_card_of(found), left)

    async def change_price(
        self, subscription_id: str, *, price: Price, key: str
    ) -> CardSubscription:
        """Move to another price at once. The price follows once the difference is paid."""
        async with _refusals():
            found = await self._api.subscriptions.retrieve_async(subscription_id)
            changed = await self._api.subscriptions.update_async(
                subscription_id,
                {
                    "items": [{"id": found["items"].data[0].id, "price": await self._price(price)}],
                    # Without its payment the change does not happen, so nobody is moved for free.
                    "payment_behavior": "pending_if_incomplete",
                    "proration_behavior": "always_invoice",
                    "expand": WITH_INVOICE,
                },
                _keyed(key),
            )
            return await self._whole(changed)

    async def end_at_period_end(self, subscription_id: str, *, ends: bool) -> CardSubscription:
        """Let a subscription end with what is paid for, or go on after all."""
        async with _refusals():
            changed = await self._api.subscriptions.update_async(
                subscription_id, {"cancel_at_period_end": ends, "expand": WITH_INVOICE}
            )
            return await self._whole(changed)

    async def end_subscription(self, subscription_id: str) -> CardSubscription:
        """End a subscription now; returns it as it is. Again is the same."""
        # An ended subscription is missing to this call, but can still be read.
        async with _refusals(but=MISSING):
            await self._api.subscriptions.cancel_async(subscription_id)
        return await self.subscription(subscription_id)

    async def subscriptions_since(self, since: datetime) -> list[CardSubscription]:
        """The subscriptions made since then, ended ones too."""
        async with _refusals():
            listed = await self._api.subscriptions.list_async(
                {"created": {"gte": int(since.timestamp())}, "status": "all", "limit": PAGE}
            )
            return [subscription_of(one) async for one in listed.auto_paging_iter()]

    async def invoice(self, invoice_id: str) -> Invoice:
        async with _refusals():
            found = await self._api.invoices.retrieve_async(invoice_id, {"expand": WITH_PAYMENTS})
            return invoice_of(found, await self._names_of(found))

    async def invoices_of(self, subscription_id: str) -> list[Invoice]:
        async with _refusals():
            listed = await self._api.invoices.list_async(
                {"subscription": subscription_id, "limit": PAGE, "expand": ["data.payments"]}
            )
            found = [one async for one in listed.auto_paging_iter()]
            return [invoice_of(one, await self._names_of(one)) for one in found]

    async def refund(self, intent_id: str, *, cents: int, key: str) -> CardRefund:
        async with _refusals():
            made = await self._api.refunds.create_async(
                {"payment_intent": intent_id, "amount": cents, "metadata": {"refund": key}},
                _keyed(key),
            )
        return refund_of(made)

    async def portal(self, customer_id: str, *, return_url: str) -> str:
        async with _refusals():
            made = await self._api.billing_portal.sessions.create_async(
                {"customer": customer_id, "return_url": return_url}
            )
        return made.url

    async def notices_since(self, since: datetime) -> list[Notice]:
        async with _refusals():
            listed = await self._api.events.list_async(
                {"created": {"gte": int(since.timestamp())}, "limit": PAGE}
            )
            found = [one.to_dict() async for one in listed.auto_paging_iter()]
        return [one for one in map(_readable, reversed(found)) if one is not None]

    async def _whole(self, found: stripe.Subscription) -> CardSubscription:
        latest = found.latest_invoice
        if not isinstance(latest, stripe.Invoice):
            return subscription_of(found)
        return subscription_of(found, invoice_of(latest, await self._names_of(latest)))

    async def _names_of(self, invoice: stripe.Invoice) -> Mapping[str, str]:
        """The lookup keys of the prices on an invoice, each asked for once."""
        for id_ in filter(None, map(price_id_of, invoice.lines.data)):
            if id_ not in self._lookups:
                found = await self._api.prices.retrieve_async(id_)
                self._lookups[id_] = found.lookup_key or ""
        return self._lookups

    async def _price(self, wanted: Price) -> str:
        """The id of a plan's price, made at the first use. Raises PaymentRefused for a wrong one.

        Somebody may have changed prices in the dashboard, and nobody may be charged by accident.
        """
        if wanted.lookup not in self._prices:
            listed = await self._api.prices.list_async(
                {"lookup_keys": [wanted.lookup], "active": True, "limit": 1}
            )
            found = listed.data[0] if listed.data else await self._add_price(wanted)
            if not _is_right(found, wanted):
                log.error("the price %s at Stripe is not what the site shows", wanted.lookup)
                raise PaymentRefused("wrong_price")
            self._prices[wanted.lookup] = found.id
            self._lookups[found.id] = wanted.lookup
        return self._prices[wanted.lookup]

    async def _add_price(self, wanted: Price) -> stripe.Price:
        return await self._api.prices.create_async(
            {
                "lookup_key": wanted.lookup,
                "unit_amount": wanted.cents,
                "currency": wanted.currency.lower(),
                "recurring": {"interval": wanted.interval},
                "product_data": {"name": wanted.name},
            },
            _keyed(f"price:{wanted.lookup}"),
        )


def _readable(told: object) -> Notice | None:
    """An event of the list; one that cannot be read stops no other."""
    try:
        return notice_of(told)
    except ValueError as unreadable:
        log.warning("an event of Stripe cannot be read: %s", wrong_fields(unreadable))
        return None


def _is_right(found: stripe.Price, wanted: Price) -> bool:
    interval = found.recurring.interval if found.recurring else ""
    told = (found.unit_amount, found.currency.upper(), interval)
    return told == (wanted.cents, wanted.currency, wanted.interval)


def _keyed(key: str) -> stripe.RequestOptions:
    return {"idempotency_key": key}


@asynccontextmanager
async def _refusals(but: str = "") -> AsyncIterator[None]:
    """Turn the package's errors into the site's. A refusal with the code `but` is no error."""
    try:
        yield
    except stripe.InvalidRequestError as refused:
        if but and refused.code == but:
            return
        log.error("Stripe refused: %s (%s)", refused.code, refused.request_id)
        raise PaymentRefused(refused.code or "") from refused
    except stripe.CardError as refused:
        raise PaymentRefused(refused.code or "", refused.user_message or "") from refused
    except stripe.IdempotencyError as again:
        raise PaymentRefused("idempotency") from again
    except stripe.StripeError as failed:
        log.warning("Stripe: %s (%s)", type(failed).__name__, failed.request_id)
        raise PaymentsDown() from failed
