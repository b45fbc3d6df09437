"""`python -m development.hashes`: writes hashes.txt, by which a server knows its packages."""

import json
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from rookiebattle.manage.bootstrap import BUILDING, HASHES, MACHINES, packages
from rookiebattle.manage.processes import run_quietly
from rookiebattle.manage.pythons import PYTHONS

# pip takes the newest of these that a machine knows; Debian 12 knows all.
PLATFORMS = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
FIRST_LINE = "# The files of each package for a server. Written by: python -m development.hashes"


def report_of(machine: str, python: tuple[int, int]) -> dict[str, object]:
    """The report of pip for a machine and a Python; pip downloads what it does not know."""
    with TemporaryDirectory() as folder:
        listed, report = Path(folder, "requirements.txt"), Path(folder, "report.json")
        listed.write_text(packages(BUILDING))
        platforms = [f"--platform={one}_{machine}" for one in PLATFORMS]
        run_quietly(
            [
                *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps"),
                *("--ignore-installed", "--only-binary=:all:"),
                "--python-version={}.{}".format(*python),
                *("--implementation=cp", *platforms, "--platform=any"),
                *(f"--target={folder}/unused", f"--report={report}", f"--requirement={listed}"),
            ],
            failure="The hashes could not be found.",
        )
        found: dict[str, object] = json.loads(report.read_text())
        return found


def written(reports: list[dict[str, object]]) -> str:
    """A line for each package: its name and version, and the hash of each file."""
    hashes: dict[str, set[str]] = {}
    for report in reports:
        for one in report["install"]:  # type: ignore[attr-defined]  # pip's format
            pin = f"{one['metadata']['name']}=={one['metadata']['version']}"
            sha256 = one["download_info"]["archive_info"]["hashes"]["sha256"]
            hashes.setdefault(pin, set()).add(sha256)
    lines = [" ".join([pin, *sorted(hashes[pin])]) for pin in sorted(hashes, key=str.lower)]
    return "\n".join([FIRST_LINE, *lines, ""])


if __name__ == "__main__":
    HASHES.write_text(written([report_of(*one) for one in product(MACHINES, PYTHONS)]))
