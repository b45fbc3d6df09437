"""The site in an empty Debian 12 and an empty Debian 13: installed, built and served."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from development.testing import DEBOOTSTRAP
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT
from tests.servers.programs import Program, free_port
from tests.soak.report import tell

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
PACKAGES = ("ca-certificates", "make", "python3", "python3-venv")
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
SITE = "srv/site"


@dataclass
class Distribution:
    """The folder of an empty system, in which commands see no other file of this machine."""

    root: Path

    def inside(self, *command: str, **settings: str) -> list[str]:
        """The command line that runs a command in the site's folder of this system."""
        # pip and npm trust the authorities that this machine trusts.
        trusted = {"PIP_CERT": str(AUTHORITIES), "NODE_EXTRA_CA_CERTS": str(AUTHORITIES)}
        given = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **trusted, **settings}
        return [
            *("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"),
            *(f"--root={self.root}", f"--wd=/{SITE}", "env", "--ignore-environment"),
            *(f"{name}={value}" for name, value in given.items()),
            *command,
        ]

    def run(self, *command: str) -> str:
        ended = subprocess.run(self.inside(*command), capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout


@pytest.fixture(params=PYTHONS)
def release(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def distribution(release: str) -> Iterator[Distribution]:
    """An empty Debian with our files in it. A folder in memory could not hold its devices."""
    artifacts = ROOT / "artifacts"
    artifacts.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=artifacts, prefix=f"{release}-") as folder:
        root = Path(folder)
        subprocess.run(
            [DEBOOTSTRAP, "--variant=minbase", f"--include={','.join(PACKAGES)}", release, root],
            check=True,
        )
        (root / SITE).mkdir(parents=True)
        copy = 'git ls-files -z | tar -c --null --files-from - | tar -x --directory "$1"'
        subprocess.run(["sh", "-c", copy, "sh", root / SITE], cwd=ROOT, check=True)
        for file in (AUTHORITIES, Path("/etc/resolv.conf")):
            shutil.copy(file, root / file.relative_to("/"))
        yield Distribution(root)


@pytest.mark.skipif(os.getuid() != 0, reason="only root makes the folder of a whole system")
@pytest.mark.timeout(1800)
def test_an_empty_debian_builds_and_serves_the_site(
    release: str, distribution: Distribution, tmp_path: Path
) -> None:
    python = distribution.run("python3", "--version").split()[1]
    assert python.rpartition(".")[0] == PYTHONS[release]
    begun = time.monotonic()
    distribution.run("make", "build")
    tell(f"{release}, Python {python}: installed and built in {time.monotonic() - begun:.0f} s")
    port = free_port()
    command = distribution.inside("make", "serve", PORT=str(port))
    served = Program(command, log=tmp_path / "served.log")
    try:
        served.wait_until(lambda: answers(port), seconds=120)
        assert "BROKEN" not in distribution.run("make", "check-data", f"PORT={port}")
    finally:
        served.stop()
