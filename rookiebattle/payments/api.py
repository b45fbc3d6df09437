"""`/api` routes of payments: starting them, one's own history, the membership, the webhook."""

from dataclasses import astuple
from datetime import datetime
from decimal import Decimal
from typing import Annotated

from fastapi import Header, Query, Request, Response

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.access import proves_itself, requires
from rookiebattle.core.doors.http import (
    UNREADABLE,
    ActorHere,
    counted,
    csv_file,
    documented,
    listed,
    router,
    sheet,
    take_back_count,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.core.values.money import as_decimal
from rookiebattle.core.values.spreadsheet import Cell, csv_of
from rookiebattle.integrations.stripe.cards import CardsOff
from rookiebattle.integrations.stripe.signatures import proved_notice
from rookiebattle.payments import board, books, service
from rookiebattle.payments.books import Movement
from rookiebattle.payments.cards import webhooks
from rookiebattle.payments.plans import plan_named
from rookiebattle.payments.schemas import (
    AccountCodes,
    BooksQuery,
    ByHandWrite,
    HouseholdBillRead,
    MembershipRead,
    MonthQuery,
    PaymentRead,
    PaymentWrite,
    PerksRead,
    PortalRead,
    StartedRead,
    SubscriptionWrite,
    VotersQuery,
    VotingRulesWrite,
)
from rookiebattle.payments.view import as_bill, as_membership, as_perks, as_started
from rookiebattle.payments.wording import KINDS, MOVES
from rookiebattle.registrations.schemas import Attendee
from rookiebattle.registrations.service import people
from rookiebattle.settings import get_settings

api = router("payments")

Part = Annotated[PageQuery, Query()]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=255,
        description="The same key with the same request gets the same answer, for a day.",
    ),
]
REFUSED = (*UNREADABLE, Unauthorized, NotFound, Conflict)
SHEET = (
    *("Date", "Time", "What", "In", "Out", "Currency", "For", "How", "Description", "Member"),
    *("Payment", "Recorded By", "Received"),
)
BOOKS = (
    *("Date", "Kind", "What", "Reference", "Event or Plan", "Gross", "Stripe Fee", "Net"),
    *("Currency", "Payout", "Paid Out", "Account"),
)
VOTERS = ("Name", "Game Name", "Chapter", "Plan", "Events Attended")


