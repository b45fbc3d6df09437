"""The dashboard: what it shows and what can be changed; full, empty and when it cannot load."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from rookiebattle.progression.catalogue import AWARDS, PATHS
from tests.journeys.people import DESKTOP, PHONE, SCREENS, Person
from tests.journeys.site import DemoSite
from tests.journeys.stage import MEMBER, OTHER, Stage, evening

LONGEST = "Extraordinarily " * 16
UNBROKEN = "Kitsune" * 36
PLAIN: dict[str, Any] = {
    "first_name": "Maya",
    "last_name": "Example",
    "game_name": None,
    "bio": None,
    "member_rank": 0,
    "is_board_member": False,
    "is_samurai": False,
    "award_beads": {},
    "warrior_paths": {},
    "membership_tier": "none",
    "membership_status": "inactive",
    "chapter_id": None,
}
FIRST_DATA = re.compile("/api/first-data/home")
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
}).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture(autouse=True)
def plain_maya(stage: Stage) -> Iterator[None]:
    """Set Maya's profile back, before and after: other tests expect it."""
    stage.person(MEMBER, **PLAIN)
    yield
    stage.person(MEMBER, **PLAIN)


def card(somebody: Person, name: str) -> Locator:
    heading = somebody.page.get_by_role("heading", name=name, level=2)
    return somebody.page.locator(".card").filter(has=heading)


