"""`make bench` and `make peers` install and build what is missing, then run the bench."""

import os
import sys
from typing import NoReturn

from development.testing import install_system_packages
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.processes import ROOT, environment


def bench_command(arguments: list[str]) -> NoReturn:
    """Run the named rows of the benchmark (P1,P12), or all of them."""
    _become("bench", *arguments)


def peers_command(_arguments: list[str]) -> NoReturn:
    """Measure the site beside pretix and a plain Express."""
    _become("bench.peers")


def _become(*module: str) -> NoReturn:
    """Replace this process. As a child the bench would get no SIGTERM, and Ctrl-C would kill it
    before it has stopped its servers."""
    install_system_packages(bench=True)
    build_if_changed()
    os.chdir(ROOT)
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", *module], environment())  # noqa: S606  # no shell is wanted
