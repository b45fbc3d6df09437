"""The figures: what is counted, when, and that no label can grow without end."""

import inspect
import json
import re
import subprocess
import sys
import time
from http import HTTPStatus
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database, writes
from rookiebattle.core.doors.access import PUBLIC
from rookiebattle.core.doors.websocket import _label_of
from rookiebattle.core.doors.work import run, run_here
from rookiebattle.core.jobs.stored_metrics import StoredMetrics
from rookiebattle.core.telemetry import metrics
from rookiebattle.core.telemetry.log_names import name_of
from rookiebattle.core.telemetry.metrics import REGISTRY
from rookiebattle.manage.processes import ROOT
from rookiebattle.pages.admin.system.page import RUN_NOW
from rookiebattle.payments.models import What
from rookiebattle.registrations.service import registering
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS
from tests.clocks import StillClock
from tests.world import World

FEW = {
    *("route", "method", "status", "of", "handler", "outcome", "verb", "kind", "what"),
    *("name", "result", "queue", "state", "le"),
}
"""Labels whose values the code lists; `le` are the bounds of a histogram."""


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"rookiebattle_{name}", labels) or 0.0


def test_every_label_has_few_values() -> None:
    found = {name for one in REGISTRY.collect() for sample in one.samples for name in sample.labels}
    declared = {
        name for _, one in inspect.getmembers(metrics) for name in getattr(one, "_labelnames", ())
    }
    assert declared <= FEW
    assert found <= FEW


def test_seats_are_counted_as_they_are_taken_and_freed(
    each_database: Database, still_clock: StillClock
) -> None:
    world = World(each_database)
    maya, event_id = world.person(), world.event()
    before = [value("seats_total", what=what) for what in ("taken", "freed")]
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    after = [value("seats_total", what=what) for what in ("taken", "freed")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1]


def read(_session: Session, _actor: Actor) -> int:
    return 1


@writes
def write(_session: Session, _actor: Actor) -> float:
    return value("writes_pending")


@pytest.mark.anyio
async def test_verbs_are_timed_and_pending_writes_counted(database: Database) -> None:
    names = {"verb": name_of(read), "kind": "read"}
    before = value("verb_seconds_count", **names)
    await run(read, VISITOR)
    run_here(time.monotonic(), read, VISITOR, PUBLIC)
    assert value("verb_seconds_count", **names) == before + 2
    assert await run(write, VISITOR) == 1
    assert value("writes_pending") == 0
    assert value("wait_seconds_count", kind="write") > 0


def test_a_verb_is_named_by_its_module() -> None:
    assert name_of(registering.register) == "registrations.service.registering.register"


def test_invented_handlers_share_one_label() -> None:
    assert _label_of("reflex___state____state.a.b.calendar_state.register", PUBLIC) == (
        "calendar_state.register"
    )
    assert _label_of("of.somebody.else", None) == "unknown"


def test_every_figure_has_a_sentence() -> None:
    told = {one.name: one.documentation for one in REGISTRY.collect()}
    assert len(told) > 10
    assert all(told.values())


def test_the_port_is_off_by_default() -> None:
    assert get_settings().metrics_port == 0


DEPLOY = Path(__file__).parents[3] / "deploy"
# Labels that Prometheus adds itself.
OF_PROMETHEUS = {"job", "instance"}


def names_of_all() -> set[str]:
    """The names under which Prometheus stores our figures."""
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    families = [*REGISTRY.collect(), *StoredMetrics({}).describe()]
    return {one.name + end for one in families for end in ends.get(one.type, ("",))}


def expressions(text: str) -> str:
    """The questions to Prometheus in the rules or in the dashboard, without their prose."""
    if text.startswith("{"):
        panels = json.loads(text)["panels"]
        return "\n".join(target["expr"] for panel in panels for target in panel["targets"])
    return "\n".join(re.findall(r"expr: (?:>-\n)?(.*?)\n +(?:for|labels):", text, re.DOTALL))


@pytest.mark.parametrize("file", ["alerts.yml", "grafana-dashboard.json"])
def test_every_figure_that_deploy_names_exists(file: str) -> None:
    asked = expressions((DEPLOY / file).read_text())
    named = set(re.findall(r"\b(?:rookiebattle|process)_\w+", asked))
    assert len(named) > 8
    assert named <= names_of_all()
    by = [one for some in re.findall(r"by \(([^)]*)\)", asked) for one in some.split(", ")]
    matched = re.findall(r"[{,](\w+)=", asked)
    assert {*by, *matched} <= FEW | OF_PROMETHEUS