@api.post(
    "/api/create-payment-intent",
    summary="Start a donation, or with an event the payment of one’s own seat",
    responses=documented(*REFUSED),
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def create_payment_intent(
    actor: ActorHere, response: Response, values: PaymentWrite, key: Key = ""
) -> StartedRead:
    response.headers["cache-control"] = "private, no-store"
    start = service.started_once(service.start_payment, key, "pay")
    return as_started(await start(actor, values=values))


@api.post(
    "/api/get-or-create-subscription",
    summary="Start a plan, go on with the open one, or change the plan",
    responses=documented(*REFUSED),
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def get_or_create_subscription(
    actor: ActorHere, response: Response, values: SubscriptionWrite | None = None, key: Key = ""
) -> StartedRead:
    response.headers["cache-control"] = "private, no-store"
    wanted = values or SubscriptionWrite()
    start = service.started_once(service.start_subscription, key, "subscribe")
    return as_started(await start(actor, plan=wanted.plan, confirm=wanted.confirm))


@api.get(routes.OWN_PAYMENTS, summary="One’s own payments, newest first", responses=counted())
@requires(Permission.OWN_PAYMENT_READ)
async def list_payments(actor: ActorHere, response: Response, query: Part) -> list[PaymentRead]:
    page = await run(service.history, actor, window=query.window())
    return listed(response, page)


@api.get("/api/membership", summary="One’s own plan, and until when it is paid")
@requires(Permission.OWN_PAYMENT_READ)
async def get_membership(actor: ActorHere) -> MembershipRead:
    return as_membership(await run(service.membership_of, actor))


@api.get(
    "/api/membership/perks",
    summary="One’s own park-day tokens and weekend credit, with their history",
)
@requires(Permission.OWN_PAYMENT_READ)
async def get_perks(actor: ActorHere) -> PerksRead:
    return as_perks(await run(service.own_perks, actor))


@api.get(
    "/api/household/bills",
    summary="The unpaid seats that one may pay for others of one’s household",
)
@requires(Permission.OWN_PAYMENT_READ)
async def list_household_bills(actor: ActorHere) -> list[HouseholdBillRead]:
    return [as_bill(one) for one in await run(people.household_bills, actor)]


@api.put(
    "/api/events/{event_id}/registrations/{user_id}/perk",
    summary="Let a member’s token or credit pay for a seat; for the organizer and administrators",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def use_perk(actor: ActorHere, event_id: str, user_id: str) -> Attendee:
    return await run(service.use_for, actor, event_id=event_id, user_id=user_id)


@api.delete(
    "/api/events/{event_id}/registrations/{user_id}/perk",
    summary="Give a member’s token or credit back; for the organizer and administrators",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def return_perk(actor: ActorHere, event_id: str, user_id: str) -> Attendee:
    return await run(service.return_for, actor, event_id=event_id, user_id=user_id)


@api.post(
    "/api/membership/community", summary="Choose the free plan", responses=documented(*REFUSED)
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def choose_community(actor: ActorHere) -> MembershipRead:
    return as_membership(await service.choose_community(actor))


@api.post(
    "/api/membership/end",
    summary="Let the membership end with what is paid for",
    responses=documented(*REFUSED),
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def end_membership(actor: ActorHere) -> MembershipRead:
    await service.end_membership(actor)
    return as_membership(await run(service.membership_of, actor))


@api.post(
    "/api/membership/resume",
    summary="Let a membership that would end go on",
    responses=documented(*REFUSED),
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def resume_membership(actor: ActorHere) -> MembershipRead:
    await service.resume_membership(actor)
    return as_membership(await run(service.membership_of, actor))


@api.post(
    "/api/membership/portal",
    summary="The address at which one changes the card of the membership",
    responses=documented(*REFUSED),
)
@requires(Permission.OWN_PAYMENT_CREATE)
async def open_portal(actor: ActorHere, response: Response) -> PortalRead:
    response.headers["cache-control"] = "private, no-store"
    return PortalRead(url=await service.open_portal(actor))


@api.post(
    "/api/admin/payments",
    summary="Record a membership or a donation that was paid in person; for administrators",
    status_code=201,
    responses=documented(*REFUSED),
)
@requires(Permission.ALL_PAYMENT_CREATE)
async def record_payment(actor: ActorHere, values: ByHandWrite, key: Key = "") -> PaymentRead:
    recording = service.once(service.record_by_hand, key, "record")
    return await run(recording, actor, values=values)


@api.post(
    "/api/admin/payments/{payment_id}/correct",
    summary="Void a payment that was recorded by hand by mistake; for administrators",
    responses=documented(*REFUSED),
)
@requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
async def correct_payment(actor: ActorHere, payment_id: str, key: Key = "") -> PaymentRead:
    correcting = service.once(service.correct, key, "correct")
    return await run(correcting, actor, payment_id=payment_id)


@api.post(
    "/api/admin/payments/{payment_id}/hand-back",
    summary="Record that a payment whose refund to the card failed was refunded in person",
    responses=documented(*REFUSED),
)
@requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
async def hand_payment_back(actor: ActorHere, payment_id: str, key: Key = "") -> PaymentRead:
    handing = service.once(service.hand_back, key, "hand back")
    return await run(handing, actor, payment_id=payment_id)


@api.delete(
    "/api/admin/payments/{payment_id}/hand-back",
    summary="Take back that a card payment was refunded in person; for administrators",
    responses=documented(*REFUSED),
)
@requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
async def keep_payment_after_all(actor: ActorHere, payment_id: str) -> PaymentRead:
    return await run(service.keep_after_all, actor, payment_id=payment_id)


@api.get(routes.PAYMENTS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_PAYMENT_READ, somewhere=True)
async def download_payments(actor: ActorHere, query: Annotated[BooksQuery, Query()]) -> Response:
    """Every movement of money as a CSV file, oldest first; for administrators.

    The same query as in the address of the console’s list: their sums are equal.
    """
    found = await run(books.movements, actor, wanted=query.wanted())
    return csv_file("payments", csv_of(SHEET, map(_line, found)))


@api.get(routes.BOOKS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_PAYMENT_READ, somewhere=True)
async def download_books(actor: ActorHere, query: Annotated[MonthQuery, Query()]) -> Response:
    """A month for the club’s bookkeeping as a CSV file, a line for each entry; for administrators.

    Of money by card, fee and net are empty until Stripe has booked it, and the payout until it is
    on its way.
    """
    found = await run(books.month_of_books, actor, month=query.month)
    return csv_file(f"books-{query.month}", csv_of(BOOKS, map(_booked, found)))


def _booked(one: Movement) -> list[Cell]:
    about = plan_named(one.plan).name if one.plan else one.description
    return [
        *(f"{_here(one.at):%Y-%m-%d}", KINDS[one.kind], MOVES[one.what], one.number, about),
        *(_amount(one.cents), _amount(one.fee_cents), _amount(one.net_cents), one.currency),
        *(one.payout, one.paid_out_on.isoformat() if one.paid_out_on else "", one.account),
    ]


def _amount(cents: int | None) -> Cell:
    """A number with two places. What nobody knows is empty: 0.00 would be an answer."""
    return None if cents is None else Decimal(cents).scaleb(-2)


def _here(at: datetime) -> datetime:
    """Months end where the club is. A spreadsheet reads a day and an hour, and no offset."""
    return at.astimezone(get_settings().org_zone)


@api.get(
    "/api/admin/account-codes",
    summary="The account of each kind of payment in the club’s bookkeeping; for administrators",
)
@requires(Permission.ALL_PAYMENT_READ, somewhere=True)
async def get_account_codes(actor: ActorHere) -> AccountCodes:
    return await run(board.account_codes, actor)


@api.put(
    "/api/admin/account-codes",
    summary="Set the account of each kind of payment; for administrators",
    responses=documented(*UNREADABLE, Unauthorized),
)
@requires(Permission.ALL_PAYMENT_CREATE)
async def set_account_codes(actor: ActorHere, values: AccountCodes) -> AccountCodes:
    return await run(board.set_account_codes, actor, values=values)


@api.get(routes.VOTERS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_ACCOUNT_READ)
async def download_voters(actor: ActorHere, query: Annotated[VotersQuery, Query()]) -> Response:
    """The members who may vote on a day by the board’s rules, as a CSV file; for administrators."""
    found = await run(board.voters, actor, on=query.on)
    return csv_file(f"voters-{query.on.isoformat()}", csv_of(VOTERS, map(astuple, found)))


@api.get(
    "/api/admin/voting-rules", summary="The rules by which members may vote; for administrators"
)
@requires(Permission.ALL_ACCOUNT_READ)
async def get_voting_rules(actor: ActorHere) -> VotingRulesWrite:
    return await run(board.voting_rules, actor)


@api.put(
    "/api/admin/voting-rules",
    summary="Set the rules by which members may vote; for administrators",
    responses=documented(*UNREADABLE, Unauthorized),
)
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def set_voting_rules(actor: ActorHere, values: VotingRulesWrite) -> VotingRulesWrite:
    return await run(board.set_voting_rules, actor, values=values)


def _line(one: Movement) -> list[Cell]:
    # Two columns, because spreadsheets take a text that begins with a minus for a formula.
    came = as_decimal(one.cents) if one.cents > 0 else ""
    went = as_decimal(-one.cents) if one.cents < 0 else ""
    at = _here(one.at)
    return [
        *(f"{at:%Y-%m-%d}", f"{at:%H:%M}", MOVES[one.what], came, went, one.currency),
        *(KINDS[one.kind], one.how, one.description, one.member, one.payment_id, one.recorded_by),
        one.received_on.isoformat() if one.received_on else "",
    ]


@api.post(routes.STRIPE_WEBHOOK, include_in_schema=False, name="stripeWebhook")
@proves_itself
async def stripe_webhook(
    request: Request, stripe_signature: Annotated[str, Header(max_length=2000)] = ""
) -> Response:
    """Keep an event of the card service. It is handled right after, from a queue."""
    if not get_settings().takes_cards:
        raise CardsOff()
    notice = proved_notice(await request.body(), stripe_signature, get_settings())
    # Members cause webhooks, so a limit on their number would let one member stop all others'.
    take_back_count(request)
    await run(webhooks.store, VISITOR, notice=notice)
    return Response(status_code=200)
