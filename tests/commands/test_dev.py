"""`make dev` compiles once, and again only after somebody changes a file of the site."""

from dataclasses import dataclass
from functools import partial

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from rookiebattle import routes
from rookiebattle.manage.dev import COMPILING
from tests.journeys.people import Person, person
from tests.servers.checkout import Checkout
from tests.servers.programs import Program, free_port

TITLE = "Half a title"
# Compiling takes a few seconds; a machine with other work takes longer.
PATIENCE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Edit:
    """A line of a file, and what the open page /events shows of it: an element and its state."""

    file: str
    old: str
    new: str
    seen: str
    style: tuple[str, str] | None = None

    def expect_seen(self, page: Page) -> None:
        shown = page.locator(self.seen)
        if self.style:
            expect(shown).to_have_css(*self.style, timeout=PATIENCE_MS)
        else:
            expect(shown).to_be_attached(timeout=PATIENCE_MS)


EDITS = (
    Edit(
        "rookiebattle/pages/calendar/page.py",
        'TITLE = "Events Calendar"',
        'TITLE = "Events Almanac"',
        "h1:text-is('Events Almanac')",
    ),
    Edit(
        "rookiebattle/events/wording.py",
        '"tournament": "Tournament",',
        '"tournament": "Grand Tourney",',
        "dialog option:text-is('Grand Tourney')",
    ),
    Edit(
        "rookiebattle/ui/footer.py",
        "help them up.",
        "help others up.",
        "footer span:text-is('Play hard, play safe, help others up.')",
    ),
    Edit(
        "rookiebattle/settings.py",
        'org_subtitle: str = "Foam-weapon combat, Florida"',
        'org_subtitle: str = "Foam-weapon combat, Georgia"',
        "header .brand-sub:text-is('Foam-weapon combat, Georgia')",
    ),
    Edit(
        "rookiebattle/pages/calendar/month_head.jsx",
        "<div {...rest} ref={ref}",
        '<div data-edited="yes" {...rest} ref={ref}',
        ".month-head[data-edited=yes]",
    ),
    Edit(
        "assets/styles/shell.css",
        ".page-head p {\n    color: var(--soft);",
        ".page-head p {\n    color: var(--soft);\n    font-style: italic;",
        ".page-head p",
        ("font-style", "italic"),
    ),
)

NEW_FILE = "rookiebattle/pages/calendar/heading.py"
# The page imports a file that does not exist yet, and then does without it again.
FROM_NEW_FILE = Edit(
    "rookiebattle/pages/calendar/page.py",
    'TITLE = "Events Almanac"',
    "from rookiebattle.pages.calendar.heading import TITLE",
    "h1:text-is('Events Ledger')",
)
WITHOUT_IT = Edit(
    "rookiebattle/pages/calendar/page.py",
    "from rookiebattle.pages.calendar.heading import TITLE",
    'TITLE = "Events Diary"',
    "h1:text-is('Events Diary')",
)


def is_ready(port: int) -> bool:
    """Whether the site answers. Vite answers before it, with an error in the site's place."""
    try:
        return httpx.get(f"http://localhost:{port}{routes.HEALTH}", timeout=5).is_success
    except httpx.HTTPError:
        return False


def compilations(program: Program) -> int:
    return program.output().count("Compiling: ")


def has_compiled(program: Program, times: int) -> bool:
    return compilations(program) >= times


def begin_an_event(somebody: Person) -> None:
    """Sign in as a demo account and fill in half of a form."""
    page = somebody.page
    page.goto(f"{somebody.url}/api/login?next=/events", timeout=PATIENCE_MS)
    page.get_by_role("link", name="Theo Marsh").click()
    # Vite packs its modules for the first browser, and then loads the page again.
    page.get_by_role("button", name="Create Event").click(timeout=PATIENCE_MS)
    page.get_by_role("dialog").get_by_label("Title").fill(TITLE)


@pytest.mark.whole
@pytest.mark.browser
@pytest.mark.timeout(400)
def test_make_dev_shows_each_change_and_rests_between(
    own_checkout: Checkout, browser: Browser
) -> None:
    own_checkout.add_pages()
    port = free_port()
    with own_checkout.making("dev", f"PORT={port}") as program:
        program.wait_until(lambda: is_ready(port), seconds=120)
        assert COMPILING in program.output()
        with person(browser, f"http://localhost:{port}") as somebody:
            begin_an_event(somebody)
            # The sign-in has written to the database, and compiling has written to reflex.lock.
            assert compilations(program) == 1
            for number, edit in enumerate(EDITS, 2):
                own_checkout.edit(edit.file, edit.old, edit.new)
                edit.expect_seen(somebody.page)
                program.wait_until(partial(has_compiled, program, number))
                expect(somebody.page.get_by_label("Title")).to_have_value(TITLE)
            expect(somebody.page.locator("header").get_by_text("Logout")).to_be_attached()
            assert compilations(program) == 1 + len(EDITS)
            own_checkout.edit(FROM_NEW_FILE.file, FROM_NEW_FILE.old, FROM_NEW_FILE.new)
            program.wait_until(lambda: "ModuleNotFoundError" in program.output())
            new_file = own_checkout.root / NEW_FILE
            new_file.write_text('TITLE = "Events Ledger"\n', encoding="utf-8")
            FROM_NEW_FILE.expect_seen(somebody.page)
            own_checkout.edit(WITHOUT_IT.file, WITHOUT_IT.old, WITHOUT_IT.new)
            new_file.unlink()
            WITHOUT_IT.expect_seen(somebody.page)
            # Each change of Python started the server again. Meanwhile Vite had nobody to ask.
            somebody.forgive("502")
            somebody.forgive_lost_sockets()
