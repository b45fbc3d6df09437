"""The texts of an event's page, without a database."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle import routes
from rookiebattle.art.scene import Scene
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.events.schemas import ReportRead
from rookiebattle.media.schemas import MediaRead, Shown
from rookiebattle.messages.schemas import MessageRead
from rookiebattle.pages.event import view as event_view
from rookiebattle.pages.event.read import EventShown, EventTold
from rookiebattle.pages.event.view import ReportLine
from rookiebattle.payments.schemas import SeatMoney
from rookiebattle.payments.seats.words import keeps_paid_seat, seat_words
from rookiebattle.registrations.schemas import (
    Attendee,
    Going,
    GoingName,
    OfferRead,
    OwnEvent,
    PersonSeat,
    WaitingPersonRead,
    WaitingRead,
)
from rookiebattle.registrations.view import card_of, is_gate_open
from rookiebattle.registrations.wording import JOIN_FREE, JOIN_PAID, your_price
from rookiebattle.settings import get_settings
from rookiebattle.uploads.schemas import StoredFile
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.service.standing import ToSign
from rookiebattle.waivers.wording import READ_WAIVER, SIGN_NOW
from tests.stripe_double.keys import take_cards

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
START = datetime(2026, 3, 19, 22, 0, tzinfo=UTC)


def an_event(**changes: Any) -> OwnEvent:
    start = changes.pop("start_date", START)
    values = {
        "id": "e1",
        "title": "Evening Park Day",
        "description": "Warm-ups at six.\n\nBring water.",
        "event_type": "daybattle",
        "start_date": start,
        "end_date": start + timedelta(hours=2),
        "duration_hours": "2.00",
        "location": "Crescent Lake Park",
        "address": "1320 5th St N & more",
        "max_participants": 20,
        "current_participants": 0,
        "price": "0.00",
        "is_public": True,
        "requires_membership": False,
        "is_refundable": False,
        "needs_waiver": True,
        "needs_gear_check": False,
        "chapter_id": None,
        "chapter_name": None,
        "organizer_id": "u1",
        "is_recurring": False,
        "recurrence_pattern": None,
        "recurrence_interval": 1,
        "recurrence_days_of_week": [],
        "recurrence_end_date": None,
        "parent_event_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "time_zone": "America/New_York",
        "is_registered": False,
        "people": (),
        "party": (),
        "payment_status": None,
        "seat_cents": 0,
        "seat_overpaid": 0,
        "seat_perk": 0,
        "is_for_supporter": False,
    }
    unknown = dict.fromkeys(OwnEvent.model_fields)
    return OwnEvent.model_validate(unknown | values | changes)


def chapter(name: str = "Tampa Bay", city: str = "Tampa") -> ChapterRead:
    known: dict[str, Any] = {
        "id": "c1",
        "name": name,
        "city": city,
        "state": "FL",
        "location": "A park",
    }
    where = {"latitude": 27.95, "longitude": -82.46, "time_zone": "America/New_York"}
    unknown: dict[str, Any] = dict.fromkeys(ChapterRead.model_fields)
    return ChapterRead.model_construct(None, **unknown | known | where)


def more_of(event: OwnEvent, at: ChapterRead | None = None) -> event_view.EventMore:
    return event_view.more_of(EventTold(event, at, None, ()), NOW)


def shown_of(event: OwnEvent, **changes: Any) -> EventShown:
    plain = EventShown(
        told=EventTold(event, None, None, ()),
        going=Going(0, 0, []),
        attendees=(),
        may_edit=False,
        may_check=False,
        leads=False,
        lacks_membership=False,
        organizer="",
        waiting=None,
        price_cents=0,
    )
    return replace(plain, **changes)


def going(count: int, *names: str) -> event_view.GoingView:
    shown = [GoingName(name, name[:1]) for name in names]
    return event_view.going_of(Going(count, 0, shown))


@pytest.mark.parametrize(
    ("starts", "note"),
    [
        (timedelta(hours=3), ""),
        (timedelta(days=1), ""),
        (timedelta(days=2), "In 2 days"),
        (timedelta(hours=-1), ""),
        (timedelta(hours=-3), "Earlier today"),
        (timedelta(days=-1), "Yesterday"),
    ],
)
def test_the_note_says_how_far_away_it_is_unless_the_line_above_or_a_badge_does(
    starts: timedelta, note: str
) -> None:
    assert more_of(an_event(start_date=NOW + starts)).note == note


def test_the_note_names_a_zone_that_no_letter_stands_for() -> None:
    far = "America/Sao_Paulo"
    assert more_of(an_event(time_zone=far)).note == "In 5 days · Sao Paulo time"
    assert more_of(an_event(time_zone=far, start_date=NOW + timedelta(1))).note == "Sao Paulo time"
    assert more_of(an_event(time_zone=far, canceled_at=NOW)).note == "Sao Paulo time"
    assert more_of(an_event(canceled_at=NOW)).note == ""


def test_the_description_keeps_its_paragraphs() -> None:
    assert more_of(an_event()).paragraphs == ["Warm-ups at six.", "Bring water."]


def test_the_heading_names_the_type() -> None:
    assert more_of(an_event()).about == "About This Day Battle"
    assert more_of(an_event(event_type="social")).about == "About This Event"


def test_directions_lead_to_the_place_and_the_address() -> None:
    assert more_of(an_event()).directions == (
        "https://www.google.com/maps/dir/?api=1"
        "&destination=Crescent+Lake+Park%2C+1320+5th+St+N+%26+more"
    )


def test_without_a_place_there_are_no_directions() -> None:
    assert more_of(an_event(location=None, address=None)).directions == ""


@pytest.mark.parametrize(
    ("location", "address", "destination"),
    [
        ("Riverbend Park", None, "Riverbend Park, Tampa, FL"),
        ("Riverbend Park", "Riverbend Park, Tampa, Florida", "Riverbend Park, Tampa, Florida"),
        ("Riverbend Park", "7 Shore Rd, Tampa 33601", "Riverbend Park, 7 Shore Rd, Tampa 33601"),
        (None, "7 Shore Rd", "7 Shore Rd, Tampa, FL"),
    ],
)
def test_directions_lead_to_the_park_of_the_chapters_city(
    location: str | None, address: str | None, destination: str
) -> None:
    more = more_of(an_event(location=location, address=address), chapter())
    assert more.directions == routes.directions(destination)


@pytest.mark.parametrize(
    ("location", "address", "label", "is_at_pin"),
    [
        ("A park", None, "", False),
        ("A park", "A park, Tampa, FL 33614", "", False),
        ("A park", "4810 N Himes Ave", "Tampa, FL", True),
        ("Al Lopez Park", "4810 N Himes Ave, Tampa, FL", "Tampa, FL", False),
        ("Al Lopez Park", "4810 N Himes Ave", "Near Tampa, FL", False),
        (None, None, "", False),
        ("Lake Eola Park", "512 E Washington St, Orlando, FL", "", False),
        ("Lake Eola, Orlando", None, "", False),
    ],
)
def test_the_map_shows_no_more_than_the_events_words_say(
    location: str | None, address: str | None, label: str, is_at_pin: bool
) -> None:
    more = more_of(an_event(location=location, address=address), chapter())
    assert (more.map_label, more.is_at_pin) == (label, is_at_pin)
    assert bool(more.map_box) == bool(more.pin_x) == bool(label)


def test_a_chapter_without_coordinates_has_no_map() -> None:
    assert more_of(an_event(), chapter().model_copy(update={"latitude": None})).map_box == ""
    assert more_of(an_event()).map_box == ""


def test_a_chapter_is_the_host_with_its_page_and_otherwise_the_organization() -> None:
    hosted = more_of(an_event(), chapter())
    assert (hosted.host, hosted.host_href) == ("Tampa Bay", "/chapters/c1")
    alone = more_of(an_event())
    assert (alone.hosted, alone.host, alone.host_href) == (
        "Hosted by ",
        get_settings().org_name,
        "",
    )
    private = event_view.more_of(EventTold(an_event(), None, None, [], is_of_club=False), NOW)
    assert (private.hosted, private.host) == ("Posted by ", "a member")


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [("biweekly", "Meets every other Thursday."), ("weekly", "Meets every Thursday."), (None, "")],
)
def test_how_often_it_meets(pattern: str | None, sentence: str) -> None:
    assert more_of(an_event(recurrence_pattern=pattern)).often == sentence


def test_a_canceled_event_is_closed_for_that_reason() -> None:
    more = more_of(an_event(canceled_at=NOW, cancel_reason="Lightning"))
    assert more.closed == "Canceled"


def test_the_links_add_the_event_to_calendars_elsewhere() -> None:
    more = more_of(an_event())
    assert "dates=20260319T220000Z%2F20260320T000000Z" in more.google
    assert "text=Evening+Park+Day" in more.google
    assert "startdt=2026-03-19T22%3A00%3A00%2B00%3A00" in more.outlook
    assert more.calendar_file == "/cal/e1.ics"


def test_the_map_shows_the_surroundings_of_the_chapter() -> None:
    more = more_of(an_event(), chapter())
    left, top, width, height = map(float, more.map_box.split())
    assert left < float(more.pin_x) < left + width
    assert top < float(more.pin_y) < top + height
    assert more_of(an_event()).map_box == ""


def test_a_price_says_what_is_free_for_beginners_and_how_to_pay_cash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free, priced = more_of(an_event()), more_of(an_event(price="10.00"))
    assert (free.new_here, free.cash) == ("", "")
    assert priced.new_here.startswith("New here? Your first park day is free: pick one marked")
    assert priced.new_here.endswith("This event has its own price.")
    # Without cards the gate takes the money, and the button says so.
    assert priced.cash == ""
    take_cards(monkeypatch)
    assert more_of(an_event(price="10.00")).cash.startswith("Paying cash? Ask the organizer")
    assert more_of(an_event()).cash == ""


def test_a_free_seat_has_no_payment_to_show() -> None:
    free = Attendee(
        user_id="u",
        name="Kit",
        registration_date=NOW,
        payment_status="not_required",
        amount=0,
        is_cancelled=False,
        checked_in_at=None,
    )
    assert event_view.attendee_row(free).status == ""


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (NOW + timedelta(minutes=1), ""),
        (NOW, "This event has started"),
        (NOW - timedelta(hours=2), "This event has started"),
        (NOW - timedelta(hours=2, seconds=1), "This event is over"),
    ],
)
def test_registering_closes_at_the_start(start: datetime, reason: str) -> None:
    assert more_of(an_event(start_date=start)).closed == reason


@pytest.mark.parametrize(
    ("minutes", "changes", "is_open"),
    [
        (24 * 60 + 1, {}, False),
        (24 * 60, {}, True),
        (-120, {}, True),
        (-121, {}, False),
        (60, {"canceled_at": NOW}, False),
    ],
)
def test_the_roster_is_the_next_act_from_a_day_before_to_the_end(
    minutes: int, changes: dict[str, Any], is_open: bool
) -> None:
    event = an_event(start_date=NOW + timedelta(minutes=minutes), **changes)
    assert is_gate_open(event, NOW) is is_open


@pytest.mark.parametrize(
    ("days", "leads", "asks"), [(29, False, True), (30, False, False), (-3, True, False)]
)
def test_others_may_ask_until_an_event_is_long_over(days: int, leads: bool, asks: bool) -> None:
    end = NOW - timedelta(days=days)
    event = an_event(start_date=end - timedelta(hours=2), end_date=end)
    shown = shown_of(event, may_edit=leads, may_check=leads, leads=leads)
    assert event_view.view_of(shown, NOW).more.asks is asks


@pytest.mark.parametrize(("seconds", "stays"), [(0, True), (1, False)])
def test_a_seat_stays_from_exactly_a_day_before_the_start(seconds: int, stays: bool) -> None:
    start = NOW + timedelta(hours=24, seconds=seconds)
    assert bool(more_of(an_event(start_date=start)).stays) is stays


@pytest.mark.parametrize(
    ("start", "changes", "label"),
    [
        (NOW, {}, "Register"),
        (NOW, {"price": "10.00"}, "Register · $10.00 at the gate"),
        (NOW + timedelta(seconds=1), {}, ""),
        (NOW - timedelta(hours=2), {}, "Register"),
        (NOW - timedelta(hours=3), {}, ""),
        (NOW, {"canceled_at": NOW}, ""),
        (NOW, {"is_registered": True}, ""),
    ],
)
def test_whoever_comes_late_registers_at_the_gate_while_the_event_runs(
    start: datetime, changes: dict[str, Any], label: str
) -> None:
    assert more_of(an_event(start_date=start, **changes)).late == label


def own_seat(status: str | None, **more: Any) -> OwnEvent:
    """An event for 15 dollars at which the reader has a seat, unless `more` says otherwise."""
    seat = {"is_registered": status is not None, "payment_status": status, "seat_cents": 1500}
    return an_event(price="15.00", **{**seat, **more})


def to_sign(*lacking: str, state: StandingState = StandingState.MISSING) -> list[ToSign]:
    ends_at = NOW + timedelta(days=9)
    standing = Standing(Form.MINOR, state, in_force=1, ends_at=ends_at)
    return [ToSign(name or "me", name, standing) for name in lacking]


def party(*ids: str, offer: bool = False) -> WaitingRead:
    """A party that is the first in line, or has an offer."""
    return WaitingRead(
        id="w",
        position=None if offer else 1,
        size=len(ids),
        people=[WaitingPersonRead(user_id=one, name=one) for one in ids],
        offer=OfferRead(ends_at=NOW) if offer else None,
        wants_seats=True,
        waits_since=NOW,
    )


NIGHT = datetime(2026, 3, 13, 2, tzinfo=UTC)
REPORT = ReportRead(id="r1", event_id="e1", reason="No", reported_at=NIGHT, by=None)
NIGHT_BEFORE = "A visitor, Thu, Mar 12"
SOON = an_event(start_date=NOW + timedelta(hours=3), price="15.00")


@pytest.mark.parametrize(
    ("event", "reader", "told"),
    [
        (SOON, {"may_check": True}, {"roster": "", "gate": "/events/e1/gate", "checks_in": True}),
        (
            SOON,
            {"may_edit": True},
            {"roster": "/admin/events/e1", "gate": "", "checks_in": False, "asks": True},
        ),
        (SOON, {"price_cents": 10_00}, {"own_price": "$10.00", "joining": JOIN_PAID}),
        (SOON, {"price_cents": 0}, {"own_price": "", "joining": JOIN_FREE}),
        # A seat costs what it cost when it was taken.
        (own_seat("pending", seat_cents=40), {"price_cents": 15_00}, {"cash": ""}),
        (an_event(needs_waiver=False), {"to_sign": to_sign("")}, {"waiver": ""}),
        (
            an_event(),
            {"to_sign": to_sign("Rowan", "Ash", state=StandingState.UNVERIFIED)},
            {"waiver": "The waiver for Rowan on paper is waiting for a lead to check it."},
        ),
        # Seven in the evening of the day before, where the club is.
        (an_event(), {"reports": [REPORT]}, {"reports": [ReportLine("r1", "No", NIGHT_BEFORE)]}),
        (SOON, {"waiting": party("u1", offer=True)}, {"is_wished": False, "place": ""}),
        (SOON, {"waiting": party("rowan")}, {"place": "Rowan is number 1 in line"}),
        (SOON, {"waiting": party("u1", "rowan")}, {"place": "You and Rowan are number 1 in line"}),
    ],
)
def test_each_reader_is_told_what_concerns_them(
    monkeypatch: pytest.MonkeyPatch, event: OwnEvent, reader: dict[str, Any], told: dict[str, Any]
) -> None:
    take_cards(monkeypatch)
    shown = shown_of(event, people=[PersonSeat("rowan", "Rowan")], **reader)
    more = event_view.view_of(shown, NOW).more
    assert {name: getattr(more, name) for name in told} == told


def test_days_are_those_of_the_events_place() -> None:
    """It is Friday there, and Saturday in London and where the club is."""
    at = datetime(2026, 3, 14, 6, tzinfo=UTC)
    there = an_event(time_zone="America/Los_Angeles", start_date=at + timedelta(days=7))
    assert event_view.next_words(there, NOW) == "Next: Fri, Mar 20"
    written = {"id": "m", "subject": "", "text": "Hi", "name": "Olga", "sent_at": at}
    values: dict[str, Any] = dict.fromkeys(MessageRead.model_fields) | written
    sent = MessageRead.model_construct(None, **values)
    (notice,) = event_view.view_of(shown_of(there, messages=[sent]), NOW).messages
    assert notice.message.endswith("Olga, Fri, Mar 13")


def test_only_long_titles_are_set_smaller() -> None:
    assert not more_of(an_event()).has_long_title
    assert more_of(an_event(title="Battle " * 36)).has_long_title


def test_five_faces_are_shown_and_the_rest_counted() -> None:
    view = going(12, "Amara", "Theo", "Priya", "Jun", "Dana", "Kit")
    assert view.initials == ["A", "T", "P", "J", "D"]
    assert view.more == "+7"
    assert view.sentence == "Amara, Theo, Priya and 9 others"


@pytest.mark.parametrize(
    ("count", "names", "sentence"),
    [
        (1, ("Amara",), "Amara"),
        (2, ("Amara", "Theo"), "Amara and Theo"),
        (3, ("Amara", "Theo", "Priya"), "Amara, Theo and Priya"),
        (4, ("Amara", "Theo", "Priya"), "Amara, Theo, Priya and 1 other"),
        (3, ("Amara",), "Amara and 2 others"),
        (7, (), ""),
    ],
)
def test_the_first_names_make_a_sentence(count: int, names: tuple[str, ...], sentence: str) -> None:
    assert going(count, *names).sentence == sentence


def test_a_visitor_sees_neither_faces_nor_how_many_are_hidden() -> None:
    assert going(7) == event_view.GoingView(initials=[], names=[])


def test_the_organizer_sees_what_is_owed() -> None:
    person = Attendee(
        user_id="u2",
        name="Theo",
        registration_date=NOW,
        payment_status="pending",
        amount=1000,
        is_cancelled=False,
        checked_in_at=None,
    )
    row = event_view.attendee_row(person)
    assert (row.status, row.amount) == ("Due", "$10.00")
    moot = event_view.attendee_row(person, is_canceled=True)
    assert (moot.status, moot.amount) == ("", "")
    paid = event_view.attendee_row(person.model_copy(update={"payment_status": "completed"}))
    assert paid == replace(row, status="Paid", tone="success")
    off = shown_of(an_event(canceled_at=NOW), may_edit=True, attendees=[person])
    assert event_view.view_of(off, NOW).attendees == [moot]
    # Before scripts nobody else is named, so there is no list.
    assert not event_view.own_view(off, NOW).more.may_edit
    for free in ("not_required", "nothing_due"):
        settled = person.model_copy(update={"payment_status": free, "amount": None})
        assert event_view.attendee_row(settled).status == ""


def test_who_gave_a_paid_seat_up_is_marked() -> None:
    gone = Attendee(
        user_id="u2",
        name="Theo",
        registration_date=NOW,
        payment_status="completed",
        amount=1000,
        is_cancelled=True,
        checked_in_at=None,
    )
    row = event_view.attendee_row(gone)
    assert row.name == "Theo (canceled)"
    assert (row.status, row.tone) == ("Refund due", "warning")


BACK = SeatMoney(1500, 1500, NOW)
WENT = "You were refunded $15.00 on Mar 14, 2026."


@pytest.mark.parametrize(
    ("event", "money", "said"),
    [
        (own_seat("completed"), SeatMoney(1500), "Your seat is paid."),
        (
            own_seat("completed", seat_cents=1200, seat_overpaid=300),
            SeatMoney(1500),
            "Your seat is paid. The price went down after you paid, so a refund of $3.00 is due.",
        ),
        (own_seat("credit"), None, "Your seat is paid with credit."),
        (own_seat("waived"), None, "You don’t have to pay for your seat."),
        (own_seat("not_required"), None, ""),
        (own_seat("refunded"), BACK, f"{WENT} You still have your seat."),
        (own_seat("pending"), BACK, f"{WENT} You still have your seat. $15.00 is due."),
        (
            own_seat("completed"),
            SeatMoney(1500, coming_cents=1500),
            "You still have your seat. Your $15.00 refund is on its way.",
        ),
        (own_seat(None), BACK, WENT),
        (
            own_seat(None),
            SeatMoney(1500),
            "You’re out. Ask the organizer about a refund of your $15.00.",
        ),
        (own_seat(None), None, ""),
        (own_seat("completed", canceled_at=NOW), BACK, WENT),
        (
            own_seat("completed", canceled_at=NOW),
            SeatMoney(1500),
            "The organizer will refund your $15.00 in person.",
        ),
        (own_seat("pending", canceled_at=NOW), None, ""),
    ],
)
def test_the_ticket_says_what_is_true_of_the_money(
    event: OwnEvent, money: SeatMoney | None, said: str
) -> None:
    assert seat_words(event, money) == said


@pytest.mark.parametrize(
    ("starts", "said"),
    [
        (timedelta(days=2), "Can’t make it? Unregister at least 24 hours before the start."),
        (timedelta(hours=7), "Can’t make it? Please tell the organizer."),
        (timedelta(hours=-1), ""),
    ],
)
def test_the_way_out_is_one_that_is_still_open(starts: timedelta, said: str) -> None:
    event = an_event(price="15.00", start_date=NOW + starts, end_date=NOW + timedelta(days=3))
    assert event_view.way_out_of(event, NOW).startswith(said or "\0") is bool(said)
    free = an_event(start_date=NOW + starts, end_date=NOW + timedelta(days=3))
    assert event_view.way_out_of(free, NOW) == ""
    refundable = event.model_copy(update={"is_refundable": True})
    is_refunded = event_view.way_out_of(refundable, NOW).endswith("for a full refund.")
    assert is_refunded is (starts > timedelta(days=1))


@pytest.mark.parametrize(
    ("event", "money", "keeps"),
    [
        (own_seat(None), SeatMoney(1500), True),
        (own_seat(None), SeatMoney(1500, 500, NOW), True),
        (own_seat(None), BACK, False),
        (own_seat(None), SeatMoney(1500, coming_cents=1500), False),
        (own_seat(None), None, False),
        (own_seat("completed"), SeatMoney(1500), False),
    ],
)
def test_a_seat_whose_money_is_still_there_costs_nothing_again(
    event: OwnEvent, money: SeatMoney | None, keeps: bool
) -> None:
    assert keeps_paid_seat(event, money) == keeps


@pytest.mark.parametrize(
    ("event", "asks"),
    [
        (own_seat("completed"), True),
        (own_seat("completed", seat_cents=0), False),
        (own_seat("waived"), False),
        (own_seat("pending"), False),
        (own_seat(None), False),
    ],
)
def test_only_a_seat_that_was_paid_is_asked_about(event: OwnEvent, asks: bool) -> None:
    warning = card_of(event, NOW).warning
    assert bool(warning) == asks
    assert not asks or warning.startswith("You paid $15.00.")


def test_a_seat_that_is_only_held_is_not_called_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    take_cards(monkeypatch)
    held = own_seat("pending", seat_hold=NOW + timedelta(minutes=30))
    card = card_of(held, NOW)
    assert event_view.ticket_words(held, card) == "Held for you until 8:30 AM ET"
    soon = held.model_copy(update={"start_date": NOW + timedelta(hours=1)})
    assert event_view.view_of(shown_of(soon), NOW).more.stays == "", "it is lost unless it is paid"
    assert seat_words(held, None).startswith("Pay to keep your seat.")
    assert (card.registered, bool(card.pay)) == ("Held for you – pay $15.00", True)
    for status, heading in (("completed", "You’re in!"), ("refunded", "Refunded")):
        event = own_seat(status)
        assert event_view.ticket_words(event, card_of(event, NOW)) == heading


@pytest.mark.parametrize(
    ("price", "own", "said"),
    [
        (1500, 1500, "Members with a paid plan pay $5 less."),
        (1500, 1000, "You pay $10.00, which is $5 less with your plan."),
        (300, 0, "Free with your plan, instead of $3.00."),
        (0, 0, ""),
    ],
)
def test_two_prices_are_explained(price: int, own: int, said: str) -> None:
    assert your_price(price, own) == said
    told = more_of(an_event(price=f"{price / 100:.2f}")).saving
    assert told == ("Members with a paid plan pay $5 less." if price == 1500 else told)
    assert bool(told) == bool(price)


def test_the_picture_is_a_photograph_of_the_event_or_chapter_or_else_a_drawing() -> None:
    def shown(name: str) -> list[Shown]:
        columns: dict[str, Any] = {**dict.fromkeys(MediaRead.model_fields), "media_type": "photo"}
        item = MediaRead.model_construct(**columns)
        path = f"/objects/{name}"
        file = StoredFile("1", path, "a.jpg", "image/jpeg", 9, True, 1200, 900, "", ())
        return [Shown(item), Shown(item, file)]

    told = EventTold(an_event(), None, None, [])
    drawn = event_view.pictured(told)["scene"]
    assert drawn == event_view.pictured(told)["scene"] != Scene()
    other = replace(told, event=an_event(location="Sunset Beach"))
    assert event_view.pictured(other)["scene"].stands != drawn.stands
    theirs = replace(told, of_chapter=shown("theirs"))
    assert "theirs" in event_view.pictured(theirs)["cover"].src
    assert "own" in event_view.pictured(replace(theirs, media=shown("own")))["cover"].src


def test_people_without_a_seat_are_asked_about_until_nobody_registers() -> None:
    rowan = PersonSeat("rowan", "Rowan")
    seated = replace(rowan, is_registered=True, payment_status="not_required")

    def names(one: PersonSeat, *, is_closed: bool) -> list[str]:
        lines = event_view._people(an_event(), [one], NOW, is_closed=is_closed)
        return [line.name for line in lines]

    assert names(rowan, is_closed=False) == names(seated, is_closed=True) == ["Rowan"]
    assert names(rowan, is_closed=True) == []


ENDS = to_sign("", state=StandingState.SIGNED)
ROWAN, WAITING = to_sign("Rowan"), to_sign("Rowan", state=StandingState.UNVERIFIED)


@pytest.mark.parametrize(
    ("asked", "says", "leads_to"),
    [
        (to_sign(""), "Your waiver isn’t signed yet.", "/sign?for=me&back=e1"),
        ([*ENDS, *ROWAN], "The waiver for Rowan isn’t signed yet.", "/sign?for=Rowan&back=e1"),
        (
            to_sign("Rowan", "Ash"),
            "Rowan and Ash still need a signed waiver.",
            "/sign?for=Rowan&back=e1",
        ),
        (to_sign("", "Rowan"), "You and Rowan still need a signed waiver.", "/sign?for=me&back=e1"),
        (
            [*WAITING, *to_sign("Ash")],
            "The waiver for Ash isn’t signed yet.",
            "/sign?for=Ash&back=e1",
        ),
        (
            WAITING,
            "The waiver for Rowan on paper is waiting for a lead to check it.",
            "/sign?for=Rowan&back=e1",
        ),
        (ENDS, "", ""),
        ([], "", ""),
    ],
)
def test_a_guardian_reads_of_everybody_whose_waiver_is_missing(
    asked: list[ToSign], says: str, leads_to: str
) -> None:
    shown = shown_of(an_event(is_registered=True), to_sign=asked)
    more = event_view.view_of(shown, NOW).more
    assert (more.waiver, more.waiver_href) == (says, leads_to)
    if leads_to:
        assert more.waiver_form == (READ_WAIVER if asked is WAITING else SIGN_NOW)


@pytest.mark.parametrize(
    ("state", "in_force", "has_guardian", "leads_to"),
    [
        (StandingState.MISSING, None, False, "/resources?category=forms"),
        (StandingState.MISSING, 1, False, "/account#family"),
        (StandingState.MISSING, 1, True, "/sign"),
        (StandingState.UNVERIFIED, 1, False, "/sign"),
        (StandingState.SIGNED, 1, False, ""),
    ],
)
def test_a_minor_is_led_to_whoever_can_sign(
    state: StandingState, in_force: int | None, has_guardian: bool, leads_to: str
) -> None:
    own = Standing(Form.MINOR, state, in_force)
    told = {"own_waiver": own, "has_guardian": has_guardian}
    more = event_view.view_of(shown_of(an_event(is_registered=True), **told), NOW).more
    assert (more.waiver_href, bool(more.waiver)) == (leads_to, bool(leads_to))
