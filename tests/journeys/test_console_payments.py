"""The console's page of payments: a membership paid in cash, the list, and a mistake taken back."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, Stage


def choose_maya(form: Locator) -> None:
    """Search the member by name in the open form, and choose her."""
    find = form.get_by_label("Name or email of a member")
    find.fill("Maya Example")
    find.press("Enter")
    form.get_by_role("button", name="Choose Maya Example").click()


def test_cash_is_recorded_listed_and_taken_back(admin: Person, stage: Stage) -> None:
    stage.person(MEMBER)
    page = admin.open("/admin/payments")
    page.get_by_role("button", name="Record Payment").click()
    form = page.get_by_role("dialog")
    find = form.get_by_label("Name or email of a member")
    find.fill("nobody@example.org")
    find.press("Enter")
    expect(form.get_by_text("No one with an account has this name")).to_be_visible()
    choose_maya(form)
    expect(form.get_by_label("Amount")).to_be_hidden()
    form.get_by_label("For").select_option("Donation")
    form.get_by_label("Amount").fill("0.10")
    form.get_by_role("button", name="Record Payment").click()
    expect(form.locator("#field-amount-error")).to_contain_text("A donation is between")
    admin.look_over("console-payment-form")
    form.get_by_label("For").select_option("Supporting Member, $20/year")
    form.get_by_role("button", name="Record Payment").click()
    admin.expect_toast("Payment recorded")
    row = page.get_by_role("row").filter(has_text="Supporting Member").first
    expect(row).to_contain_text("Maya Example")
    admin.look_over("console-payments")
    _amount_beside_member(row)
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Treasurer’s File").click()
    assert "Supporting Member" in downloaded.value.path().read_text(encoding="utf-8-sig")
    _set_the_books(admin)
    row.get_by_role("button", name=re.compile("^Supporting Member")).click()
    opened = page.get_by_role("dialog", name="Supporting Member")
    expect(opened.get_by_role("link", name="Receipt")).to_be_visible()
    admin.look_over("console-payment-opened")
    opened.get_by_role("button", name="Void").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("A membership loses the time this paid for.")
    question.get_by_role("button", name="Void").click()
    admin.expect_toast("Payment voided")
    expect(row).to_contain_text("$20.00 refunded")
    page.get_by_role("searchbox").fill("nobody-of-this-name")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()


def _amount_beside_member(row: Locator) -> None:
    """On a phone both are in the first line of a row, the amount at its end."""
    size = row.page.viewport_size
    on_phone(row.page)
    edge, member, amount = (
        one.bounding_box() for one in (row, row.locator("td").first, row.locator(".money"))
    )
    assert edge
    assert member
    assert amount
    assert size
    assert amount["y"] < member["y"] + member["height"] <= edge["y"] + edge["height"] / 2
    assert edge["x"] + edge["width"] - amount["x"] - amount["width"] <= 16
    row.page.set_viewport_size(size)


def _set_the_books(admin: Person) -> None:
    """Download a month and the voters, each by what is set in the dialog."""
    page = admin.page
    opener = page.get_by_role("button", name="Books and Board")
    opener.click()
    board = page.get_by_role("dialog", name="Books and Board")
    board.get_by_label("Membership account").fill("0410")
    board.get_by_role("button", name="Save Account Codes").click()
    admin.expect_toast("Account codes saved")
    opener.click()
    admin.look_over("console-books-and-board")
    with page.expect_download() as downloaded:
        board.get_by_role("link", name="Download Books").click()
    assert '"0410"' in downloaded.value.path().read_text(encoding="utf-8-sig")
    board.get_by_label("In how many months").fill("0")
    board.get_by_role("button", name="Save Voting Rules").click()
    expect(board.locator("#field-months-error")).not_to_be_empty()
    board.get_by_label("In how many months").fill("6")
    board.get_by_role("button", name="Save Voting Rules").click()
    admin.expect_toast("Voting rules saved")
    opener.click()
    with page.expect_download() as downloaded:
        board.get_by_role("link", name="Download Voters").click()
    assert "Maya Example" in downloaded.value.path().read_text(encoding="utf-8-sig")
    board.get_by_role("button", name="Close").first.click()


@pytest.mark.whole
def test_a_draft_comes_back_once_its_member_is_found_by_name(admin: Person, stage: Stage) -> None:
    stage.person(MEMBER)
    page = admin.open("/admin/payments")
    page.get_by_role("button", name="Record Payment").click()
    form = page.get_by_role("dialog", name="Record Payment")
    choose_maya(form)
    form.get_by_label("For").select_option("Donation")
    form.get_by_label("Amount").fill("12.50")
    form.get_by_label("Number").fill("1042")
    # A new tab, of which the server knows nothing.
    page.evaluate("sessionStorage.removeItem('token')")
    admin.open("/admin/payments")
    page.get_by_role("button", name="Continue").click()
    for _ in range(2):
        choose_maya(form)
        expect(form.get_by_text("We restored your draft.")).to_be_visible()
        expect(form.get_by_label("For")).to_have_value("donation")
        expect(form.get_by_label("Amount")).to_have_value("12.50")
        expect(form.get_by_label("Number")).to_have_value("1042")
        form.get_by_role("button", name="Someone Else").click()
        expect(form.get_by_text("We restored your draft.")).to_have_count(0)
    choose_maya(form)
    form.get_by_role("button", name="Record Payment").click()
    admin.expect_toast("Payment recorded")


@pytest.mark.whole
def test_a_payment_is_recorded_from_the_page_of_the_member(admin: Person, stage: Stage) -> None:
    stage.person(MEMBER)
    page = admin.open("/admin")
    admin.follow(page.get_by_role("link", name="Maya Example"), "**/admin/users/*")
    admin.follow(page.get_by_role("link", name="See Payments"), "**/admin/payments?*")
    expect(page.get_by_role("searchbox")).to_have_value(MEMBER)
    page.get_by_role("button", name="Record Payment").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_text("Maya Example")).to_be_visible()
    form.get_by_role("button", name="Record Payment").click()
    admin.expect_toast("Payment recorded")
    # The books keep what other tests recorded for her; the newest stands first.
    row = page.get_by_role("row").filter(has_text="Supporting Member").first
    expect(row).to_contain_text("Maya Example")
