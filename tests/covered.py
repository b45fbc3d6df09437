"""A plugin of pytest (`-p tests.covered`): how many branches of the rules the tests run.

Rules are the files whose role is service or policy. Below `LEAST` percent of one, the run fails.
"""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage

from tests.architecture.source import ROOT, package
from tests.architecture.vocabulary import role_of

LEAST = 95
RULES = frozenset({"service", "policy"})
FILES = frozenset(module.path for module in package() if role_of(module) in RULES)
# Slipcover would remove a probe after so many hits. That swaps code while other threads run it.
NEVER = 2**31 - 1
FOUND = "covered"


class _OnlyRules(FileMatcher):  # type: ignore[misc]  # slipcover tells no types
    def matches(self, filename: Path | str | None) -> bool:
        path = Path(filename or "")
        return path.is_relative_to(ROOT) and str(path.relative_to(ROOT)) in FILES


_measured = Slipcover(branch=True, d_miss_threshold=NEVER)
_importing = ImportManager(_measured, _OnlyRules())
_of_workers: list[Mapping[str, Any]] = []


@dataclass(frozen=True)
class Covered:
    """One file: the percentage that was run, and the lines and branches that were not."""

    path: str
    percent: float
    missing: str

    @property
    def is_enough(self) -> bool:
        return self.percent >= LEAST

    def __str__(self) -> str:
        return f"{self.percent:5.1f} %  {self.path}  {self.missing}".rstrip()


def covered(files: Mapping[str, Any], expected: Collection[str] = FILES) -> list[Covered]:
    """The result for each file, least covered last: the end of a log is what people read.

    A file that was never imported has 0 %.
    """
    found = [_covered(path, files.get(path)) for path in expected]
    return sorted(found, key=lambda one: (-one.percent, one.path))


def _covered(path: str, found: Mapping[str, Any] | None) -> Covered:
    if found is None:
        return Covered(path, 0, "never imported")
    missed = set(found["missing_lines"])
    missing = list(_ranges(found["missing_lines"], set(found["executed_lines"])))
    for start, end in found["missing_branches"]:
        if missed.isdisjoint((start, end)):
            missing.append(f"{start}→{end or 'end'}")
    return Covered(path, found["summary"]["percent_covered"], " ".join(missing))


def _ranges(missed: Sequence[int], walked: Collection[int]) -> Iterator[str]:
    """'7–12' for missed lines with no executed line between them."""
    groups: list[list[int]] = []
    for line in missed:
        if groups and not any(other in walked for other in range(groups[-1][-1], line)):
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        yield f"{group[0]}–{group[-1]}" if len(group) > 1 else str(group[0])


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before conftest.py is read, so that its imports are measured as well.

    The first of several processes runs no test, and the others wait for its start.
    """
    is_first = getattr(early_config.known_args_namespace, "numprocesses", None)
    if not is_first or "PYTEST_XDIST_WORKER" in os.environ:
        _importing.__enter__()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's result on to the main process. There, a file below the limit is a failure."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[FOUND] = json.dumps(_measured.get_coverage())
    elif session.exitstatus == pytest.ExitCode.OK and _is_too_little(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _is_too_little(config: pytest.Config) -> bool:
    return is_whole(config) and not all(one.is_enough for one in covered(_merged()))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the result of a worker of xdist that has ended. A crashed worker has none."""
    output = getattr(node, "workeroutput", {})
    if FOUND in output:
        _of_workers.append(json.loads(output[FOUND]))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if is_whole(config):
        terminalreporter.section("branches of services and policies")
        for line in _told(covered(_merged())):
            terminalreporter.write_line(line)


def _told(found: list[Covered]) -> Iterator[str]:
    yield from map(str, found)
    few = sum(not one.is_enough for one in found)
    yield f"{few} of {len(found)} files are covered to less than {LEAST} %"


def is_whole(config: pytest.Config) -> bool:
    """Whether all tests were run. A part of them cannot cover everything."""
    chosen = (config.getoption(name, None) for name in ("keyword", "deselect", "lf"))
    return config.args_source is not pytest.Config.ArgsSource.ARGS and not any(chosen)


def _merged() -> Mapping[str, Any]:
    whole = _measured.get_coverage()
    for found in _of_workers:
        whole = merge_coverage(whole, found)
    return {_below_root(path): found for path, found in whole["files"].items()}


def _below_root(path: str) -> str:
    return (Path.cwd() / path).relative_to(ROOT).as_posix()
