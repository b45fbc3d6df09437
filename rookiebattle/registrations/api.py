"""`/api/events/…`: registering, one's own events, and the organizer's list of participants."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.forms import Told, told
from rookiebattle.core.doors.http import (
    UNREADABLE,
    ActorHere,
    address_of,
    counted,
    csv_file,
    documented,
    listed,
    router,
    sheet,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery, iso
from rookiebattle.core.validation import in_one_text
from rookiebattle.core.values.money import as_decimal
from rookiebattle.core.values.spreadsheet import Cell, csv_of
from rookiebattle.core.values.text import Searched
from rookiebattle.events.schemas import EventQuery, EventWithStatus
from rookiebattle.progression.schemas import Awarded
from rookiebattle.registrations.policy import cents_owed, owed_by
from rookiebattle.registrations.schemas import (
    AnswerWrite,
    Attendee,
    AwardWrite,
    Candidate,
    EventToAward,
    GateCodeWrite,
    MembersAwardWrite,
    MoveWrite,
    NewcomerWrite,
    PartyWrite,
    QuestionRead,
    QuestionWrite,
    RegistrationRead,
    RosterAwardWrite,
    RosterEntry,
    RosterQuery,
    SeriesRegistered,
    SeriesUnregistered,
    SeriesWrite,
    SettlementWrite,
    WaitingRead,
    WaitingWrite,
    WalkInWrite,
    chosen_people,
)
from rookiebattle.registrations.service import (
    awards,
    check_ins,
    latecomers,
    prices,
    questions,
    registering,
    roster,
    series,
    settling,
    waiting,
)
from rookiebattle.registrations.service.login import TAKING_ITS_SEAT
from rookiebattle.registrations.wording import (
    ALREADY_UNREGISTERED,
    JOINED,
    LEFT_LIST,
    LOG_IN,
    LOG_IN_TO_HEAR,
    LOG_IN_TO_WAIT,
    REFUND_IS_COMING,
    REGISTERED,
    SEAT_IS_OPEN,
    UNREGISTERED,
    UNREGISTERING,
    WILL_NOT_TELL,
    WILL_TELL,
    number_words,
    payment_label,
    registered_words,
)

api = router("registrations")

Filter = Annotated[EventQuery, Query()]
Part = Annotated[PageQuery, Query()]
SHEET = (
    *("Name", "Game name", "Email", "Chapter", "Registered", "Canceled"),
    *("Payment", "Price", "By plan", "Checked in", "Checked in by"),
)


@api.get(
    "/api/events/with-status",
    summary="Events by start, each with one’s own registration",
    responses=counted(Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def list_events_with_status(
    actor: ActorHere, response: Response, query: Filter
) -> list[EventWithStatus]:
    return listed(response, await run(registering.list_with_status, actor, wanted=query.wanted()))


@api.get(
    "/api/events/user",
    summary="The events one is registered for, by start",
    responses=counted(Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def list_my_events(
    actor: ActorHere, response: Response, query: Part
) -> list[EventWithStatus]:
    return listed(response, await run(registering.list_mine, actor, window=query.window()))


@api.post(
    "/api/events/{event_id}/register",
    summary="Register for an event; again is the same",
    responses=documented(*UNREADABLE, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_CREATE)
async def register(
    actor: ActorHere, event_id: str, values: PartyWrite | None = None
) -> RegistrationRead | list[RegistrationRead]:
    """Without a body oneself. With `people`, oneself and minors whom one is guardian of, all of
    them or none; the answer has their order."""
    if values is None:
        return await run(registering.register, actor, event_id=event_id)
    verb, coming = registering.register_party, values.people
    return await run(verb, actor, event_id=event_id, people_ids=coming)


@api.post(
    "/api/events/{event_id}/register-at-gate",
    summary="Register for an event that runs, with the code that its organizer tells people there",
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CREATE)
async def register_at_gate(
    actor: ActorHere, event_id: str, values: GateCodeWrite
) -> RegistrationRead:
    return await run(latecomers.register_at_gate, actor, event_id=event_id, values=values)


@api.delete(
    "/api/events/{event_id}/unregister",
    summary=UNREGISTERING,
    status_code=204,
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_DELETE)
async def unregister(
    actor: ActorHere, event_id: str, user_id: Annotated[str | None, Query(alias="userId")] = None
) -> None:
    """`userId` names a minor whom one is guardian of; without it, it is the own seat."""
    await run(registering.unregister, actor, event_id=event_id, user_id=user_id)


@api.post(
    "/api/events/{event_id}/register-series",
    summary="Register for an event and the later dates of its series, until a day",
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CREATE)
async def register_for_series(
    actor: ActorHere, event_id: str, values: SeriesWrite
) -> SeriesRegistered:
    return await run(series.register_until, actor, event_id=event_id, until=values.until)


@api.delete(
    "/api/events/{event_id}/unregister-series",
    summary=f"{UNREGISTERING}, from all coming dates of a series",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_DELETE)
async def unregister_from_series(actor: ActorHere, event_id: str) -> SeriesUnregistered:
    return await run(series.unregister_from_series, actor, event_id=event_id)


@api.post(routes.REGISTER_FORM, include_in_schema=False)
@requires(
    Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, fragment=TAKING_ITS_SEAT, takes_form=True
)
async def register_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Register from a page without a websocket. A seat that is held leads to its checkout."""
    seat = await run(registering.register, actor, event_id=event_id)
    if seat.hold_expires_at is not None:
        return told(request, Told(REGISTERED, to=routes.checkout("payment", event=event_id)))
    owed = cents_owed(seat.payment_status, seat.payment_amount)
    return told(request, Told(REGISTERED, registered_words(owed)))


