"""A plugin of pytest (`-p tests.unsteady`): a failed browser test is tried once more, and told of.

Where more than `MOST` tests of a run pass only the second time, the run fails.
"""

import pytest

MOST = 2
TRIED_AGAIN = "rerun"


@pytest.hookimpl(trylast=True)  # conftest.py marks the tests of a browser first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


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
    terminalreporter.write_line(f"{len(tried)} tried once more; at most {MOST} may be")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Too many are a failure of the run, though each of them passed in the end."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    tried = reporter.getreports(TRIED_AGAIN) if reporter else []
    if session.exitstatus == pytest.ExitCode.OK and len(tried) > MOST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
