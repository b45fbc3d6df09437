"""The roster at the gate: checking in, payments, walk-ins, beads, paper and CSV."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from rookiebattle.gear.wording import suspended_words
from tests.journeys.gate import opened
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening

NELL = {"First Name": "Nell", "Last Name": "Ash", "Email": "nell@example.org"}

# Presses a button, and taps on it as soon as it tells the time. A tap has a `detail`.
TAP_AGAIN_ON_TIME = """one => new Promise(done => {
  new MutationObserver((_, watcher) => {
    if (!/^\\d/.test(one.textContent)) return;
    watcher.disconnect();
    one.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    done();
  }).observe(one, { childList: true, characterData: true, subtree: true });
  one.click();
})"""


@pytest.fixture
def event_id(stage: Stage) -> str:
    """A paid event of today with two seats, both taken."""
    stage.person(MEMBER, game_name="Storm Crow", game_name_key="stormcrow")
    seats = {"price_cents": 1000, "max_participants": 2, "taken_by": [MEMBER, OTHER]}
    return stage.event("Park Day", start_at=evening(0, 10), end_at=evening(1, 12), **seats)


def path_of(event_id: str) -> str:
    return f"/admin/events/{event_id}"


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def box_of(one: Locator) -> FloatRect:
    box = one.bounding_box()
    assert box
    return box


def there(page: Page, name: str) -> Locator:
    """The time at which somebody was checked in: a button that opens the row."""
    return page.get_by_role("button", name=re.compile(f"^Checked in at .*: {name}$"))


def unfold(page: Page, act: str) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name=act).click()


def test_people_are_checked_in_with_a_phone(admin: Person, event_id: str) -> None:
    page = admin.open(path_of(event_id))
    on_phone(page)
    expect(page.get_by_text("0 of 2 checked in")).to_be_visible()
    expect(page.get_by_text("0 of 2 paid, $0.00 of $20.00")).to_be_visible()
    expect(page.get_by_text("2 not there yet · One check-in counts for all days.")).to_be_visible()
    assert box_of(row_of(page, "Amara"))["y"] < 360
    assert box_of(row_of(page, "Amara"))["height"] <= 57
    page.get_by_role("searchbox").fill("maya")
    expect(page.get_by_text("1 person")).to_be_visible()
    expect(row_of(page, "Amara")).to_have_count(0)
    expect(row_of(page, "Maya Example").get_by_text("“Storm Crow”")).to_be_visible()
    page.get_by_role("button", name="Check in: Maya Example").click()
    admin.expect_toast("Maya Example is checked in")
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    expect(there(page, "Maya Example")).to_be_focused()
    page.get_by_role("button", name="Paid in cash: Maya Example").click()
    admin.expect_toast("Marked as paid")
    expect(page.get_by_text("1 of 2 paid, $10.00 of $20.00")).to_be_visible()
    row = opened(page, "Maya Example")
    expect(row.get_by_role("button", name="Mark as Unpaid")).to_be_visible()
    admin.look_over("roster-row")
    page.keyboard.press("Escape")
    # An empty text is filled in by a key, which a field behind a dialog does not get.
    expect(row).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    expect(row_of(page, "Maya Example")).to_have_count(0)
    admin.look_over("roster")
    admin.expect_no_sideways_scrolling()
    page.get_by_label("Show").select_option(label="All")
    there(page, "Maya Example").click()
    expect(row.get_by_text("by Admin Example")).to_be_visible()
    row.get_by_role("button", name="Undo Check-In").click()
    admin.expect_toast("Maya Example isn’t checked in")
    page.get_by_role("region", name="Notification").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    page.get_by_label("Show").select_option(label="Due")
    expect(page.get_by_text("1 to pay")).to_be_visible()
    expect(row_of(page, "Amara")).to_be_visible()
    admin.expect_no_sideways_scrolling()


def test_a_finger_that_taps_twice_checks_in(admin: Person, event_id: str) -> None:
    page = admin.open(path_of(event_id))
    on_phone(page)
    page.get_by_role("button", name="Check in: Maya Example").evaluate(TAP_AGAIN_ON_TIME)
    page.get_by_role("button", name="Paid in cash: Maya Example").click()
    admin.expect_toast("Marked as paid")
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    # The row stays in its place, though it is no longer of those who are expected.
    expect(there(page, "Maya Example")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.whole
def test_the_keyboard_alone_is_enough(admin: Person, event_id: str) -> None:
    page = admin.open(path_of(event_id))
    keys = page.keyboard
    page.get_by_role("searchbox").focus()
    keys.type("amara")
    expect(page.get_by_text("1 person")).to_be_visible()
    check = page.get_by_role("button", name="Check in: Amara Example")
    for _ in range(20):
        keys.press("Tab")
        if check.evaluate("one => one === document.activeElement"):
            break
    keys.press("Enter")
    admin.expect_toast("Amara Example is checked in")
    expect(there(page, "Amara Example")).to_be_focused()
    keys.press("Enter")
    page.get_by_role("button", name="Undo Check-In").focus()
    keys.press("Enter")
    admin.expect_toast("Amara Example isn’t checked in")
    expect(check).to_be_focused()


def test_a_wrong_mark_is_corrected_and_a_check_has_its_number(admin: Person, event_id: str) -> None:
    page = admin.open(path_of(event_id))
    maya = row_of(page, "Maya Example")
    page.get_by_role("button", name="Paid in Cash: Maya Example").click()
    page.get_by_role("region", name="Notification").get_by_role("button", name="Undo").click()
    expect(maya.get_by_text("Due", exact=True)).to_be_visible()
    expect(page.get_by_text("0 of 2 paid")).to_be_visible()
    opened(page, "Maya Example").get_by_role("button", name="Waive").click()
    expect(maya.get_by_text("Waived", exact=True)).to_be_visible()
    opened(page, "Maya Example").get_by_role("button", name="Mark as Unpaid").click()
    expect(maya.get_by_role("button", name="Paid in Cash: Maya Example")).to_be_visible()
    opened(page, "Maya Example").get_by_role("button", name="Paid by Check …").click()
    form = page.get_by_role("dialog", name="How did Maya Example pay?")
    expect(form.get_by_label("How")).to_have_value("check")
    form.get_by_label("Number").fill("1042")
    form.get_by_label("Received").fill("2099-01-01")
    form.get_by_role("button", name="Mark Paid").click()
    expect(form.locator("#field-receivedOn-error")).to_have_text("This day is in the future")
    form.get_by_label("Received").fill("2026-01-02")
    form.get_by_role("button", name="Mark Paid").click()
    admin.expect_toast("Marked as paid")
    expect(form).to_be_hidden()
    expect(maya.get_by_text("Paid", exact=True)).to_be_visible()
    expect(maya.get_by_text("Check 1042")).to_be_visible()
    opened(page, "Maya Example").get_by_role("button", name="Edit Payment …").click()
    expect(form.get_by_label("Number")).to_have_value("1042")
    expect(form.get_by_label("Received")).to_have_value("2026-01-02")
    form.get_by_label("Number").fill("1043")
    form.get_by_role("button", name="Save").click()
    admin.expect_toast("Payment saved")
    expect(maya.get_by_text("Check 1043")).to_be_visible()
    opened(page, "Maya Example").get_by_role("button", name="Refund").click()
    question = page.get_by_role("alertdialog", name="Refund Maya Example?")
    expect(question).to_contain_text("$10.00 (Check 1043) is yours to return in person.")
    question.get_by_role("button", name="Cancel").click()
    books = admin.go("/admin/payments")
    by_check = row_of(books, "check 1043")
    expect(by_check).to_contain_text("Maya Example")
    by_check.locator(".row-open").click()
    receipt = books.get_by_role("dialog").get_by_role("link", name="Receipt")
    admin.follow(receipt, re.compile("receipt"))
    expect(books.get_by_text("Check 1043")).to_be_visible()
    expect(books.get_by_text("Jan 2, 2026", exact=True)).to_be_visible()


def test_two_people_at_the_gate_see_each_others_work(
    admin: Person, organizer: Person, event_id: str
) -> None:
    first = organizer.open(path_of(event_id))
    second = admin.open(path_of(event_id))
    first.get_by_role("button", name="Check in: Storm Crow").click()
    organizer.expect_toast("Storm Crow is checked in")
    expect(there(second, "Maya Example")).to_be_visible()
    second.get_by_role("button", name="Paid in cash: Amara Example").click()
    expect(row_of(first, "Amara E.").get_by_text("Nothing due", exact=True)).to_be_visible()


def test_somebody_helps_at_the_gate_while_they_are_named(
    organizer: Person, member: Person, stage: Stage
) -> None:
    """Both pages are open all the time: the helper's follows what the organizer does."""
    event_id = stage.event("Castle Day", start_at=evening(2))
    stage.person(MEMBER, game_name="Heron", game_name_key="heron")
    mine = member.open("/my-events")
    page = organizer.open(f"/admin/events/{event_id}")
    team = page.locator(".card").filter(has=page.get_by_role("heading", name="Gate Team"))
    expect(team.get_by_text("No one yet.")).to_be_visible()
    team.get_by_role("button", name="Give a Role").press("Enter")
    form = page.get_by_role("dialog")
    form.get_by_label("Exact game name").fill("heron")
    form.get_by_role("button", name="Find").click()
    form.get_by_role("button", name="Choose: Heron").click()
    form.get_by_label("Role").select_option(label="Gate: checks people in, takes walk-ins and cash")
    organizer.look_over("roster-gate-team")
    form.get_by_role("button", name="Give a Role").click()
    organizer.expect_toast("Role given", "Heron")
    expect(mine.get_by_role("heading", name="You Help At")).to_be_visible()
    expect(mine.get_by_role("link", name="Castle Day")).to_be_visible()
    expect(mine.get_by_role("link", name="Admin Console")).to_have_attribute(
        "href", "/admin/events"
    )
    member.look_over("my-events-helping")
    team.get_by_role("button", name="End: Heron, Gate").click()
    page.get_by_role("alertdialog").get_by_role("button", name="End Role").click()
    organizer.expect_toast("Role ended")
    expect(mine.get_by_role("heading", name="You Help At")).to_have_count(0)
    expect(mine.get_by_role("link", name="Admin Console")).to_have_count(0)


