"""The package keeps the rules about imports. Each rule is also shown a file that breaks it."""

from tests.architecture import layers, vocabulary
from tests.architecture.shown import Example, Rule, shown
from tests.architecture.source import ROOT

RULES: list[Rule] = [
    layers.names_have_a_role,
    layers.slices_in_order,
    layers.pages_are_imported_by_nobody,
    layers.the_console_is_shared_by_its_pages,
    layers.floors_in_order,
    layers.drawing_does_not_call,
    layers.kernel_knows_no_slice,
    layers.commands_stay_outside,
    layers.tools_stay_outside,
    layers.doors_hold_no_rule,
    layers.one_place_changes_progress,
    layers.one_place_commits,
    layers.one_place_fills_states,
    layers.views_are_replaced,
    layers.statements_are_built,
    layers.one_place_reads_the_environment,
    layers.limits_are_the_sites,
    layers.databases_know_every_table,
]

STATE = "from rookiebattle.events.state import EventFormState"
BROKEN: list[Example] = [
    (layers.names_have_a_role, "events/calendar_service.py", ""),
    (layers.names_have_a_role, "pages/event/event_view.py", ""),
    (layers.names_have_a_role, "pages/event/month.py", ""),
    (layers.names_have_a_role, "pages/admin/letters/month.py", ""),
    (layers.slices_in_order, "events/service.py", "from rookiebattle.payments import service"),
    (layers.slices_in_order, "events/service.py", "import rookiebattle.resources.service"),
    (layers.slices_in_order, "resources/state.py", "from rookiebattle.events import policy"),
    (layers.slices_in_order, "members/service.py", "from rookiebattle.accounts.own import own"),
    (layers.slices_in_order, "payments/service.py", "from rookiebattle.events.queries import one"),
    (layers.pages_are_imported_by_nobody, "events/service.py", "import rookiebattle.pages.event"),
    (layers.pages_are_imported_by_nobody, "pages/home/page.py", "import rookiebattle.pages.event"),
    (layers.pages_are_imported_by_nobody, "pages/admin/x.py", "import rookiebattle.pages.admin.y"),
    (layers.pages_are_imported_by_nobody, "ui/shell.py", "from rookiebattle.pages import home"),
    (
        layers.the_console_is_shared_by_its_pages,
        "pages/home/page.py",
        "from rookiebattle.console import state",
    ),
    (
        layers.the_console_is_shared_by_its_pages,
        "console/service.py",
        "from rookiebattle.events import queries",
    ),
    (layers.floors_in_order, "events/models.py", "from rookiebattle.events.service import create"),
    (layers.floors_in_order, "events/policy.py", "from rookiebattle.events import service"),
    (layers.floors_in_order, "events/timing.py", "from rookiebattle.events import service"),
    (layers.floors_in_order, "events/service.py", STATE),
    (layers.floors_in_order, "pages/event/view.py", "from rookiebattle.pages.event import state"),
    (layers.floors_in_order, "pages/event/state.py", "import rookiebattle.pages.event.parts"),
    (
        layers.drawing_does_not_call,
        "pages/event/page.py",
        "from rookiebattle.events import service",
    ),
    (
        layers.drawing_does_not_call,
        "pages/admin/letters/page.py",
        "from rookiebattle.events import service",
    ),
    (layers.drawing_does_not_call, "pages/not_found.py", "from rookiebattle.events import queries"),
    (
        layers.drawing_does_not_call,
        "events/components.py",
        "from rookiebattle.events.models import Event",
    ),
    (
        layers.kernel_knows_no_slice,
        "core/database/db.py",
        "from rookiebattle.events.models import Event",
    ),
    (layers.kernel_knows_no_slice, "core/doors/http.py", "from rookiebattle.ui import state"),
    (layers.kernel_knows_no_slice, "ui/shell.py", "from rookiebattle.accounts import schemas"),
    (layers.kernel_knows_no_slice, "art/map.py", "from rookiebattle.ui import marks"),
    (layers.kernel_knows_no_slice, "settings.py", "from rookiebattle.core import db"),
    (layers.kernel_knows_no_slice, "routes.py", "from rookiebattle.core import db"),
    (layers.kernel_knows_no_slice, "integrations/mail.py", "from rookiebattle.ui import forms"),
    (layers.commands_stay_outside, "events/state.py", "from rookiebattle.manage import build"),
    (layers.tools_stay_outside, "manage/dev.py", "from development.testing import CHROMIUMS"),
    (layers.doors_hold_no_rule, "events/state.py", "import sqlmodel"),
    (layers.doors_hold_no_rule, "events/api.py", "def f():\n    from sqlalchemy import select"),
    (layers.doors_hold_no_rule, "pages/checkout/parts.py", "import stripe.checkout"),
    (layers.one_place_commits, "events/service.py", "def f(session):\n    session.commit()"),
    (layers.one_place_commits, "events/service.py", "finish = session.commit"),
    (layers.one_place_changes_progress, "accounts/service.py", "user.is_admin = True"),
    (layers.one_place_changes_progress, "members/service.py", "a.bio, a.member_rank = None, 1"),
    (layers.one_place_changes_progress, "members/service.py", "user.admin_rank += 1"),
    (layers.one_place_changes_progress, "members/service.py", "setattr(user, 'is_samurai', True)"),
    (
        layers.one_place_changes_progress,
        "payments/queries/payments.py",
        "q.values(membership_tier='basic')",
    ),
    (layers.one_place_changes_progress, "members/service.py", "new = User(award_beads={'red': 1})"),
    (layers.statements_are_built, "events/queries.py", "wanted = sa.text('DELETE FROM events')"),
    (layers.statements_are_built, "events/queries.py", "from sqlalchemy import text"),
    (layers.one_place_fills_states, "pages/event/state.py", "setattr(self, name, value)"),
    (layers.one_place_fills_states, "members/state/roster.py", "put = setattr"),
    (layers.views_are_replaced, "pages/event/state.py", "self.shown.plans['a'] = plan"),
    (layers.views_are_replaced, "pages/event/state.py", "self.shown.going += [name]"),
    (layers.views_are_replaced, "pages/event/state.py", "self.shown.going.append(name)"),
    (
        layers.one_place_reads_the_environment,
        "core/database/db.py",
        "import os\nx = os.environ['X']",
    ),
    (layers.one_place_reads_the_environment, "core/database/db.py", "from os import getenv"),
    (layers.limits_are_the_sites, "core/doors/http.py", "limit = Limiter(3, 60)"),
    (layers.limits_are_the_sites, "events/service.py", "limit = limits.Limiter(3, 60, 5)"),
    (layers.databases_know_every_table, "manage/database.py", "Database(url)"),
    (layers.databases_know_every_table, "rookiebattle.py", "from rookiebattle import letters"),
    (layers.databases_know_every_table, "manage/admin.py", "db.Database(url)"),
    (
        layers.databases_know_every_table,
        "manage/admin.py",
        "from rookiebattle.core.database.db import get_database",
    ),
]