@api.post(routes.UNREGISTER_FORM, include_in_schema=False)
@requires(Permission.OWN_REGISTRATION_DELETE, prompt=LOG_IN, takes_form=True)
async def unregister_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Unregister from a page without a websocket; a second press is no failure."""
    try:
        is_refunded = await run(registering.unregister, actor, event_id=event_id)
    except registering.NotRegistered:
        # An event that the member may not see is still none.
        await run(registering.status_of, actor, event_id=event_id)
        return told(request, Told(ALREADY_UNREGISTERED, tone="info"))
    return told(request, Told(UNREGISTERED, REFUND_IS_COMING if is_refunded else SEAT_IS_OPEN))


@api.post(routes.PARTY_FORM, include_in_schema=False, name="registerPeopleByForm")
@requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, takes_form=True)
async def register_people_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Register those who are chosen in 'Who is coming?', from a page without a websocket."""
    chosen = chosen_people(await request.form())
    verb = registering.register_party
    try:
        seated = await run(verb, actor, event_id=event_id, people_ids=chosen)
    except Invalid as wrong:
        raise in_one_text(wrong) from wrong
    if any(one.hold_expires_at for one in seated):
        return told(request, Told(REGISTERED, to=routes.checkout("payment", event=event_id)))
    return told(request, Told(REGISTERED, registered_words(owed_by(seated))))


@api.post(routes.UNREGISTER_PERSON_FORM, include_in_schema=False, name="unregisterPersonByForm")
@requires(Permission.OWN_REGISTRATION_DELETE, prompt=LOG_IN, takes_form=True)
async def unregister_person_by_form(
    request: Request, actor: ActorHere, event_id: str, user_id: str
) -> Response:
    """Give up the seat of one of the member's people, from a page without a websocket."""
    verb = registering.unregister
    is_refunded = await run(verb, actor, event_id=event_id, user_id=user_id)
    return told(request, Told(UNREGISTERED, REFUND_IS_COMING if is_refunded else SEAT_IS_OPEN))


@api.post(routes.WISH_FORM, include_in_schema=False, name="wishByForm")
@requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_HEAR, takes_form=True)
async def wish_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Ask for a letter when a seat opens, from a page without a websocket."""
    await run(waiting.join, actor, event_id=event_id, wants_seats=False)
    return told(request, Told(WILL_TELL))


@api.post(routes.JOIN_FORM, include_in_schema=False, name="joinByForm")
@requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_WAIT, takes_form=True)
async def join_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Join the waiting list from a page without a websocket."""
    party = await run(waiting.join, actor, event_id=event_id)
    return told(request, Told(JOINED, number_words(party.position)))