def listed_values() -> dict[str, set[str]]:
    """The values that the code gives to labels. A verb of each kind runs, so that both are told."""
    run_here(time.monotonic(), read, VISITOR, PUBLIC)
    run_here(time.monotonic(), write, VISITOR, PUBLIC)
    values = {
        "job": {"rookiebattle"},
        "name": {*JOBS},
        "what": {one.value for one in What},
        "status": {str(one.value) for one in HTTPStatus},
    }
    for family in (*metrics.WAIT_SECONDS.collect(), *StoredMetrics(JOBS).collect()):
        for label, told in (pair for one in family.samples for pair in one.labels.items()):
            values.setdefault(label, set()).add(told)
    return values


def unknown_values(asked: str, listed: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Labels and values of a question that no figure has. A value may be a pattern."""
    matched = re.findall(r'[{,] *(\w+)=~?"([^"]*)"', asked)
    return [
        (label, wanted)
        for label, wanted in matched
        if not any(re.fullmatch(wanted, one) for one in listed.get(label, ()))
    ]


def test_every_value_that_deploy_asks_for_is_given(database: Database) -> None:
    listed = listed_values()
    for file in ("alerts.yml", "grafana-dashboard.json"):
        assert unknown_values(expressions((DEPLOY / file).read_text()), listed) == []
    alerts = (DEPLOY / "alerts.yml").read_text()
    for misspelt in ('{kind="writes"', '{state="fails"', '{name="hold"', '{status=~"6.."'):
        label, _, value = misspelt.strip("{").partition("=")
        right = re.sub(r"\{" + label + r'=~?"[^"]*"', misspelt, expressions(alerts))
        assert set(unknown_values(right, listed)) == {(label, value.strip('~"'))}
    guide = (ROOT / "docs/operations.md").read_text()
    assert {*re.findall(r"job_name: (\w+)", guide)} == listed["job"]


def blind_to_the_future(alerts: str) -> list[str]:
    """Ages that are negative, and so silent, when something was noted while a clock was ahead."""
    return re.findall(r"(?<!abs\()time\(\) - .*", expressions(alerts))


def test_an_alert_about_an_age_sees_a_time_in_the_future() -> None:
    text = (DEPLOY / "alerts.yml").read_text()
    assert blind_to_the_future(text) == []
    assert len(blind_to_the_future(text.replace("abs(time()", "(time()"))) > 2


def test_an_alert_names_the_button_as_the_console_does() -> None:
    named = re.findall(r"'(run now)'", (DEPLOY / "alerts.yml").read_text(), re.IGNORECASE)
    assert set(named) == {RUN_NOW}


OF_A_FRESH_WORKER = """
from rookiebattle import rookiebattle
from rookiebattle.core.telemetry.metrics import REGISTRY
for family in REGISTRY.collect():
    for one in family.samples:
        print(one.name, *(f'{name}="{value}"' for name, value in one.labels.items()))
"""


def test_an_alert_about_a_growing_count_knows_it_from_the_start(database: Database) -> None:
    """Prometheus sees no growth in a count that begins with 1."""
    asked = expressions((DEPLOY / "alerts.yml").read_text())
    growing = {" ".join(one) for one in re.findall(r"increase\((\w+)\{([^}]*)\}", asked)}
    command = [sys.executable, "-c", OF_A_FRESH_WORKER]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert len(growing) > 1
    assert growing <= set(told.splitlines())


def test_every_alert_says_why_it_exists_and_what_to_do() -> None:
    rules = (DEPLOY / "alerts.yml").read_text().split("\n\n")
    assert len(rules) > 10
    for rule in rules:
        assert re.search(r"^ {6}# [A-Z].*\.$", rule, re.MULTILINE), rule
        assert "what_to_do:" in rule
        assert len(re.findall("- alert:", rule)) == 1


def test_a_figure_that_does_not_exist_is_found() -> None:
    assert "rookiebattle_colour" not in names_of_all()
    told = "expr: sum(rookiebattle_colour)\n        for: 1m"
    assert expressions(told) == "sum(rookiebattle_colour)"
