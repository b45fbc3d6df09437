"""A Saturday in the park: from a stranger's first tap to the bead, on two phones at one gate."""

from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from playwright.sync_api import expect
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers.models import Form, VersionState, WaiverVersion
from tests import factories
from tests.journeys.gate import (
    FAKE_SCANNER,
    KEPT,
    MOVABLE_CLOCK,
    check_in,
    look_at,
    pass_of,
    row,
    there,
    without_network,
)
from tests.journeys.people import Person, on_phone
from tests.journeys.signing import publish, sign
from tests.journeys.site import Site
from tests.journeys.stage import ADMIN, MEMBER, NEWCOMER, ORGANIZER, OTHER, Stage, evening

TITLE, PEOPLE = "Lantern Saturday", 40
TEN = evening(0, 10)


@dataclass
class Saturday:
    """The event, the people who act, and what they look at."""

    site: Site
    stage: Stage
    event_id: str
    theo: Person
    ada: Person
    maya: Person

    @property
    def path(self) -> str:
        return f"/events/{self.event_id}"


def test_a_saturday_in_the_park(site: Site, stage: Stage) -> None:
    event_id = stage.event(TITLE)
    with ExitStack() as open_:
        theo = open_.enter_context(site.member(ORGANIZER, workers=True))
        ada, maya = (open_.enter_context(site.member(one)) for one in (ADMIN, MEMBER))
        day = Saturday(site, stage, event_id, theo, ada, maya)
        publish(ada)
        with site.visitor() as robin:
            a_stranger_books(day, robin)
            a_mother_signs_and_registers_three(day)
            a_full_class_fills_itself(day, robin)
        forty_people_come(day)
        theo.page.add_init_script(FAKE_SCANNER + MOVABLE_CLOCK)
        theo.open(f"{day.path}/gate")
        ada.open(f"{day.path}/gate")
        cards_are_red_and_yellow(day)
        a_check_in_is_undone(day)
        a_phone_has_no_network_for_twenty_minutes(day)
        two_walk_in(day)
        everybody_else_passes(day)
        lightning_ends_the_day(day)
        the_lead_gives_a_bead(day)
        the_phone_keeps_nothing_after_the_day(day)


def a_stranger_books(day: Saturday, robin: Person) -> None:
    on_phone(robin.page)
    page = robin.open(day.path)
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    page.get_by_label("E-mail").fill(NEWCOMER)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/welcome**")
    robin.settle()
    page.get_by_role("textbox", name="Game name").fill("Robin Redcap")
    page.get_by_role("radio", name="I’m 18 or older").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(f"**{day.path}#register*")
    robin.expect_toast("Successfully registered for event!")


def a_mother_signs_and_registers_three(day: Saturday) -> None:
    stage, member = day.stage, day.maya
    mother = stage.person(MEMBER, first_name="Maya", last_name="Stone", age_band="adult")
    born = date(clock.now().year - 15, 1, 2)
    for name in ("Rowan", "Sam"):
        columns = {"first_name": name, "age_band": "minor", "birth_date": born}
        minor = stage.person(f"{name.lower()}@example.org", **columns)
        stage.add(Guardianship(minor_id=minor, guardian_id=mother))
    on_phone(member.page)
    page = member.open("/sign")
    for title in ("Sign for Yourself", "Sign for Rowan", "Sign for Sam"):
        sign(page, title, "Maya Stone")
    expect(page.get_by_text("Signed. It holds until")).to_be_visible()
    page = member.open(day.path)
    expect(page.get_by_role("group", name="Who is coming?")).to_be_visible()
    member.look_over("who-is-coming")
    on_phone(page)
    member.expect_no_sideways_scrolling()
    page.get_by_role("checkbox", name="Me").uncheck()
    page.get_by_role("button", name="Register", exact=True).click()
    member.expect_toast("Successfully registered for event!", "See you there!")
    others = page.get_by_role("group", name="Who else is coming?")
    expect(others.get_by_role("checkbox", name="Me")).not_to_be_checked()
    others.get_by_role("checkbox", name="Me").check()
    page.get_by_role("button", name="Register", exact=True).click()
    for name in ("Rowan", "Sam"):
        expect(page.get_by_text(f"{name} is registered")).to_be_visible()
    expect(others).to_have_count(0)
    # The own way out stands in its line, and nowhere alone.
    own = page.get_by_role("listitem").filter(has_text="You’re registered")
    expect(own.get_by_role("button", name="Unregister")).to_be_visible()
    unregister = page.get_by_role("button", name="Unregister").filter(visible=True)
    expect(unregister).to_have_count(3)
    assert stage.seats(day.event_id) == (4, 4)
    member.look_over("people-registered")
    page = member.open("/my-events")
    expect(page.get_by_text("Rowan is registered")).to_be_visible()
    member.look_over("people-my-events")


