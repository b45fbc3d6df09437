"""The assertions of all test files, rewritten once for the processes of a run.

In a fresh clone each process would rewrite every file before its first test.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def rewrite_for_all(config: pytest.Config) -> None:
    """Write what the processes of xdist then only read. All cores share the work."""
    if sys.dont_write_bytecode:
        return
    files, cores = [*_unwritten(config)], os.cpu_count() or 1
    # A fork needs no second import of everything, and the first process has no threads yet.
    forks = [
        get_context("fork").Process(target=_rewrite, args=(config, files[number::cores]))
        for number in range(cores)
    ]
    for fork in forks:
        fork.start()
    for fork in forks:
        fork.join()


def _unwritten(config: pytest.Config) -> Iterator[Path]:
    named = [Path(one.partition("::")[0]).absolute() for one in config.args]
    for place in named:
        for file in (place, *sorted(place.rglob("*.py"))):
            is_test = file.name.startswith("test_") or file.name == "conftest.py"
            if is_test and rewrite._read_pyc(file, _kept(file)) is None:
                yield file


def _rewrite(config: pytest.Config, files: Sequence[Path]) -> None:
    state = config.stash[rewrite.assertstate_key]
    for file in files:
        _kept(file).parent.mkdir(exist_ok=True)
        source_hash, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(state, code, source_hash, _kept(file))


def _kept(file: Path) -> Path:
    return rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
