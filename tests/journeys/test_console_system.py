"""The System tab: what runs and waits, and a job that an administrator starts."""

import re

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.stage import Stage

PATH = "/admin/system"


def test_a_job_is_started_and_its_end_is_seen(admin: Person, stage: Stage) -> None:
    stage.failed_letter("Park day moved")
    page = admin.open(PATH)
    expect(page.get_by_role("heading", name="System", exact=True)).to_be_visible()
    expect(page.get_by_text("Up to date")).to_be_visible()
    expect(page.get_by_text("1 failed", exact=True)).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Deletes records that have expired.")
    expect(row.get_by_text("Done")).to_be_visible()
    row.get_by_role("button", name="Run Now: Cleanup").press("Enter")
    admin.expect_toast("The job is starting")
    # The page is told when the job begins and ends; nobody loads it again.
    expect(row.get_by_text("Done")).to_be_visible()
    expect(row.get_by_text(re.compile(r"\d+ kinds of rows"))).to_be_visible()
    admin.go("/admin/log")
    started = page.get_by_role("row").filter(has_text="started the job")
    expect(started.filter(has_text="Cleanup")).to_have_count(1)