def test_organizers_come_from_their_event_and_see_no_real_names(
    organizer: Person, member: Person, event_id: str
) -> None:
    page = organizer.open(f"/events/{event_id}")
    to_roster = page.get_by_role("link", name="Open the roster")
    organizer.follow(to_roster, f"**{path_of(event_id)}")
    expect(page.get_by_role("heading", name="Park Day")).to_be_visible()
    expect(row_of(page, "Storm Crow")).to_be_visible()
    expect(page.get_by_text("Maya")).to_have_count(0)
    expect(page.get_by_role("main").get_by_text("@example.org")).to_have_count(0)
    for hidden in ("Walk-In", "Award Beads"):
        expect(page.get_by_role("button", name=hidden)).to_have_count(0)
    page.get_by_role("button", name="No Seat?").click()
    expect(page.get_by_text("Someone came without a seat?")).to_be_visible()
    organizer.look_over("roster-organizer")
    page = member.open(path_of(event_id))
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
    expect(page.get_by_text("Storm Crow")).to_have_count(0)


def test_a_walk_in_is_found_or_added_though_the_event_is_full(
    admin: Person, stage: Stage, event_id: str
) -> None:
    stage.person(ORGANIZER)
    page = admin.open(path_of(event_id))
    on_phone(page)
    page.get_by_role("button", name="Walk-In").click()
    dialog = page.get_by_role("dialog", name="Walk-In")
    expect(dialog.get_by_text("The event is full: 2 of 2 seats taken.")).to_be_visible()
    dialog.get_by_label("Name or email of a member").fill("theo")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("Theo Example")).to_be_visible()
    admin.look_over("roster-walk-in")
    # A search is no draft: the dialog closes without a question.
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Walk-In").click()
    dialog.get_by_label("Name or email of a member").fill("theo")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Register & check in: Theo Example").click()
    admin.expect_toast("Theo Example is checked in")
    expect(row_of(page, "Theo Example")).to_be_visible()
    assert stage.seats(event_id) == (3, 3)
    page.get_by_role("button", name="Walk-In").click()
    dialog.get_by_label("Name or email of a member").fill("nobody like that")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("No one with an account")).to_be_visible()
    dialog.get_by_text("Someone new").click()
    dialog.get_by_role("button", name="Add, Register & Check In").click()
    expect(dialog.locator(".field-error", has_text="First name is required")).to_be_visible()
    expect(dialog.get_by_text("Please choose an age group")).to_be_visible()
    for label, text in NELL.items():
        dialog.get_by_label(label, exact=True).fill(text)
    dialog.get_by_label("13 to 17").check()
    dialog.get_by_role("button", name="Add, Register & Check In").click()
    admin.expect_toast("Nell Ash is registered and checked in")
    expect(dialog).to_be_hidden()
    expect(row_of(page, "Nell Ash").get_by_text("Under 18 · waiver?")).to_be_visible()


