"""What is under deploy/: its steps typed as plain commands, and nginx before the site."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

import httpx
import pytest
from anyio.from_thread import start_blocking_portal

from rookiebattle import pages, routes
from rookiebattle.core.serving.mount import API_PREFIXES
from rookiebattle.manage.processes import ROOT
from rookiebattle.manage.serve import answers
from tests.servers.checkout import Checkout
from tests.servers.nginx import DEPLOY, Nginx, settings_behind
from tests.servers.programs import Program, free_port
from tests.wire.socket_client import SocketClient

OF_THE_IMAGE = ("apt-get", "useradd")
"""Steps that prepare an empty image; the machine of the tests is prepared already."""


def instructions(kind: str) -> list[str]:
    """The Dockerfile's instructions of one kind."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    return [line.removeprefix(f"{kind} ") for line in text.splitlines() if line.startswith(kind)]


def is_sent(file: Path) -> bool:
    """Whether Docker gets this file: the last rule decides that names it or a folder above it."""
    sent, above = True, [str(one) for one in (file, *file.parents)]
    for rule in (ROOT / ".dockerignore").read_text().splitlines():
        if any(fnmatch(one, rule.removeprefix("!")) for one in above):
            sent = rule.startswith("!")
    return sent


@contextmanager
def serving(copy: Checkout, *command: str, port: int, **settings: str) -> Iterator[Program]:
    """The site of a checkout, started by a command, until the block ends."""
    given = [f"{name}={value}" for name, value in {"PORT": str(port), **settings}.items()]
    program = Program(["env", *given, *command], log=copy.root / "served.log", cwd=copy.root)
    try:
        program.wait_until(lambda: answers(port))
        yield program
    finally:
        program.stop()


def test_the_steps_of_the_dockerfile_end_in_a_site_that_is_ready(tmp_path: Path) -> None:
    copy, port = Checkout.copied(tmp_path / "checkout"), free_port()
    for file in filter(Path.is_file, copy.root.rglob("*")):
        if not is_sent(file.relative_to(copy.root)) and ".venv" not in file.parts:
            file.unlink()
    copy.add_pages()
    done = []
    for step in instructions("RUN"):
        if not step.startswith(OF_THE_IMAGE):
            own = step.replace("-o rookiebattle ", "")
            subprocess.run(["sh", "-c", own], cwd=copy.root, check=True)
            done.append(step)
    assert "make build" in done
    (command,), (health,) = instructions("CMD"), instructions("HEALTHCHECK")
    asked = shlex.split(health.partition("CMD ")[2].replace("8000", str(port)))
    with serving(copy, *json.loads(command), port=port):
        subprocess.run(asked, cwd=copy.root, check=True)


@pytest.mark.parametrize(
    "file",
    [
        *(".env", "deploy/rookiebattle.env", "rookiebattle/.env", "club.sql", ".git/config"),
        *("data/rookiebattle.db", "data/session_secret", "data/mail/1.eml", ".states/x"),
        *("backups/rookiebattle-20260314-120000.tar.gz", "rookiebattle/__pycache__/settings.pyc"),
    ],
)
def test_no_secret_and_no_data_gets_into_the_image_or_a_commit(file: str) -> None:
    assert not is_sent(Path(file))
    is_ignored = ["git", "check-ignore", "--quiet", file]
    if Path(file).parts[0] not in (".git", "club.sql"):
        subprocess.run(is_ignored, cwd=ROOT, check=True)


async def frames_of_a_tab(url: str) -> int:
    """How many frames a page of events gets over its websocket."""
    async with SocketClient(url, path="/events") as tab:
        return len(tab.frames)


def test_nginx_passes_pages_and_websockets_on(built: Checkout, tmp_path: Path) -> None:
    site = free_port()
    nginx = Nginx(tmp_path, "nginx.conf", [site])
    url = f"http://localhost:{nginx.port}"
    command = (".venv/bin/python", "-m", "rookiebattle.manage", "serve")
    try:
        with serving(built, *command, port=site, **settings_behind(url)):
            with httpx.Client(base_url=url) as client:
                answer = client.get("/chapters", headers={"accept-encoding": "br"})
                assert (answer.status_code, answer.headers["content-encoding"]) == (200, "br")
                # Nobody signs in as a demo account through a proxy.
                assert client.get("/api/login").status_code == 403
            # The browser of other tests has an event loop in this thread.
            with start_blocking_portal() as portal:
                assert portal.call(frames_of_a_tab, url)
    finally:
        nginx.stop()


@pytest.mark.parametrize("name", ["rookiebattle.service", "rookiebattle@.service"])
def test_the_unit_starts_a_command_that_there_is(name: str) -> None:
    unit = (DEPLOY / name).read_text()
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command.endswith("/.venv/bin/python -m rookiebattle.manage serve")
    (folder,) = re.findall(r"^WorkingDirectory=(.*)$", unit, re.MULTILINE)
    assert command.startswith(f"{folder}/.venv")
    assert f"ReadWritePaths={folder.removesuffix('/site') if '@' in name else folder}/data" in unit


def test_rolling_stops_at_a_server_that_does_not_become_ready(tmp_path: Path) -> None:
    for program in ("systemctl", "curl"):
        fake = tmp_path / program
        fake.write_text(
            f'#!/bin/sh\necho "{program} $*" >> {tmp_path}/typed\n[ {program} != curl ]\n'
        )
        fake.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PATIENCE": "1"}
    command = ["sh", str(DEPLOY / "roll.sh"), "8001", "8002"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "The server at port 8001 is not ready; the others were left alone." in ended.stderr
    assert "8002" not in (tmp_path / "typed").read_text()
    assert "restart rookiebattle@8001" in (tmp_path / "typed").read_text()


def test_a_host_of_files_knows_the_pages_of_every_kind_of_record() -> None:
    text = (DEPLOY / "nginx-two-domains.conf").read_text()
    for page in pages.WITH_ID:
        assert f"location ~ ^{page.prefix}/[^/]+$" in text
        assert f"/{page.shell}" in text


@pytest.mark.parametrize("name", ["nginx-static.conf", "nginx-two-domains.conf"])
def test_what_only_the_site_answers_is_passed_on(name: str) -> None:
    text = (DEPLOY / name).read_text()
    folders = [one for one in API_PREFIXES if "." not in one]
    assert f"location ~ ^/({'|'.join(one[1:] for one in (*folders, routes.SOCKET))})(/|$)" in text