SOUND: list[Example] = [
    (layers.views_are_replaced, "pages/event/state.py", "self.shown = replace(self.shown, a=1)"),
    (layers.limits_are_the_sites, "core/doors/http.py", 'Limiter(3, 60, name="requests")'),
    (layers.limits_are_the_sites, "core/doors/work.py", "CapacityLimiter(3)"),
    (layers.names_have_a_role, "events/recurrence.py", ""),
    (layers.names_have_a_role, "members/components/roster.py", ""),
    (layers.names_have_a_role, "pages/not_found.py", ""),
    (layers.names_have_a_role, "pages/event/parts/head.py", ""),
    (layers.names_have_a_role, "pages/admin/letters.py", ""),
    (layers.names_have_a_role, "pages/admin/letters/state.py", ""),
    (layers.slices_in_order, "payments/service.py", "from rookiebattle.events import service"),
    (layers.slices_in_order, "pages/home/page.py", "from rookiebattle.events import components"),
    (layers.pages_are_imported_by_nobody, "pages/event/page.py", "import rookiebattle.pages.event"),
    (
        layers.pages_are_imported_by_nobody,
        "pages/admin/x/page.py",
        "import rookiebattle.pages.admin.x",
    ),
    (layers.pages_are_imported_by_nobody, "rookiebattle.py", "from rookiebattle import pages"),
    (
        layers.the_console_is_shared_by_its_pages,
        "pages/admin/x/page.py",
        "import rookiebattle.console.components",
    ),
    (
        layers.the_console_is_shared_by_its_pages,
        "console/state.py",
        "from rookiebattle.accounts import awaiting",
    ),
    (layers.floors_in_order, "events/service.py", "from rookiebattle.events import policy"),
    (layers.floors_in_order, "pages/event/page.py", "from rookiebattle.pages.event import state"),
    (layers.drawing_does_not_call, "pages/event/page.py", STATE),
    (layers.one_place_changes_progress, "progression/entering.py", "user.admin_rank = 1"),
    (layers.one_place_changes_progress, "seed/people.py", "User(is_admin=True)"),
    (layers.one_place_changes_progress, "pages/home/view.py", "self.is_admin = actor.is_admin"),
    (layers.one_place_commits, "core/database/db.py", "def f(session):\n    session.commit()"),
    (layers.statements_are_built, "events/queries.py", "sa.update(events)"),
    (layers.statements_are_built, "events/models.py", "sa.Index('x', sa.text('a'))"),
    (layers.one_place_fills_states, "ui/views.py", "setattr(state, name, value)"),
    (layers.one_place_fills_states, "chapters/service.py", "setattr(chapter, name, value)"),
    (layers.one_place_reads_the_environment, "manage/run.py", "import os\nos.environ"),
    (layers.databases_know_every_table, "core/database/db.py", "Database(url)"),
    (
        layers.databases_know_every_table,
        "manage/database.py",
        "import rookiebattle.models\nDatabase(url)",
    ),
]

(
    test_the_package_keeps,
    test_a_file_that_breaks_a_rule_is_found,
    test_a_file_that_keeps_the_rule_is_left_alone,
    test_every_rule_has_a_file_that_breaks_it,
) = shown(RULES, BROKEN, SOUND)


def test_the_documents_name_the_order_of_slices() -> None:
    for path in ("docs/development.md", "docs/decisions/0011-order-of-slices.md"):
        told = " ".join((ROOT / path).read_text(encoding="utf-8").split())
        assert ", ".join(vocabulary.SLICES) in told, path
