"""Tries mutants: a process that has imported everything and run the tests once forks for each.

The child changes functions in memory. A change elsewhere, such as a limit, needs an own import.
"""

import gc
import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

import hypothesis
import pytest

from mutants.catalog import PACKAGE, ROOT
from mutants.making import Mutant

LIVES, DIES, BROKEN = 0, 1, 2
# Seconds of processor time, which another program on the machine does not use up.
LEAST_SECONDS, TIMES_AS_LONG = 5, 5
SECONDS_BY_IMPORT = 30
MOST_BYTES = 3_000_000_000
# The order and the seed are the same in each run, so that two runs tell the same. A test that waits
# for ever ends by the clock.
OPTIONS = (
    *(
        "-q",
        "-x",
        "--assert=plain",
        "--tb=native",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        "--timeout=300",
    ),
    *("--randomly-dont-reorganize", "--randomly-seed=1"),
)


class Tests:
    """A plugin of pytest: the chosen tests, on SQLite, without what another run left behind."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        hypothesis.settings.register_profile(
            "mutants", deadline=None, database=None, derandomize=True, phases=_WITHOUT_SHRINKING
        )
        hypothesis.settings.load_profile("mutants")
        for plugin in config.pluginmanager.get_plugins():
            if hasattr(plugin, "DATABASES"):
                plugin.DATABASES = ("sqlite",)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not _is_slow(item)]
        items.sort(key=_needs_a_database)


_WITHOUT_SHRINKING = (hypothesis.Phase.explicit, hypothesis.Phase.generate)


def _is_slow(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    chosen = getattr(getattr(item, "callspec", None), "params", {})
    return "postgres" in chosen.values() or not {
        *("postgres", "browser", "application", "redis_server", "moto_server", "rclone_server"),
    }.isdisjoint(names)


def _needs_a_database(item: pytest.Item) -> bool:
    return "sqlite_template" in getattr(item, "fixturenames", ())


class InMemory(Tests):
    """A plugin of pytest that runs the tests once, and then those of each mutant in a fork."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self._mutants = mutants
        self.living: list[Mutant] = []
        self.has_failed = False
        self._calls: dict[pytest.Item, set[str]] = {}
        self._seconds: dict[pytest.Item, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        path = str(ROOT / self._mutants[0].file)
        for item, following in _with_following(session.items):
            self._run_once(item, following, path)
        gc.unfreeze()
        memory = _Memory(path)
        # A collection in a child would copy the whole memory.
        gc.collect()
        gc.freeze()
        self.living = [one for one in self._mutants if self._lives(one, memory)]
        return True

    def _run_once(self, item: pytest.Item, following: Any, path: str) -> None:
        """Note which functions of the file a test calls, and how long it takes."""
        called: set[str] = set()
        note = _noting(called, path)
        began = time.process_time()
        threading.setprofile(note)
        sys.setprofile(note)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
        if self.has_failed:
            raise pytest.UsageError(f"{item.nodeid} fails, or would not start, without a mutant")
        self._calls[item], self._seconds[item] = called, time.process_time() - began

    def calls(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests that call the changed function."""
        return [item for item, called in self._calls.items() if mutant.where in called]

    def _lives(self, mutant: Mutant, memory: "_Memory") -> bool:
        items = self.calls(mutant)
        items.sort(key=lambda item: self._seconds[item])
        child = os.fork()
        if not child:
            try:
                _limit(sum(self._seconds[item] for item in items))
                memory.put(mutant.text)
                os._exit(self._first_failure(items))
            finally:
                os._exit(BROKEN)
        _, status = os.waitpid(child, 0)
        if status == BROKEN << 8:
            raise pytest.UsageError(f"It cannot be put into memory: {mutant.name}")
        return status == LIVES

    def _first_failure(self, items: list[pytest.Item]) -> int:
        for item, following in _with_following(items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.has_failed:
                return DIES
        return LIVES


def _noting(called: set[str], path: str) -> Callable[[FrameType, str, object], None]:
    """A profiler that notes the names of the file's functions that are called."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename == path:
            called.add(frame.f_code.co_qualname)

    return note


class _SessionOnly:
    """After the last test nothing follows, but what the session shares must stay."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session

    def listchain(self) -> list[pytest.Session]:
        return [self._session]


def _with_following(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, Any]]:
    following = [*items[1:], *(_SessionOnly(item.session) for item in items[:1])]
    return zip(items, following, strict=True)


class _Memory:
    """The functions of one file that live in this process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._now = self._compiled(Path(path).read_text(encoding="utf-8"))
        everything = gc.get_objects()
        self._functions = [
            one
            for one in everything
            if isinstance(one, FunctionType) and one.__code__.co_filename == path
        ]
        self._caches = [
            one
            for one in everything
            if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith(PACKAGE)
        ]

    def put(self, text: str) -> None:
        """Give each function the code that it has in the text."""
        codes = dict(_pairs(self._now, self._compiled(text)))
        for function in self._functions:
            function.__code__ = codes[function.__code__]
        for cached in self._caches:
            cached.cache_clear()

    def _compiled(self, text: str) -> CodeType:
        return compile(text, self._path, "exec", dont_inherit=True)


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of every function and class, as it is and as it becomes."""
    for one, other in zip(_within(before), _within(after), strict=False):
        yield one, other
        yield from _pairs(one, other)


def _within(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _limit(seconds: float) -> None:
    """End this process when it computes for much longer, or takes much more, than the tests do."""
    most = int(LEAST_SECONDS + TIMES_AS_LONG * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class CannotBeTried(Exception):
    """The tests fail without a mutant."""


class Tried(NamedTuple):
    """The mutants that live, those that need an import of their own, or why none was tried."""

    living: list[Mutant]
    by_import: list[Mutant]
    problem: str = ""


def in_memory(mutants: list[Mutant], tests: list[str]) -> Tried:
    """Try one file's mutants inside functions. Nothing of ours is imported yet."""
    at_import = _calls_at_import(str(ROOT / mutants[0].file))
    plugin = InMemory(mutants)
    code, output = _run(tests, plugin)
    if code != pytest.ExitCode.OK or plugin.has_failed:
        raise CannotBeTried(output)
    later = [one for one in plugin.living if one.where in at_import and not plugin.calls(one)]
    return Tried([one for one in plugin.living if one not in later], later)


def _calls_at_import(path: str) -> set[str]:
    """The names of the file's functions that its import calls, once it is imported."""
    called: set[str] = set()
    original = SourceFileLoader.exec_module

    def exec_module(loader: Any, module: ModuleType) -> None:
        before = sys.getprofile()
        # Other imports, also those inside a test, keep the profiler that they find.
        sys.setprofile(_noting(called, path) if loader.path == path else before)
        try:
            original(loader, module)
        finally:
            sys.setprofile(before)

    SourceFileLoader.exec_module = exec_module  # type: ignore[assignment,method-assign]  # as below
    return called


def by_import(mutant: Mutant, tests: list[str]) -> Tried:
    """Try a mutant outside of functions. Nothing of ours is imported yet."""
    path, original = str(ROOT / mutant.file), SourceFileLoader.get_code

    def get_code(loader: Any, name: str) -> CodeType | None:
        if loader.path != path:
            return original(loader, name)
        return compile(mutant.text, path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]  # in this process
    _limit(SECONDS_BY_IMPORT)
    code, _ = _run(tests, Tests())
    lives = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return Tried([mutant] if lives else [], [])


def _run(tests: list[str], plugin: Tests) -> tuple[int, str]:
    """The exit code of pytest and its output. No folder stays behind."""
    with TemporaryDirectory() as folder, (Path(folder) / "output").open("w+b") as output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output.fileno(), stream.fileno())
        code = pytest.main([*OPTIONS, f"--basetemp={folder}/tests", *tests], plugins=[plugin])
        return code, Path(output.name).read_text(encoding="utf-8")