def a_full_class_fills_itself(day: Saturday, robin: Person) -> None:
    taken = {"max_participants": 1, "taken_by": [NEWCOMER]}
    class_id = day.stage.event("Spear Class", organizer=ORGANIZER, **taken)
    holder = robin.open(f"/events/{class_id}")
    with day.site.member(OTHER) as amara:
        page = amara.open(f"/events/{class_id}")
        page.get_by_role("button", name="Join the Waiting List").filter(visible=True).click()
        amara.expect_toast("You’re on the waiting list")
        number = page.get_by_role("button", name="You’re number 1").filter(visible=True)
        expect(number).to_be_visible()
        amara.look_over("event-waiting")
        roster = day.theo.open(f"/admin/events/{class_id}")
        expect(roster.get_by_role("heading", name="Waiting List")).to_be_visible()
        day.theo.look_over("roster-waiting")
        listed = amara.open("/my-events")
        expect(listed.get_by_text("Number 1 in Line")).to_be_visible()
        amara.open(f"/events/{class_id}")
        holder.get_by_role("button", name="Unregister").first.click()
        robin.expect_toast("Successfully unregistered from event")
        seat = page.get_by_role("button", name="Registered ✓").filter(visible=True)
        expect(seat).to_be_visible()
        join = holder.get_by_role("button", name="Join the Waiting List").first
        expect(join).to_be_visible()
        expect(roster.get_by_role("heading", name="Waiting List")).to_have_count(0)
        assert day.stage.seats(class_id) == (1, 1)


def forty_people_come(day: Saturday) -> None:
    """It is Saturday, and whoever comes now pays. All have signed; one waiver has ended, and one
    is on paper."""
    stage, now = day.stage, clock.now()
    with stage._database.unit_of_work(write=False) as session:
        wanted = sa.select(col(WaiverVersion.id)).where(
            col(WaiverVersion.form) == Form.ADULT,
            col(WaiverVersion.state) == VersionState.PUBLISHED,
        )
        version_id = session.scalars(wanted).one()
    stage.change(day.event_id, start_at=TEN, end_at=evening(0, 20), price_cents=15_00)
    amara, robin = stage.person(OTHER, first_name="Amara"), stage.person(NEWCOMER)
    theo = stage.person(ORGANIZER)
    names = ["Kai", "Noa", *(f"Player{one}" for one in range(PEOPLE - 7))]
    crowd = [factories.person(first_name=one, last_name="Lee", shows_profile=True) for one in names]
    stage.add(*crowd)
    times = {"signed_at": now - timedelta(days=99), "ends_at": now + timedelta(days=99)}
    others: dict[str, dict[str, Any]] = {
        "Kai": {"ends_at": now - timedelta(days=1)},
        "Noa": {"typed_name": None, "signed_by": None, "noted_by": theo},
    }
    signed = [(one.id, others.get(one.first_name or "", {})) for one in crowd]
    stage.add(
        *(
            factories.waiver_signature(version_id=version_id, user_id=id_, **{**times, **columns})
            for id_, columns in [*signed, (amara, {}), (robin, {})]
        )
    )
    seats = [factories.registration(event_id=day.event_id, user_id=one.id) for one in crowd]
    due = {"payment_status": "pending", "payment_amount_cents": 15_00}
    stage.add(*seats, factories.registration(event_id=day.event_id, user_id=amara, **due))
    stage.change(day.event_id, current_participants=PEOPLE)


