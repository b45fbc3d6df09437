"""Privacy and terms: on the way from the footer, without scripts, and at the welcome."""

from playwright.sync_api import Page, expect

from tests.journeys.people import Person
from tests.journeys.site import Site


def test_a_visitor_reads_what_is_stored_and_what_to_expect(visitor: Person) -> None:
    page = visitor.open("/chapters")
    footer = page.get_by_role("contentinfo")
    visitor.follow(footer.get_by_role("link", name="Privacy"), "**/privacy")
    expect(page.get_by_role("heading", name="Your Account", exact=True)).to_be_visible()
    visitor.look_over("privacy")
    visitor.follow(footer.get_by_role("link", name="Terms of Use"), "**/terms")
    expect(page.get_by_role("heading", name="What does a seat mean?", level=2)).to_be_visible()
    visitor.look_over("terms")


def test_both_are_read_without_scripts(site: Site, reader: Page) -> None:
    reader.goto(f"{site.url}/privacy")
    expect(reader.get_by_role("heading", name="Your Payments", level=3)).to_be_visible()
    reader.get_by_role("contentinfo").get_by_role("link", name="Terms of Use").click()
    expect(reader.get_by_role("heading", name="Terms of Use", level=1)).to_be_visible()
