"""A plugin of pytest (`-p tests.unsteady`): a failed browser test is tried once more, and told.

Where more than `MOST` tests of a run need that, the run fails.
"""

import pytest

MOST = 2
TRIED_AGAIN = "rerun"
# The clock of a test runs once for both tries, so a second one after that would have no end.
HUNG = "from pytest-timeout"


@pytest.hookimpl(trylast=True)  # conftest.py marks the tests of a browser first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1, rerun_except=[HUNG]))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    tried = terminalreporter.getreports(TRIED_AGAIN)
    if not tried:
        return
    terminalreporter.section("tried once more", sep="=")
    for report in tried:
        terminalreporter.section(report.head_line or report.nodeid, sep="_")
        terminalreporter.write_line(report.longreprtext)
    many = f"{len(tried)} browser tests were tried once more"
    terminalreporter.write_line(f"{many}; more than {MOST} fail the run")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Too many are a failure of the run, though each of them passed in the end."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    tried = reporter.getreports(TRIED_AGAIN) if reporter else []
    if session.exitstatus == pytest.ExitCode.OK and len(tried) > MOST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
