"""The letter that arrives after registering, and its link that unsubscribes without a sign-in."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.journeys.people import SCREENS, Person
from tests.journeys.stage import MEMBER, Stage, evening
from tests.servers.application import Application

TITLE = "Letters and Spears"


@pytest.fixture
def letters(application: Application) -> Path:
    """The folder into which a site without a mail server writes its letters."""
    return application.folder / "data/mail"


def letter_about(folder: Path, title: str, reader: Person) -> EmailMessage:
    found = list[EmailMessage]()

    def has_come() -> bool:
        read = (message_from_bytes(one.read_bytes(), policy=policy.default) for one in _in(folder))
        found.extend(message for message in read if title in str(message["Subject"]))
        return bool(found)

    reader.wait_until(has_come)
    return found[0]


def _in(folder: Path) -> Iterator[Path]:
    return folder.glob("*.eml")


def test_registering_sends_a_letter_that_ends_with_one_click(
    member: Person, visitor: Person, stage: Stage, letters: Path
) -> None:
    event_id = stage.event(TITLE, start_at=evening(5), price_cents=1000)
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name=re.compile("^Register")).first.click()
    member.expect_toast("Successfully registered for event!")
    message = letter_about(letters, TITLE, member)
    assert message["To"] == MEMBER
    assert [part.get_content_type() for part in message.iter_attachments()] == ["text/calendar"]
    _read(visitor, message)
    _end(visitor, urlsplit(str(message["List-Unsubscribe"]).strip("<>")).path)


def _read(visitor: Person, message: EmailMessage) -> None:
    """Show the letter as a mail program would."""
    html = message.get_body(("html",))
    assert html
    visitor.page.set_content(html.get_content())
    expect(visitor.page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(visitor.page.get_by_text("$10.00 at the gate")).to_be_visible()
    # A letter has no landmarks: it stands in the page of a mail program.
    SCREENS.mkdir(parents=True, exist_ok=True)
    visitor.page.screenshot(path=SCREENS / "letter-confirmed.png", full_page=True)


def _end(visitor: Person, path: str) -> None:
    page = visitor.page
    page.goto(visitor.url + path)
    expect(page.get_by_role("heading", name="No more emails about your events?")).to_be_visible()
    visitor.look_over("unsubscribe")
    page.get_by_role("button", name="Stop These Emails").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    page.goto(visitor.url + path[:-3])
    expect(page.get_by_role("heading", name="Nothing was changed")).to_be_visible()