def test_beads_are_given_to_who_was_there_or_chosen(
    admin: Person, stage: Stage, event_id: str
) -> None:
    page = admin.open(path_of(event_id))
    unfold(page, "Award Beads")
    dialog = page.get_by_role("dialog", name="Award Beads")
    expect(dialog.get_by_text("No one’s checked in")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check in: Maya Example").click()
    admin.expect_toast("Maya Example is checked in")
    unfold(page, "Award Beads")
    expect(dialog.get_by_text("For everyone who is checked in (1 member): ")).to_be_visible()
    dialog.get_by_label("Bead").select_option(label="Black: High Honor (Lead only)")
    dialog.get_by_role("button", name="Award Beads").click()
    expect(dialog.locator(".field-error", has_text="awarded by a Lead only")).to_be_visible()
    dialog.get_by_label("Bead").select_option(label="Green: Medal of Honor (Lead/2IC approval)")
    expect(dialog.get_by_label("Approved by")).to_be_visible()
    dialog.get_by_label("Bead").select_option(
        label="Purple: Injury (serious injury, incident report)"
    )
    dialog.get_by_role("button", name="Award Beads").click()
    expect(dialog.get_by_text("Injury needs a note about what happened").last).to_be_visible()
    expect(dialog.get_by_label("Incident", exact=True)).to_be_focused()
    admin.look_over("roster-award-errors")
    dialog.get_by_label("Bead").select_option(label="Red: Service")
    dialog.get_by_role("button", name="Award Beads").click()
    admin.expect_toast("Awarded to 1 member")
    expect(dialog).to_be_hidden()
    page.get_by_role("checkbox", name="Select Amara Example").check()
    page.get_by_role("button", name="Select all on this page").click()
    page.locator(".chosen-bar").get_by_role("button", name="Award Beads").click()
    expect(dialog.get_by_text("For Amara Example and Maya Example.")).to_be_visible()
    dialog.get_by_role("button", name="Award Beads").click()
    once_more = dialog.get_by_label("Award it again")
    expect(once_more).to_be_visible()
    admin.look_over("roster-award-again")
    once_more.check()
    dialog.get_by_role("button", name="Award Beads").click()
    admin.expect_toast("Awarded to 2 members")
    expect(page.get_by_role("checkbox", name="Select Amara Example")).not_to_be_checked()
    assert stage.beads(MEMBER) == {"red": 2}


def test_the_roster_is_printed_and_downloaded(admin: Person, event_id: str) -> None:
    page = admin.open(path_of(event_id))
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    assert "Maya Example" in started.value.path().read_text(encoding="utf-8-sig")
    page.get_by_role("button", name="More").click()
    admin.follow(page.get_by_role("link", name="Print"), re.compile("print=yes"))
    expect(page.get_by_role("link", name="Back to the roster")).to_be_visible()
    expect(page.get_by_role("cell", name="Maya Example")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)
    admin.look_over("roster-paper")
    admin.print_out("roster")
    expect(page.get_by_role("link", name="Back to the roster")).to_be_hidden()
    expect(page.get_by_role("contentinfo")).to_be_hidden()


def test_everybody_gets_a_message_that_stays_on_the_events_page(
    admin: Person, member: Person, event_id: str
) -> None:
    reading = member.open(f"/events/{event_id}")
    page = admin.open(path_of(event_id))
    unfold(page, "Message Everybody")
    form = page.get_by_role("dialog", name="Message Everybody")
    expect(form.get_by_role("status")).to_have_text("2 people get it by email.")
    form.get_by_label("To", exact=True).select_option("checkedIn")
    expect(form.get_by_role("status")).to_have_text("There’s no one to write to.")
    form.get_by_label("To", exact=True).select_option("registered")
    expect(form.get_by_role("status")).to_have_text("2 people get it by email.")
    form.get_by_role("button", name="Send Message").click()
    expect(form.get_by_label("Subject")).to_be_focused()
    form.get_by_label("Subject").fill("Bring water")
    form.get_by_label("Text").fill("It will be hot.\nThe fountain is broken.")
    admin.look_over("message-form")
    form.get_by_role("button", name="Send Message").click()
    admin.expect_toast("Message sent")
    said = reading.get_by_role("list", name="Messages about this event")
    expect(said.get_by_text("Bring water")).to_be_visible()
    expect(said.get_by_text("The fountain is broken.")).to_be_visible()
    member.look_over("event-message")


def test_gear_is_checked_and_an_incident_suspends(
    admin: Person, member: Person, event_id: str, stage: Stage
) -> None:
    page = admin.open(path_of(event_id))
    opened(page, "Maya Example").get_by_role("button", name="Check Gear").click()
    form = page.get_by_role("dialog", name="Check the Gear of Maya Example")
    form.get_by_label("Result").select_option("no")
    form.get_by_label("Note").fill("Sharp tip")
    admin.look_over("gear-form")
    form.get_by_role("button", name="Save").click()
    admin.expect_toast("Gear noted")
    expect(row_of(page, "Maya Example").get_by_text("Weapon failed: Sharp tip")).to_be_visible()
    page.get_by_role("button", name="Note an Incident").click()
    form = page.get_by_role("dialog", name="Note an Incident")
    form.get_by_label("Who").select_option(label="Maya Example")
    form.get_by_label("What happened").fill("Hit somebody’s head twice.")
    until = evening(30).date()
    form.get_by_label("Suspended until").fill(until.isoformat())
    admin.look_over("incident-form")
    form.get_by_role("button", name="Save Incident").click()
    admin.expect_toast("Incident noted")
    expect(page.get_by_text("Hit somebody’s head twice.")).to_be_visible()
    admin.look_over("roster-incidents")
    other_id = stage.event("Night Game", start_at=evening(3))
    reading = member.open(f"/events/{other_id}")
    reading.get_by_role("button", name="Register").first.click()
    member.expect_toast("Error", suspended_words(until))
    page.get_by_role("button", name="End Suspension").click()
    admin.expect_toast("Suspension ended")
    expect(row_of(page, "Maya Example").get_by_text("Suspended")).to_have_count(0)