@api.post(routes.JOIN_PEOPLE_FORM, include_in_schema=False, name="joinPeopleByForm")
@requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_WAIT, takes_form=True)
async def join_people_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Let those wait who are chosen in 'Who is coming?', from a page without a websocket."""
    chosen = chosen_people(await request.form())
    try:
        party = await run(waiting.join, actor, event_id=event_id, people_ids=chosen)
    except Invalid as wrong:
        raise in_one_text(wrong) from wrong
    return told(request, Told(JOINED, number_words(party.position)))


@api.post(routes.LEAVE_FORM, include_in_schema=False, name="leaveByForm")
@requires(Permission.OWN_REGISTRATION_DELETE, prompt=LOG_IN, takes_form=True)
async def leave_by_form(request: Request, actor: ActorHere, event_id: str) -> Response:
    """Leave the waiting list, or ask for no letter anymore, from a page without a websocket."""
    waited = await run(waiting.leave_own, actor, event_id=event_id)
    return told(request, Told(LEFT_LIST if waited else WILL_NOT_TELL))


@api.get(
    "/api/events/{event_id}/waiting",
    summary="One’s own party on a waiting list; for the organizer and leads all of them, in order",
    responses=counted(NotFound, Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def read_waiting(
    actor: ActorHere, response: Response, event_id: str, query: Part
) -> WaitingRead | list[WaitingRead]:
    if not await run(waiting.runs_list, actor, event_id=event_id):
        return await run(waiting.read_own, actor, event_id=event_id)
    found, part = await run(waiting.list_waiting, actor, event_id=event_id), query.window()
    shown = found[part.offset : part.offset + part.limit]
    return listed(response, Page(shown, len(found)))


@api.post(
    "/api/events/{event_id}/waiting",
    summary="Wait for seats at a full event, or for a letter when a seat opens",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_CREATE)
async def join_waiting(
    actor: ActorHere, event_id: str, values: WaitingWrite | None = None
) -> WaitingRead:
    """Without `people` oneself. Those who are named get their seats together or not at all."""
    wanted = values or WaitingWrite()
    return await run(
        waiting.join,
        actor,
        event_id=event_id,
        people_ids=wanted.people,
        wants_seats=wanted.wants_seats,
    )


@api.delete(
    "/api/events/{event_id}/waiting/{party_id}",
    summary="Leave a waiting list; the organizer and leads remove a party",
    status_code=204,
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_DELETE)
async def leave_waiting(
    actor: ActorHere,
    event_id: str,
    party_id: str,
    user_id: Annotated[str | None, Query(alias="userId")] = None,
) -> None:
    """`userId` names one of one’s own party who leaves it alone."""
    await run(waiting.leave, actor, event_id=event_id, party_id=party_id, user_id=user_id)


@api.post(
    "/api/events/{event_id}/waiting/{party_id}/move",
    summary="Give a party another place, with a reason; for the organizer and leads",
    responses=documented(*UNREADABLE, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def move_waiting(
    actor: ActorHere, event_id: str, party_id: str, values: MoveWrite
) -> WaitingRead:
    verb = waiting.move
    return await run(verb, actor, event_id=event_id, party_id=party_id, values=values)


@api.get(
    "/api/events/{event_id}/registrations",
    summary="Who registered, in that order; for the organizer and administrators",
    responses=counted(NotFound, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def list_attendees(
    actor: ActorHere, response: Response, event_id: str, query: Part
) -> list[Attendee]:
    page = await run(roster.attendees, actor, event_id=event_id, window=query.window())
    return listed(response, page)


@api.patch(
    "/api/events/{event_id}/registrations/{user_id}",
    summary="Record how a registration was paid; for the organizer and administrators",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def settle_registration(
    actor: ActorHere, event_id: str, user_id: str, values: SettlementWrite
) -> Attendee:
    status, how = values.payment_status, values.how()
    if status == "pending":
        return await run(settling.take_back, actor, event_id=event_id, user_id=user_id)
    return await run(
        settling.settle, actor, event_id=event_id, user_id=user_id, status=status, how=how
    )


@api.post(
    "/api/events/{event_id}/registrations/{user_id}/refund-overpaid",
    summary="Refund what was paid beyond the price; for the organizer and administrators",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def refund_overpaid(actor: ActorHere, event_id: str, user_id: str) -> Attendee:
    return await run(prices.refund_overpaid, actor, event_id=event_id, user_id=user_id)


@api.put(
    "/api/events/{event_id}/registrations/{user_id}/check-in",
    summary="Note that a member is there; again is the same; for the organizer and administrators",
    responses=documented(NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def check_in(actor: ActorHere, event_id: str, user_id: str) -> Attendee:
    return await run(check_ins.check_in, actor, event_id=event_id, user_id=user_id)


@api.delete(
    "/api/events/{event_id}/registrations/{user_id}/check-in",
    summary="Note that a member is not there after all; for the organizer and administrators",
    status_code=204,
    responses=documented(NotFound, Invalid),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def undo_check_in(actor: ActorHere, event_id: str, user_id: str) -> None:
    await run(check_ins.undo_check_in, actor, event_id=event_id, user_id=user_id)


@api.get("/api/events/{event_id}/roster.csv", response_class=Response, responses=sheet(NotFound))
@requires(Permission.OWN_REGISTRATION_CHECK)
async def download_roster(
    actor: ActorHere, event_id: str, query: Annotated[RosterQuery, Query()]
) -> Response:
    """The roster as a CSV file; for the organizer and administrators."""
    found = await run(roster.read_roster, actor, event_id=event_id, wanted=query.wanted())
    return csv_file("roster", csv_of(SHEET, map(_line, found.entries.items)))


def _line(one: RosterEntry) -> list[Cell]:
    paid, by_plan = (
        as_decimal(cents) if cents else "" for cents in (one.amount_cents, one.perk_cents)
    )
    return [
        *(one.name, one.game_name, one.email, one.chapter, iso(one.registration_date)),
        *("yes" if one.is_cancelled else "no", payment_label(one.shown_status), paid, by_plan),
        *(iso(one.checked_in_at) if one.checked_in_at else "", one.checked_in_by),
    ]


@api.post(
    "/api/events/{event_id}/questions",
    summary="Ask an event’s organizer; the answer comes by email",
    status_code=204,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@public
async def ask_organizer(
    request: Request, actor: ActorHere, event_id: str, values: QuestionWrite
) -> None:
    """Members are known; visitors give their name and address, which the organizer never sees."""
    address = address_of(request)
    await run(questions.ask_organizer, actor, event_id=event_id, values=values, address=address)


@api.get(
    "/api/events/{event_id}/questions",
    summary="Questions about an event, those that wait first; for the organizer and administrators",
    responses=counted(NotFound, Invalid),
)
@requires(Permission.OWN_QUESTION_ANSWER)
async def list_questions(
    actor: ActorHere, response: Response, event_id: str, query: Part
) -> list[QuestionRead]:
    page = await run(questions.list_questions, actor, event_id=event_id, window=query.window())
    return listed(response, page)


@api.post(
    "/api/questions/{question_id}/answer",
    summary="Answer a question, once; for the event’s organizer and administrators",
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_QUESTION_ANSWER)
async def answer_question(actor: ActorHere, question_id: str, values: AnswerWrite) -> QuestionRead:
    return await run(questions.answer_question, actor, question_id=question_id, values=values)


@api.get(
    "/api/admin/events/{event_id}/walk-ins",
    summary="Members who may be the one at the gate, by `q`; for administrators",
    responses=documented(NotFound),
)
@requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
async def find_walk_ins(actor: ActorHere, event_id: str, q: Searched = "") -> list[Candidate]:
    return await run(check_ins.find_candidates, actor, event_id=event_id, text=q)


@api.post(
    "/api/admin/events/{event_id}/walk-ins",
    summary="Register a member at the gate and check them in, also when the event is full",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
async def add_walk_in(actor: ActorHere, event_id: str, values: WalkInWrite) -> Attendee:
    return await run(check_ins.add_walk_in, actor, event_id=event_id, user_id=values.user_id)


@api.post(
    "/api/admin/events/{event_id}/newcomers",
    summary="Add a new person, register them at the gate and check them in; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
async def add_newcomer(actor: ActorHere, event_id: str, values: NewcomerWrite) -> Attendee:
    return await run(check_ins.add_newcomer, actor, event_id=event_id, values=values)


@api.get(
    "/api/admin/awards/events",
    summary="The latest events with `q` in their title, to name in an award; for administrators",
    responses=documented(Invalid),
)
@requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
async def find_events_to_award(actor: ActorHere, q: Searched = "") -> list[EventToAward]:
    return await run(awards.find_events, actor, text=q)


@api.post(
    "/api/admin/users/{user_id}/awards",
    summary="Give beads to a member; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
async def award_user(actor: ActorHere, user_id: str, values: AwardWrite) -> Awarded:
    return await run(awards.award, actor, user_id=user_id, values=values)


@api.post(
    "/api/admin/awards",
    summary="Give beads to several members; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
async def award_users(actor: ActorHere, values: MembersAwardWrite) -> Awarded:
    return await run(awards.award_members, actor, values=values)


@api.post(
    "/api/admin/events/{event_id}/awards",
    summary="Give beads to everyone who was there, or to chosen members; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
async def award_roster(actor: ActorHere, event_id: str, values: RosterAwardWrite) -> Awarded:
    return await run(awards.award_roster, actor, event_id=event_id, values=values)
