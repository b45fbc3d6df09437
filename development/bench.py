"""`make bench`: installs and builds what is missing, then is replaced by the bench."""

import os
import sys
from typing import NoReturn

from development.testing import install_system_packages
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.processes import ROOT, environment


def bench_command(arguments: list[str]) -> NoReturn:
    """Run the named rows of the benchmark (P1,P12), or all of them.

    The bench replaces this process. As a child process it would get no SIGTERM, and Ctrl-C would
    kill it before it has stopped its servers.
    """
    install_system_packages(bench=True)
    build_if_changed()
    os.chdir(ROOT)
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "bench", *arguments], environment())  # noqa: S606  # no shell is wanted