def cards_are_red_and_yellow(day: Saturday) -> None:
    page = day.theo.page
    there(page, 0)
    day.theo.look_over("gate")
    on_phone(page)
    for name, why in (("Kai", "The waiver has expired"), ("Noa", "A lead still has to check the")):
        row(page, name).click()
        card = page.get_by_role("dialog", name=name)
        expect(card.get_by_text(why)).to_be_visible()
        color = {"Kai": "red", "Noa": "yellow"}[name]
        expect(card.locator(".gate-verdict")).to_have_attribute("data-verdict", color)
        card.get_by_role("button", name="Close").click()


def a_check_in_is_undone(day: Saturday) -> None:
    """By the keyboard: three letters, Enter, and the large button. Later the card takes it back."""
    page, other = day.theo.page, day.ada.page
    card = page.get_by_role("dialog")
    search = page.get_by_role("searchbox")
    search.fill("ama")
    search.press("Enter")
    expect(page.get_by_role("dialog").get_by_text("Fee due: $15.00")).to_be_visible()
    day.theo.look_over("gate-card")
    page.get_by_role("dialog").get_by_role("button", name="Check In", exact=True).press("Enter")
    expect(page.get_by_text("checked in at")).to_be_visible()
    expect(search).to_have_value("")
    there(other, 1)
    page.get_by_role("button", name="Undo").click()
    there(page, 0)
    there(other, 0)
    for act in ("Check In", "Undo Check-In"):
        search.fill("ama")
        search.press("Enter")
        card.get_by_role("button", name=act, exact=True).press("Enter")
    expect(card.get_by_role("button", name="Check In", exact=True)).to_be_visible()
    expect(page.get_by_text("checked in at")).to_be_hidden()
    card.get_by_role("button", name="Close").click()
    there(other, 0)


def a_phone_has_no_network_for_twenty_minutes(day: Saturday) -> None:
    """By its own clock from 10:00 to 10:20. At the other phone the same person is checked in."""
    page, other = day.theo.page, day.ada.page
    token = pass_of(day.site, OTHER, day.event_id)
    with without_network(day.theo):
        page.reload()
        look_at(page, TEN)
        expect(page.get_by_text("Offline.", exact=True)).to_be_visible()
        row(page, "Maya").click()
        check_in(page)
        look_at(page, TEN + timedelta(minutes=15))
        page.get_by_role("button", name="Scan").click()
        page.evaluate("(code) => window.codes.push(code)", token)
        expect(page.get_by_role("dialog", name="Amara")).to_be_visible()
        check_in(page)
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_text("2 check-ins wait on this device.")).to_be_visible()
        there(page, 2)
        page.get_by_role("button", name="2 Here").click()
        expect(row(page, "Amara").get_by_text("In since 10:15 AM")).to_be_visible()
        day.theo.look_over("gate-offline")
        row(other, "Maya").click()
        # The page counts before the site knows, and the first phone must come second.
        with other.expect_response("**/check-ins"):
            check_in(other)
        there(other, 1)
        look_at(page, TEN + timedelta(minutes=20))
    told = page.get_by_role("region", name="Please Check These Names")
    expect(told.get_by_text("Maya")).to_be_visible()
    there(other, 2)
    day.theo.look_over("gate-told")
    told.get_by_role("button", name="Clear the List").click()
    expect(told).to_be_hidden()
    other.get_by_role("button", name="2 Here").click()
    expect(row(other, "Maya").get_by_text("In since 10:00 AM")).to_be_visible()


