"""Waivers in force, and a signature."""

from pathlib import Path

from playwright.sync_api import Page, expect

from rookiebattle.settings import get_settings
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.service.versions import TEXTS
from tests.journeys.people import Person


def publish(admin: Person) -> None:
    """Put the examples in force, as an administrator does."""
    request, path = admin.page.request, f"{admin.url}/api/admin/waivers/versions"
    club, headers = get_settings().org_name, {"origin": admin.url}
    for form in Form:
        text = Path(TEXTS, f"{form}.md").read_text("utf-8")
        text = text.replace("{club}", club).replace("{CLUB}", club.upper())
        sent = {"form": form, "text": text, "validMonths": 12}
        made = request.post(path, data=sent, headers=headers)
        assert made.status == 201, made.text()
        done = request.post(f"{path}/{made.json()['id']}/publish", headers=headers)
        assert done.status == 200, done.text()


def sign(page: Page, title: str, name: str) -> None:
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    page.get_by_label("Your Full Name").fill(name)
    page.get_by_label("Your Full Name").press("Enter")
