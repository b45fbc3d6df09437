"""The dashboard: what it shows and what can be changed; full, empty and when it cannot load."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from rookiebattle.progression.catalogue import AWARDS, PATHS
from tests.journeys import looks
from tests.journeys.people import DESKTOP, PHONE, SCREENS, Person, on_phone
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, OTHER, Stage, evening
from tests.journeys.stories import tell_a_story

READER = "story@example.org"
LONGEST = ("Extraordinarily " * 16)[:255].rstrip().ljust(255, "!")
UNBROKEN = "Kitsune" * 36
SPEARS = "Don’t use batch 7 spears until a Marshal has looked at them. Bring yours to practice."
KINDS = {
    "info": "Info", "success": "Good news", "warning": "Warning", "error": "Urgent",
    "announcement": "Notice",
}  # fmt: skip
FIRST_DATA = re.compile("/api/first-data/home")
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
}).observe({ type: 'layout-shift', buffered: true });
"""


def card(somebody: Person, name: str) -> Locator:
    heading = somebody.page.get_by_role("heading", name=name, level=2)
    return somebody.page.locator(".card").filter(has=heading)


def profile(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Profile")


def strip(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Notifications")


def edit(somebody: Person) -> Locator:
    """Open the profile dialog."""
    somebody.page.get_by_role("button", name="Edit Profile").click()
    dialog = somebody.page.get_by_role("dialog", name="Edit Profile")
    expect(dialog.get_by_label("First Name")).to_be_focused()
    return dialog


def test_the_first_day_and_the_story_since(site: Site, stage: Stage) -> None:
    with site.member(READER) as member:
        _see_the_first_day(member)
        tell_a_story(stage, READER, stage.event("Autumn Tournament", event_type="tournament"))
        stage.person(READER, membership_tier="premium", membership_status="active")
        page = member.open("/")
        plan = card(member, "Membership")
        for text in ("Supporting Member", "ACTIVE", "Premium benefits active"):
            expect(plan.get_by_text(text, exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Upgrade Membership")).to_have_count(0)
        latest = page.locator(".latest").get_by_role("listitem")
        expect(latest).to_have_count(3)
        expect(latest.first).to_contain_text("Warrior 2nd Class")
        expect(latest.last).to_contain_text("Autumn Tournament")
        member.look_over("dashboard-activity")
        member.follow(page.get_by_role("link", name="How I got here"), "**/progress")
        _read_the_story(member)


def _see_the_first_day(member: Person) -> None:
    page = member.open("/")
    activity = card(member, "Recent Activity")
    expect(activity.get_by_text("No warrior paths unlocked yet")).to_be_visible()
    expect(activity.get_by_text("Contact your sensei to begin your training")).to_be_visible()
    me = profile(member)
    expect(me.get_by_text("No beads earned")).to_be_visible()
    expect(me.get_by_text("1 gray bead for Initiate, or 1 red bead for Service")).to_be_visible()
    expect(me.get_by_text("inactive", exact=True)).to_be_visible()
    expect(me.get_by_text("Admin", exact=True)).to_have_count(0)
    expect(card(member, "Membership").get_by_text("Premium benefits active")).to_have_count(0)
    expect(page.get_by_text("No events registered yet")).to_be_visible()
    expect(strip(member).get_by_role("listitem")).to_have_count(0)
    expect(page.locator(".latest")).to_have_count(0)
    member.look_over("dashboard-empty")
    _press_on_a_crest(member)
    expect(page.get_by_text("Your story begins here")).to_be_visible()
    expect(page.get_by_role("region", name="Rank").get_by_text("Next: Initiate")).to_be_visible()
    member.look_over("progress-empty")


def _press_on_a_crest(member: Person) -> None:
    """A press on a crest opens the page about all of them: the heading's link lies above it."""
    crest = card(member, "Recent Activity").get_by_role("img", name=re.compile("level 0$")).first
    crest.click(force=True)
    member.page.wait_for_url("**/progress")
    member.settle()


def _read_the_story(member: Person) -> None:
    page = member.page
    expect(page.get_by_role("heading", name="How I got here", level=1)).to_be_visible()
    rank = page.get_by_role("region", name="Rank")
    expect(rank.get_by_text("Warrior 2nd Class • Samurai")).to_be_visible()
    expect(rank.get_by_text("Next: Warrior 3rd Class")).to_be_visible()
    expect(rank.locator("[aria-current=step]")).to_contain_text("Warrior 2nd Class")
    paths = page.get_by_role("region", name="Warrior Paths")
    expect(paths.get_by_role("listitem")).to_have_count(8)
    expect(paths.get_by_role("listitem").filter(has_text="Shield")).to_contain_text("Level 3")
    beads = page.get_by_role("region", name="Award beads")
    expect(beads.get_by_text("5 award beads")).to_be_visible()
    expect(beads.get_by_role("listitem").filter(has_text="Service")).to_contain_text("×3")
    story = page.get_by_role("region", name="The story so far")
    expect(story.get_by_text("1 Injury bead")).to_be_visible()
    expect(page.get_by_text("wrist")).to_have_count(0)
    expect(story.get_by_role("link", name="Autumn Tournament").first).to_be_visible()
    member.look_over("progress")
    member.print_out("progress")
    # Other engines than Chromium lay a sheet out as wide as its paper.
    page.set_viewport_size({"width": 794, "height": 1123})
    rungs = rank.locator(".rungs").bounding_box()
    assert rungs
    for strand in rank.locator(".strand").all():
        box = strand.bounding_box()
        assert box
        assert box["x"] + box["width"] <= rungs["x"]


def test_dismissing_a_notification_moves_the_focus_to_its_neighbor(
    member: Person, stage: Stage
) -> None:
    for number in range(17):
        stage.tell(f"Message {number}")
    for type_ in KINDS:
        stage.tell(f"About {type_}", type=type_, message=SPEARS)
    page = member.open("/")
    rows = strip(member).get_by_role("listitem")
    expect(rows).to_have_count(3)
    strip(member).get_by_role("button", name="Show 17 more").click()
    expect(rows).to_have_count(20)
    for word in KINDS.values():
        expect(strip(member).get_by_text(word, exact=True).first).to_be_visible()
    member.look_over("dashboard-notifications")
    first = strip(member).get_by_role("button", name=re.compile("^Dismiss: "))
    second = first.nth(1).get_attribute("aria-label") or ""
    first.nth(0).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=second, exact=True)).to_be_focused()
    for left in range(19, 0, -1):
        expect(rows).to_have_count(left)
        page.keyboard.press("Enter")
    expect(rows).to_have_count(0)
    greeting = page.get_by_role("heading", name="Welcome back, Maya!")
    expect(greeting).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Dismissed: ")).to_have_count(1)
    # Messages that the server has not sent yet are offered still.
    strip(member).get_by_role("button", name="Show older").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Show older")).to_have_count(0)
    member.follow(page.get_by_role("link", name="Browse Events").first, "**/events")
    home = page.get_by_role("banner").get_by_role("link", name="Rookie Battle")
    member.follow(home, f"{member.url}/")
    expect(greeting).to_be_visible()
    expect(strip(member).get_by_role("button", name=second, exact=True)).to_have_count(0)
    on_phone(page)
    member.open("/")
    # On a phone the greeting is in sight below the first one.
    expect(rows).to_have_count(1)
    box = page.locator(".notices > .card").bounding_box()
    assert box
    assert box["height"] < 160


@pytest.mark.whole
def test_long_and_older_notifications_are_read_on_request(member: Person, stage: Stage) -> None:
    for number in range(23):
        stage.tell(f"Message {number}")
    stage.tell(UNBROKEN, message="Bring water. " * 100 + "The end.")
    page = member.open("/")
    expect(strip(member).get_by_text("The end.")).to_have_count(0)
    strip(member).get_by_role("button", name="Read more").click()
    expect(strip(member).get_by_text("The end.")).to_be_visible()
    member.expect_no_sideways_scrolling()
    strip(member).get_by_role("button", name="Show less").click()
    expect(strip(member).get_by_text("The end.")).to_have_count(0)
    rows = strip(member).get_by_role("listitem")
    strip(member).get_by_role("button", name="Show 17 more").click()
    expect(rows).to_have_count(20)
    strip(member).get_by_role("button", name="Show older").click()
    expect(rows).to_have_count(24)
    expect(page.get_by_role("button", name="Show older")).to_have_count(0)
    strip(member).get_by_role("button", name="Show fewer").click()
    expect(rows).to_have_count(3)


def test_a_member_edits_the_profile_and_leaves_the_chapter(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, chapter_id=stage.chapter("Tampa Bay"), game_name="Kitsune")
    member.open("/")
    dialog = edit(member)
    expect(dialog.get_by_label("Game Name")).to_have_value("Kitsune")
    expect(dialog.get_by_label("Chapter")).to_have_value(re.compile(".{36}"))
    expect(dialog.get_by_label("Chapter").locator("option")).to_have_text(
        ["No Chapter", "Tampa Bay - Tampa, FL"]
    )
    expect(dialog.get_by_label("Bio")).to_have_attribute("rows", "4")
    dialog.get_by_label("First Name").fill("  Zora ")
    dialog.get_by_label("Bio").fill("Spear first.\nQuestions later.")
    dialog.get_by_label("Chapter").select_option(label="No Chapter")
    dialog.get_by_label("Game Name").fill("x" * 256)
    for size in (PHONE, DESKTOP):
        member.page.set_viewport_size({"width": size[0], "height": size[1]})
        _be_refused(member, dialog)
    expect(dialog.get_by_label("Bio")).to_have_value("Spear first.\nQuestions later.")
    member.look_over("dashboard-profile-errors")
    dialog.get_by_label("Game Name").fill("Kitsune")
    dialog.get_by_role("button", name="Save Changes").click()
    member.expect_toast("Profile Updated", "Your profile has been successfully updated.")
    expect(dialog).to_be_hidden()
    expect(member.page.get_by_role("heading", name="Welcome back, Zora!")).to_be_visible()
    expect(member.page.get_by_role("banner").get_by_role("link", name="Zora")).to_be_visible()
    expect(profile(member).get_by_text("Spear first.")).to_be_visible()
    expect(profile(member).get_by_text("Tampa Bay")).to_have_count(0)
    expect(member.page.get_by_role("button", name="Edit Profile")).to_be_focused()


def _be_refused(member: Person, dialog: Locator) -> None:
    """Send a form that is refused; its toast hides neither the head nor the buttons."""
    send = dialog.get_by_role("button", name="Save Changes")
    send.click()
    member.expect_toast("Error", "Failed to update profile. Please try again.")
    toast = member.page.locator(".toast")
    parts = (toast, dialog.get_by_role("heading", name="Edit Profile"), send)
    lies, head, button = (_box(part) for part in parts)
    assert lies["y"] > head["y"] + head["height"]
    beside = lies["x"] >= button["x"] + button["width"]
    assert beside or lies["y"] + lies["height"] <= button["y"]
    if looks.photographs():
        width = member.page.viewport_size["width"] if member.page.viewport_size else 0
        member.page.screenshot(path=SCREENS / f"dashboard-profile-toast-{width}.png")
    expect(dialog.get_by_text("Game name may have at most 255 characters")).to_be_visible()
    expect(dialog.get_by_label("Game Name")).to_be_focused()
    toast.get_by_role("button", name="Close this message").click()
    expect(toast).to_have_count(0)


def _box(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box
    return box


@pytest.mark.whole
def test_closing_a_changed_form_asks_first(member: Person) -> None:
    member.open("/")
    dialog = edit(member)
    question = member.page.get_by_role("alertdialog", name="Discard your changes?")
    member.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    dialog = edit(member)
    dialog.get_by_label("Bio").fill("Typed with care.")
    ways: tuple[Callable[[], None], ...] = (
        lambda: member.page.keyboard.press("Escape"),
        lambda: dialog.get_by_role("button", name="Close").click(),
        lambda: member.page.mouse.click(5, 5),
    )
    for leave in ways:
        leave()
        expect(question.get_by_role("button", name="Keep Editing")).to_be_focused()
        question.get_by_role("button", name="Keep Editing").click()
        expect(question).to_be_hidden()
        expect(dialog.get_by_label("Bio")).to_have_value("Typed with care.")
    for _ in range(2):
        member.page.keyboard.press("Escape")
    expect(dialog.get_by_label("Bio")).to_have_value("Typed with care.")
    # Browsers close a dialog at a second Escape if it comes before the question is there.
    for _ in range(2):
        dialog.evaluate("dialog => dialog.close()")
        expect(dialog).to_be_visible()
        expect(question).to_be_visible()
    member.look_over("dashboard-profile-question")
    question.get_by_role("button", name="Discard").click()
    expect(dialog).to_be_hidden()


@pytest.mark.whole
def test_a_seat_given_up_by_mistake_can_be_taken_again(member: Person, stage: Stage) -> None:
    event_id = stage.event("Practice", max_participants=4, taken_by=[MEMBER])
    stage.event("Castle Day", taken_by=[MEMBER])
    with stage.broken():
        page = member.open("/")
        failure = page.get_by_role("heading", name="Your dashboard couldn’t be loaded")
        expect(failure).to_be_visible()
        expect(page.get_by_role("heading", name="Welcome back, Maya!")).to_be_visible()
        member.look_over("dashboard-failed")
    page.get_by_role("button", name="Try Again").click()
    seat = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Practice"))
    expect(failure).to_be_hidden()
    seat.get_by_text("View Event Details").click()
    expect(seat.get_by_text("Al Lopez Park").last).to_be_visible()
    with stage.busy():
        seat.get_by_role("button", name="Unregister").click()
        pending = page.get_by_role("button", name="Removing...")
        expect(pending).to_be_visible()
        expect(pending).to_have_accessible_description("Practice")
    member.expect_toast("Successfully unregistered from event")
    expect(page.get_by_text("You unregistered from Practice, ")).to_be_visible()
    expect(seat).to_have_count(0)
    assert stage.seats(event_id) == (0, 0)
    member.look_over("unregistered")
    page.get_by_role("button", name="Register Again").click()
    member.expect_toast("Successfully registered for event!")
    expect(seat.get_by_role("button", name="Unregister")).to_be_visible()
    expect(page.get_by_text("You unregistered from")).to_have_count(0)
    assert stage.seats(event_id) == (1, 1)
    member.forgive("503")


@pytest.mark.whole
def test_the_longest_texts_fit_the_dashboard(member: Person, stage: Stage) -> None:
    stage.person(
        MEMBER,
        first_name=LONGEST,
        last_name=UNBROKEN,
        game_name=UNBROKEN,
        bio="Everything I ever did. " * 80,
        chapter_id=stage.chapter(LONGEST),
        member_rank=4,
        is_board_member=True,
        is_samurai=True,
        award_beads={award.key: 12 for award in AWARDS},
        warrior_paths={path.key: {"enabled": True, "level": 5} for path in PATHS},
        membership_tier="master",
        membership_status="expired",
    )
    stage.seats_for(MEMBER, [LONGEST, UNBROKEN, *(f"Practice {n}" for n in range(998))], evening(3))
    for number in range(25):
        stage.tell(LONGEST if number % 2 else UNBROKEN, message=UNBROKEN * 5)
    page = member.open("/")
    me, activity = profile(member), card(member, "Recent Activity")
    for text in (f"“{UNBROKEN}”", MEMBER, "Sustainer", "expired", "132 award beads"):
        expect(me.get_by_text(text, exact=True)).to_be_visible()
    expect(me.get_by_text(LONGEST, exact=True)).to_be_visible()
    expect(activity.get_by_role("img", name=re.compile("level 5$"))).to_have_count(5)
    expect(activity.get_by_text("8 active warrior paths")).to_be_visible()
    expect(activity.get_by_text("and 3 more", exact=True)).to_be_visible()
    expect(activity.get_by_text("meets at Al Lopez Park")).to_be_visible()
    expect(card(member, "Membership").get_by_text("EXPIRED", exact=True)).to_be_visible()
    expect(card(member, "Quick Actions").get_by_role("link", name="Admin Panel")).to_have_count(0)
    expect(card(member, "My Registered Events").get_by_role("button")).to_have_count(3)
    expect(page.get_by_role("link", name="View All My Events")).to_be_visible()
    member.look_over("dashboard-overfull")


@pytest.mark.whole
def test_nothing_jumps_while_the_dashboard_loads(member: Person, stage: Stage) -> None:
    stage.tell("Park change")
    stage.event("Practice", taken_by=[MEMBER, OTHER])
    page = member.page
    page.add_init_script(SHIFTS)
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        _load_without_a_jump(member)
        # Without first data the socket comes first.
        page.route(FIRST_DATA, lambda route: route.fulfill(json={}))
        _load_without_a_jump(member)
        page.unroute(FIRST_DATA)


def _load_without_a_jump(member: Person) -> None:
    page = member.open("/")
    expect(strip(member).get_by_role("listitem")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert sum(page.evaluate("window.shifts")) <= 0.02