def two_walk_in(day: Saturday) -> None:
    page = day.theo.page
    page.get_by_role("button", name="Walk-In").click()
    form = page.get_by_role("dialog", name="Walk-In")
    form.get_by_label("Name", exact=True).fill("Nell Ash")
    form.get_by_label("Signed on paper").check()
    form.get_by_label("Cash Taken ($15.00)").fill("15")
    day.theo.look_over("gate-walk-in")
    add, needs = form.get_by_role("button", name="Add and Check In"), "A walk-in needs a connection"
    with without_network(day.theo):
        add.click()
        expect(form.get_by_text(needs)).to_have_count(1)
    expect(form.get_by_text(needs)).to_have_count(0)
    add.click()
    added = page.get_by_role("dialog", name="Nell Ash")
    expect(added.get_by_text("Checked in")).to_be_visible()
    expect(added.get_by_role("img", name="QR code of the link")).to_be_visible()
    day.theo.look_over("gate-claim")
    added.get_by_role("button", name="Next Walk-In").click()
    form.get_by_label("Name", exact=True).fill("Nori Ash")
    form.get_by_label("Minor, 13 to 17").check()
    form.get_by_label("Signed on paper").check()
    form.get_by_role("button", name="Add and Check In").click()
    guardian = form.get_by_label("Guardian’s Name")
    expect(guardian).to_be_focused()
    guardian.fill("Pat Ash")
    form.get_by_role("button", name="Add and Check In").click()
    added = page.get_by_role("dialog", name="Nori Ash")
    expect(added.get_by_role("img", name="QR code of the link")).to_be_visible()
    added.get_by_role("button", name="Close").click()
    there(day.ada.page, 4)
    book = day.ada.page.request.get(day.ada.url + routes.PAYMENTS_CSV).text()
    (line,) = (one for one in book.splitlines() if TITLE in one)
    assert all(one in line for one in ("Nell", "15.00", "Theo")), line


def everybody_else_passes(day: Saturday) -> None:
    """The forty, but the one whose card is red; both phones count them."""
    page, request = day.theo.page, day.ada.page.request
    path, headers = f"{day.ada.url}/api{day.path}", {"origin": day.ada.url}
    found = request.get(f"{path}/gate").json()["people"]
    rest = [one["userId"] for one in found if not one["checkedInAt"] and one["verdict"] != "red"]
    sent = [{"clientId": one, "userId": one, "at": clock.now().isoformat()} for one in rest]
    answer = request.post(f"{path}/check-ins", data={"checkIns": sent}, headers=headers)
    assert {one["outcome"] for one in answer.json()} == {"checked_in"}
    there(page, PEOPLE + 1)
    there(day.ada.page, PEOPLE + 1)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(page.get_by_role("cell", name="Amara")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")


def lightning_ends_the_day(day: Saturday) -> None:
    reading, page = day.maya.open(day.path), day.theo.open(day.path)
    page.get_by_role("button", name="Cancel Event").click()
    question = page.get_by_role("dialog", name="Cancel this event?")
    question.get_by_label("Reason").fill("Lightning is near.")
    question.get_by_label("Message to Everyone").fill("Go to your cars, please.")
    question.get_by_role("button", name="Cancel Event").click()
    day.theo.expect_toast("Event canceled")
    content = reading.locator("#content")
    expect(content.get_by_text("Canceled: Lightning is near.")).to_be_visible()
    expect(content.get_by_text("Go to your cars, please.")).to_be_visible()


def the_lead_gives_a_bead(day: Saturday) -> None:
    page = day.ada.open(f"/admin/events/{day.event_id}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Award Beads").click()
    form = page.get_by_role("dialog", name="Award Beads")
    expect(
        form.get_by_text(f"For everyone who is checked in ({PEOPLE + 1} members): ")
    ).to_be_visible()
    form.get_by_label("Bead").select_option(label="Red: Service")
    form.get_by_role("button", name="Award Beads").click()
    day.ada.expect_toast(f"Awarded to {PEOPLE + 1} members")
    for email in (MEMBER, OTHER, NEWCOMER):
        assert day.stage.beads(email) == {"red": 1}


def the_phone_keeps_nothing_after_the_day(day: Saturday) -> None:
    page = day.theo.page
    assert page.evaluate(KEPT) == [True, True]
    page.goto(f"{day.theo.url}/api/logout")
    day.theo.wait_until(lambda: page.evaluate(KEPT) == [False, False])
