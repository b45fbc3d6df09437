"""Unsaved text of a dialog whose page was lost: how long it is kept, and who gets it back."""

from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.answers import Answers
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import Stage, evening
from tests.servers.application import Application

KEPT = "We saved your draft of “Edit Event.”"


def edit(somebody: Person, event_id: str) -> Locator:
    """Open an event's page and the form on it."""
    somebody.open(f"/events/{event_id}")
    return reopen(somebody)


def reopen(somebody: Person) -> Locator:
    somebody.page.get_by_role("button", name="Edit").click()
    dialog = somebody.page.get_by_role("dialog", name="Edit Event")
    expect(dialog).to_be_visible()
    return dialog


def lose_page(somebody: Person) -> None:
    """Load the page again as a new tab, of which the server knows nothing."""
    somebody.page.evaluate("sessionStorage.removeItem('token')")
    somebody.open("/")
    expect(somebody.page.get_by_text(KEPT)).to_be_visible()


def expect_both_bars(somebody: Person) -> None:
    """On a phone without a network, the bar for it covers no part of the draft's."""
    page = somebody.page
    before = page.viewport_size
    on_phone(page)
    somebody.lose_the_network()
    offline = page.get_by_role("status").filter(has_text="You’re offline.")
    draft = page.get_by_role("status").filter(has_text=KEPT)
    expect(offline).to_be_visible()
    page.mouse.wheel(0, 600)
    page.wait_for_function("() => window.scrollY > 300")
    above, below = offline.bounding_box(), draft.bounding_box()
    assert above
    assert below
    assert (above["y"], below["y"]) == (0, above["height"])
    somebody.find_the_network()
    expect(offline).to_have_count(0)
    page.wait_for_function(
        "bar => bar.getBoundingClientRect().top === 0", arg=draft.element_handle()
    )
    if before:
        page.set_viewport_size(before)


def is_kept(somebody: Person) -> bool:
    return bool(somebody.page.evaluate("sessionStorage.getItem('kept-form') !== null"))


def keep_title(somebody: Person, event_id: str, title: str = "Castle Day!") -> Locator:
    """Type another title into the form of an event, and leave it open."""
    dialog = edit(somebody, event_id)
    dialog.get_by_label("Title").fill(title)
    return dialog


def test_the_notice_gives_a_draft_back_without_undoing_the_changes_of_others(
    organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day", is_recurring=True)
    dialog = keep_title(organizer, event_id)
    dialog.get_by_role("switch", name="Requires membership").check()
    dialog.get_by_role("radio", name="This and following").check()
    dialog.get_by_label("Event Type").select_option(label="Tournament")
    lose_page(organizer)
    expect_both_bars(organizer)
    moved = {"start_at": evening(5, 10), "end_at": evening(5, 11), "location": "Sand Key Park"}
    stage.change(event_id, is_public=False, **moved)
    organizer.follow(organizer.page.get_by_role("button", name="Continue"), f"**/events/{event_id}")
    expect(dialog.get_by_text("We restored your draft.")).to_be_visible()
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    expect(dialog.get_by_role("switch", name="Public event")).not_to_be_checked()
    expect(dialog.get_by_role("switch", name="Requires membership")).to_be_checked()
    expect(dialog.get_by_label("Event Type")).to_have_value("tournament")
    expect(dialog.get_by_role("radio", name="This and following")).to_be_checked()
    dialog.get_by_role("radio", name="This event").check()
    dialog.get_by_role("button", name="Save Changes").click()
    organizer.expect_toast("Event updated successfully!")
    expect(dialog).to_be_hidden()
    assert not is_kept(organizer), "what was saved is kept"
    found = stage.find("Castle Day!")
    assert {name: getattr(found, name) for name in moved} == moved
    assert (found.is_public, found.event_type) == (False, "tournament")


def test_a_draft_waits_for_the_data_of_its_address(organizer: Person, stage: Stage) -> None:
    """The server draws a known tab as it was left, here with another event and its button."""
    first, second = stage.event("Castle Day", max_participants=31), stage.event("Bridge Day")
    answers, page = Answers(organizer.page), organizer.page
    page.route("**/api/first-data/**", lambda way: way.fulfill(json={}))
    dialog = keep_title(organizer, first)
    organizer.open(f"/events/{second}")
    answers.are_held, answers.held_text = True, "of 31 seats"
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"**/events/{first}")
    expect(page.get_by_role("button", name="Edit")).to_be_visible()
    answers.let_go()
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")