def profile(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Profile")


def strip(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Notifications")


def edit(somebody: Person) -> Locator:
    """Open the profile dialog."""
    somebody.open("/")
    somebody.page.get_by_role("button", name="Edit Profile").click()
    dialog = somebody.page.get_by_role("dialog", name="Edit Profile")
    expect(dialog).to_be_visible()
    return dialog


def test_a_member_with_all_kinds_of_data_sees_all_of_them(member: Person, stage: Stage) -> None:
    chapter_id = stage.chapter("Tampa Bay")
    stage.person(
        MEMBER,
        game_name="Kitsune",
        bio="Shield first, questions later.",
        chapter_id=chapter_id,
        member_rank=3,
        is_samurai=True,
        award_beads={"red": 4, "brown": 1, "clear": 1},
        warrior_paths={path.key: {"enabled": True, "level": 3} for path in PATHS[:6]},
        membership_tier="premium",
        membership_status="active",
    )
    for number in range(2, 6):
        stage.event(f"Practice {number}", start_at=evening(number), taken_by=[MEMBER])
    page = member.open("/")
    me = profile(member)
    for text in ("“Kitsune”", MEMBER, "Shield first, questions later.", "Supporting Member"):
        expect(me.get_by_text(text, exact=True)).to_be_visible()
    for text in ("active", "Tampa Bay", "Achievement Beads", "6 award beads"):
        expect(me.get_by_text(text, exact=True)).to_be_visible()
    expect(me.get_by_text("Warrior 2nd Class • Samurai")).to_be_visible()
    expect(me.get_by_text("Admin", exact=True)).to_have_count(0)
    activity = card(member, "Recent Activity")
    expect(activity.get_by_text("6 active warrior paths")).to_be_visible()
    expect(activity.get_by_text("and 1 more", exact=True)).to_be_visible()
    expect(activity.get_by_role("img", name=re.compile("^Path of the .*, level 3$"))).to_have_count(
        5
    )
    expect(activity.get_by_text("Tampa Bay is at home at Al Lopez Park")).to_be_visible()
    plan = card(member, "Membership")
    for text in ("Supporting Member", "ACTIVE", "Event registration", "Premium benefits active"):
        expect(plan.get_by_text(text, exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Upgrade Membership")).to_have_count(0)
    actions = card(member, "Quick Actions")
    expect(actions.get_by_role("link", name="Browse Events")).to_have_attribute("href", "/events")
    expect(actions.get_by_role("link", name="Admin Panel")).to_have_count(0)
    expect(card(member, "My Registered Events").get_by_role("listitem")).to_have_count(3)
    lead_on(activity.get_by_role("img", name=re.compile("level 3$")).first)


def lead_on(picture: Locator) -> None:
    """A press on a crest or a bead opens the page about all of them."""
    # The link of the heading lies above the picture.
    picture.click(force=True)
    picture.page.wait_for_url("**/progress")


def test_a_new_member_is_told_the_next_steps(member: Person) -> None:
    member.open("/")
    activity = card(member, "Recent Activity")
    expect(activity.get_by_text("No warrior paths unlocked yet")).to_be_visible()
    expect(activity.get_by_text("Contact your sensei to begin your training")).to_be_visible()
    me = profile(member)
    expect(me.get_by_text("No beads earned")).to_be_visible()
    expect(me.get_by_text("1 gray bead for Initiate, or 1 red bead for Service")).to_be_visible()
    expect(me.get_by_text("inactive", exact=True)).to_be_visible()
    expect(card(member, "Membership").get_by_text("Premium benefits active")).to_have_count(0)
    expect(member.page.get_by_text("No events registered yet")).to_be_visible()
    expect(strip(member).get_by_role("listitem")).to_have_count(0)
    member.look_over("dashboard-empty")
    lead_on(activity.get_by_role("img", name=re.compile("level 0$")).first)
    member.open("/")
    me.get_by_role("link", name="Achievement Beads").click()
    member.page.wait_for_url("**/progress")


def test_dismissing_a_notification_moves_the_focus_to_its_neighbor(
    member: Person, stage: Stage
) -> None:
    for type_ in ("info", "success", "warning", "error", "announcement"):
        stage.tell(f"About {type_}", type=type_)
    page = member.open("/")
    rows = strip(member).get_by_role("listitem")
    expect(rows).to_have_count(3)
    strip(member).get_by_role("button", name="Show 2 more").click()
    expect(rows).to_have_count(5)
    for word in ("Info", "Good news", "Warning", "Urgent", "Notice"):
        expect(strip(member).get_by_text(word, exact=True)).to_be_visible()
    member.look_over("dashboard-notifications")
    first = strip(member).get_by_role("button", name=re.compile("^Dismiss: "))
    second = first.nth(1).get_attribute("aria-label") or ""
    first.nth(0).focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(4)
    expect(page.get_by_role("button", name=second)).to_be_focused()
    for left in (3, 2, 1, 0):
        page.keyboard.press("Enter")
        expect(rows).to_have_count(left)
    greeting = page.get_by_role("heading", name="Welcome back, Maya!")
    expect(greeting).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Dismissed: ")).to_have_count(1)
    page.get_by_role("link", name="Browse Events").first.click()
    expect(page.get_by_role("heading", name="Events Calendar")).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="Rookie Battle").click()
    expect(greeting).to_be_visible()
    expect(rows).to_have_count(0)
    member.open("/")
    expect(rows).to_have_count(3)


def test_a_long_notification_is_read_on_request(member: Person, stage: Stage) -> None:
    stage.tell(UNBROKEN, message="Bring water. " * 100 + "The end.")
    member.open("/")
    expect(strip(member).get_by_text("The end.")).to_have_count(0)
    strip(member).get_by_role("button", name="Read more").click()
    expect(strip(member).get_by_text("The end.")).to_be_visible()
    member.expect_no_sideways_scrolling()
    strip(member).get_by_role("button", name="Show less").click()
    expect(strip(member).get_by_text("The end.")).to_have_count(0)


def test_a_member_edits_the_profile_and_leaves_the_chapter(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, chapter_id=stage.chapter("Tampa Bay"), game_name="Kitsune")
    dialog = edit(member)
    expect(dialog.get_by_label("First Name")).to_be_focused()
    expect(dialog.get_by_label("Game Name")).to_have_value("Kitsune")
    expect(dialog.get_by_label("Chapter")).to_have_value(re.compile(".{36}"))
    expect(dialog.get_by_label("Chapter").locator("option")).to_have_text(
        ["No Chapter", "Tampa Bay - Tampa, FL"]
    )
    expect(dialog.get_by_label("Bio")).to_have_attribute("rows", "4")
    member.look_over("dashboard-profile-form")
    dialog.get_by_label("First Name").fill("  Zora ")
    dialog.get_by_label("Bio").fill("Spear first.\nQuestions later.")
    dialog.get_by_label("Chapter").select_option(label="No Chapter")
    dialog.get_by_role("button", name="Save Changes").click()
    text = "Your profile has been successfully updated."
    member.expect_toast("Profile Updated", text)
    expect(dialog).to_be_hidden()
    expect(member.page.get_by_role("heading", name="Welcome back, Zora!")).to_be_visible()
    expect(member.page.get_by_role("banner").get_by_role("link", name="Zora")).to_be_visible()
    expect(profile(member).get_by_text("Spear first.")).to_be_visible()
    expect(profile(member).get_by_text("Tampa Bay")).to_have_count(0)
    expect(member.page.get_by_role("button", name="Edit Profile")).to_be_focused()


def test_a_refused_profile_form_keeps_the_typed_text(member: Person) -> None:
    dialog = edit(member)
    dialog.get_by_label("Game Name").fill("x" * 256)
    dialog.get_by_label("Bio").fill("Typed with care.")
    dialog.get_by_role("button", name="Save Changes").click()
    member.expect_toast("Error", "Failed to update profile. Please try again.")
    expect(dialog.get_by_text("Game name may have at most 255 characters")).to_be_visible()
    expect(dialog.get_by_label("Game Name")).to_be_focused()
    expect(dialog.get_by_label("Bio")).to_have_value("Typed with care.")
    member.look_over("dashboard-profile-errors")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_toast_hides_neither_the_head_nor_the_buttons_of_a_dialog(
    member: Person, size: tuple[int, int]
) -> None:
    member.page.set_viewport_size({"width": size[0], "height": size[1]})
    dialog = edit(member)
    dialog.get_by_label("Game Name").fill("x" * 256)
    dialog.get_by_role("button", name="Save Changes").click()
    member.expect_toast("Error", "Failed to update profile. Please try again.")
    toast = member.page.locator(".toast").bounding_box()
    head = dialog.get_by_role("heading", name="Edit Profile").bounding_box()
    send = dialog.get_by_role("button", name="Save Changes").bounding_box()
    assert toast
    assert head
    assert send
    assert toast["y"] > head["y"] + head["height"]
    beside = toast["x"] >= send["x"] + send["width"]
    assert beside or toast["y"] + toast["height"] <= send["y"]
    member.page.screenshot(path=SCREENS / f"dashboard-profile-toast-{size[0]}.png")


def test_closing_a_changed_form_asks_first(member: Person) -> None:
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


def test_the_unregister_button_says_that_it_is_working(member: Person, stage: Stage) -> None:
    stage.event("Practice", taken_by=[MEMBER])
    page = member.open("/")
    with stage.busy():
        page.get_by_role("button", name="Unregister").click()
        pending = page.get_by_role("button", name="Removing...")
        expect(pending).to_be_visible()
        expect(pending).to_have_accessible_description("Practice")
    member.expect_toast("Successfully unregistered from event")
    expect(page.get_by_text("No events registered yet")).to_be_visible()


def test_a_seat_given_up_by_mistake_can_be_taken_again(member: Person, stage: Stage) -> None:
    event_id = stage.event("Practice", max_participants=4, taken_by=[MEMBER])
    stage.event("Castle Day", taken_by=[MEMBER])
    for path in ("/", "/my-events"):
        page = member.open(path)
        practice = page.get_by_role("heading", name="Practice")
        seat = page.get_by_role("listitem").filter(has=practice)
        seat.get_by_role("button", name="Unregister").click()
        expect(page.get_by_text("You unregistered from Practice, ")).to_be_visible()
        expect(seat).to_have_count(0)
        assert stage.seats(event_id) == (0, 0)
        member.look_over(f"unregistered{path.replace('/', '-').rstrip('-')}")
        page.get_by_role("button", name="Register Again").click()
        member.expect_toast("Successfully registered for event!")
        expect(seat.get_by_role("button", name="Unregister")).to_be_visible()
        expect(page.get_by_text("You unregistered from")).to_have_count(0)
        assert stage.seats(event_id) == (1, 1)


def test_older_notifications_are_shown_on_request(member: Person, stage: Stage) -> None:
    for number in range(24):
        stage.tell(f"Message {number}")
    page = member.open("/")
    rows = strip(member).get_by_role("listitem")
    strip(member).get_by_role("button", name="Show 17 more").click()
    expect(rows).to_have_count(20)
    strip(member).get_by_role("button", name="Show older").click()
    expect(rows).to_have_count(24)
    expect(page.get_by_role("button", name="Show older")).to_have_count(0)
    strip(member).get_by_role("button", name="Show fewer").click()
    expect(rows).to_have_count(3)


def test_older_notifications_are_offered_when_the_newest_are_dismissed(
    member: Person, stage: Stage
) -> None:
    for number in range(22):
        stage.tell(f"Message {number}")
    page = member.open("/")
    rows = strip(member).get_by_role("listitem")
    strip(member).get_by_role("button", name="Show 17 more").click()
    for left in range(20, 0, -1):
        expect(rows).to_have_count(left)
        strip(member).get_by_role("button", name="Dismiss").first.click()
    expect(rows).to_have_count(0)
    strip(member).get_by_role("button", name="Show older").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Show older")).to_have_count(0)


def test_the_longest_texts_fit_the_dashboard(member: Person, stage: Stage) -> None:
    longest = LONGEST[:255].rstrip().ljust(255, "!")
    stage.person(
        MEMBER,
        first_name=longest,
        last_name=UNBROKEN,
        game_name=UNBROKEN,
        bio="Everything I ever did. " * 80,
        chapter_id=stage.chapter(longest),
        member_rank=4,
        is_board_member=True,
        is_samurai=True,
        award_beads={award.key: 12 for award in AWARDS},
        warrior_paths={path.key: {"enabled": True, "level": 5} for path in PATHS},
        membership_tier="master",
        membership_status="expired",
    )
    stage.seats_for(MEMBER, [longest, UNBROKEN, *(f"Practice {n}" for n in range(998))], evening(3))
    for number in range(25):
        stage.tell(longest if number % 2 else UNBROKEN, message=UNBROKEN * 5)
    page = member.open("/")
    me = profile(member)
    expect(me.get_by_text("132 award beads")).to_be_visible()
    expect(me.get_by_text("expired", exact=True)).to_be_visible()
    crests = card(member, "Recent Activity").get_by_role("img", name=re.compile("level 5$"))
    expect(crests).to_have_count(5)
    expect(page.get_by_text("8 active warrior paths")).to_be_visible()
    expect(card(member, "My Registered Events").get_by_role("button")).to_have_count(3)
    expect(page.get_by_role("link", name="View All My Events")).to_be_visible()
    member.look_over("dashboard-overfull")


def test_a_failed_dashboard_says_so_and_can_be_tried_again(member: Person, stage: Stage) -> None:
    with stage.broken():
        page = member.open("/")
        failure = page.get_by_role("heading", name="Your dashboard could not be loaded")
        expect(failure).to_be_visible()
        expect(page.get_by_role("heading", name="Welcome back, Maya!")).to_be_visible()
        member.look_over("dashboard-failed")
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("heading", name="My Registered Events")).to_be_visible()
    expect(failure).to_be_hidden()
    member.forgive("503")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("comes_first", ["first data", "socket"])
def test_nothing_jumps_while_the_dashboard_loads(
    member: Person, stage: Stage, size: tuple[int, int], comes_first: str
) -> None:
    if comes_first == "socket":
        member.page.route(FIRST_DATA, lambda route: route.fulfill(json={}))
    stage.tell("Park change")
    stage.event("Practice", taken_by=[MEMBER, OTHER])
    member.page.set_viewport_size({"width": size[0], "height": size[1]})
    member.page.add_init_script(SHIFTS)
    page = member.open("/")
    expect(strip(member).get_by_role("listitem")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert sum(page.evaluate("window.shifts")) <= 0.02


def test_an_administrator_has_a_badge(demo: DemoSite) -> None:
    with demo.person("Ines Holloway") as admin:
        expect(profile(admin).get_by_text("Admin", exact=True)).to_be_visible()
