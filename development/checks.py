"""`make check`: the programs that read our code without running it."""

import sys
from pathlib import Path

from development.commits import broken_commits
from development.testing import NODE_TESTS
from rookiebattle.manage.node_packages import install_node_packages
from rookiebattle.manage.processes import ROOT, TOOLS, run_openly

BANDIT = (TOOLS / "bandit", "--quiet", "--recursive", "-ll", "rookiebattle")
BIOME = NODE_TESTS / "node_modules/@biomejs/biome/bin/biome"


def check_command(_arguments: list[str]) -> int:
    """Run every linter, the type checker, tests/architecture and the import of each new commit,
    also after one of them failed.
    """
    install_node_packages(NODE_TESTS)
    codes = [
        run_openly([TOOLS / "ruff", "check", "."]),
        run_openly([TOOLS / "ruff", "format", "--check", "."]),
        run_openly(biome_check(ROOT)),
        run_openly([TOOLS / "mypy"]),
        run_openly(BANDIT),
        run_openly([sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "tests/architecture"]),
    ]
    broken = [*broken_commits(ROOT)]
    print("\n".join(broken))
    return max(*codes, len(broken) > 0)


def biome_check(path: Path) -> list[str | Path]:
    """The command that lints scripts and style sheets below a path and checks their format."""
    return [TOOLS / "node", BIOME, "check", "--error-on-warnings", path]