@pytest.mark.whole
def test_a_reload_during_a_save_leaves_no_draft_of_what_was_saved(
    organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day")
    answers = Answers(organizer.page)
    dialog = keep_title(organizer, event_id)
    assert is_kept(organizer)
    answers.are_held, answers.held_text = True, "Event updated successfully!"
    dialog.get_by_role("button", name="Save Changes").click()
    organizer.wait_until(answers.is_holding)
    assert stage.titles() == ["Castle Day!"]
    answers.lose()
    organizer.open(f"/events/{event_id}")
    organizer.expect_toast("Event updated successfully!")
    organizer.wait_until(lambda: not is_kept(organizer))
    expect(organizer.page.get_by_text(KEPT)).to_have_count(0)


@pytest.mark.whole
def test_a_form_that_a_reload_has_opened_again_is_found_by_its_draft(
    organizer: Person, stage: Stage
) -> None:
    """The server knows the tab and shows the form by itself: no button of this page opened it."""
    event_id = stage.event("Castle Day")
    dialog = keep_title(organizer, event_id)
    organizer.page.reload()
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    organizer.open("/chapters")
    organizer.follow(organizer.page.get_by_role("button", name="Continue"), f"**/events/{event_id}")
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    expect(organizer.page.get_by_text("Discard your changes?")).to_have_count(0)


def test_each_form_keeps_its_own_draft_and_the_latest_is_offered_first(
    organizer: Person, stage: Stage
) -> None:
    first, second = stage.event("Castle Day"), stage.event("Bridge Day")
    keep_title(organizer, first)
    dialog = edit(organizer, second)
    expect(dialog.get_by_label("Title")).to_have_value("Bridge Day")
    expect(dialog.get_by_text("We restored your draft.")).to_have_count(0)
    organizer.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    reopen(organizer).get_by_label("Title").fill("Bridge Day!")
    page = organizer.open("/")
    both = page.get_by_role("status").filter(
        has_text="We saved 2 drafts, the latest of “Edit Event.”"
    )
    expect(both).to_be_visible()
    organizer.look_over("kept-forms-two")
    drafts = page.evaluate("sessionStorage.getItem('kept-form')")
    organizer.follow(both.get_by_role("button", name="Continue"), f"**/events/{second}")
    expect(dialog.get_by_label("Title")).to_have_value("Bridge Day!")
    dialog.get_by_role("button", name="Save Changes").click()
    organizer.expect_toast("Event updated successfully!")
    left = page.get_by_role("status").filter(has_text=KEPT)
    organizer.follow(left.get_by_role("button", name="Continue"), f"**/events/{first}")
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    page.evaluate("drafts => sessionStorage.setItem('kept-form', drafts)", drafts)
    organizer.open("/")
    both.get_by_role("button", name="Discard").click()
    expect(both).to_have_count(0)
    left.get_by_role("button", name="Discard").click()
    expect(left).to_have_count(0)
    assert not is_kept(organizer)


def test_closing_a_form_or_undoing_a_change_deletes_what_was_typed(
    organizer: Person, stage: Stage
) -> None:
    page = organizer.page
    dialog = keep_title(organizer, stage.event("Castle Day"))
    for way in ("Cancel", "Close", "Escape"):
        dialog.get_by_label("Title").fill("Castle Day!")
        assert is_kept(organizer)
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name=way).first.click()
        if way != "Cancel":
            page.get_by_role("button", name="Discard").click()
        expect(dialog).to_be_hidden()
        organizer.wait_until(lambda: not is_kept(organizer))
        reopen(organizer)
    dialog.get_by_label("Title").fill("Castle Day!")
    assert is_kept(organizer)
    dialog.get_by_label("Title").fill("Castle Day")
    assert not is_kept(organizer)


def test_typed_text_survives_a_restart_of_the_server(
    organizer: Person, stage: Stage, application: Application
) -> None:
    dialog = keep_title(organizer, stage.event("Castle Day"))
    application.restart()
    organizer.page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(dialog).to_be_hidden()
    expect(organizer.page.get_by_text(KEPT)).to_be_visible()
    organizer.settle()
    expect(reopen(organizer).get_by_label("Title")).to_have_value("Castle Day!")
    organizer.complaints.clear()


@pytest.mark.whole
def test_typed_text_is_kept_for_half_an_hour_in_an_open_tab(
    organizer: Person, stage: Stage
) -> None:
    organizer.page.clock.install()
    keep_title(organizer, stage.event("Castle Day"))
    page = organizer.open("/")
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.clock.fast_forward(timedelta(minutes=29).seconds * 1000)
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.clock.fast_forward(timedelta(minutes=1).seconds * 1000)
    expect(page.get_by_text(KEPT)).to_have_count(0)
    assert not is_kept(organizer)


def test_logging_out_or_deleting_the_account_deletes_kept_text(
    organizer: Person, stage: Stage
) -> None:
    keep_title(organizer, stage.event("Castle Day"))
    page = organizer.open("/")
    expect(page.get_by_text(KEPT)).to_be_visible()
    draft = page.evaluate("sessionStorage.getItem('kept-form')")
    for path in ("/goodbye", "/too-young"):
        page.evaluate("draft => sessionStorage.setItem('kept-form', draft)", draft)
        organizer.open(path)
        organizer.wait_until(lambda: not is_kept(organizer))
        expect(page.get_by_text(KEPT)).to_have_count(0)
    page.evaluate("draft => sessionStorage.setItem('kept-form', draft)", draft)
    organizer.open("/")
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="Logout").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    organizer.settle()
    organizer.wait_until(lambda: not is_kept(organizer))
    expect(page.get_by_text(KEPT)).to_have_count(0)


@pytest.mark.whole
def test_a_kept_record_of_another_version_is_given_back_or_ignored(
    organizer: Person, stage: Stage
) -> None:
    """An earlier version kept one draft alone; any other shape may be left in the tab, too."""
    event_id = stage.event("Castle Day")
    keep_title(organizer, event_id)
    page = organizer.page
    alone = page.evaluate("JSON.stringify(JSON.parse(sessionStorage.getItem('kept-form'))[0])")
    page.evaluate("alone => sessionStorage.setItem('kept-form', alone)", alone)
    lose_page(organizer)
    dialog = edit(organizer, event_id)
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    dialog.get_by_label("Title").fill("Castle Day")
    for record in ("{bad", '{"fields":null}', "[]"):
        page.keyboard.press("Escape")
        page.evaluate("record => sessionStorage.setItem('kept-form', record)", record)
        expect(dialog).to_be_hidden()
        edit(organizer, event_id)
        expect(dialog.get_by_label("Title")).to_have_value("Castle Day")
        expect(page.get_by_text(KEPT)).to_have_count(0)
