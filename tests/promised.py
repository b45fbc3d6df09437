"""A plugin of pytest (`-p tests.promised`): in how many cases each test of a whole run passed.

docs/guarantees.md is made of the record by development/guarantees.py.
"""

import json
import os
from collections import Counter
from datetime import UTC, datetime

import pytest

from development.guarantees import RECORD
from tests.covered import is_whole
from tests.soak.report import commit_here

_passed: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        _passed[report.nodeid.partition("[")[0]] += 1


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Record the run, unless something failed or was left out; other plugins judge before."""
    config = session.config
    is_part = config.getoption("markexpr") or "PYTEST_XDIST_WORKER" in os.environ
    if session.exitstatus != pytest.ExitCode.OK or is_part or not is_whole(config):
        return
    record = {
        "commit": commit_here(),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "cores": os.cpu_count(),
        "is_whole": config.getoption("--whole"),
        "passed": dict(sorted(_passed.items())),
    }
    RECORD.parent.mkdir(exist_ok=True)
    RECORD.write_text(json.dumps(record, indent=1), encoding="utf-8")
