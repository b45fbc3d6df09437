"""The files under deploy/: their steps typed as plain commands, and nginx before the site."""

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import socket
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
from rookiebattle.manage.build import drawn
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT
from rookiebattle.settings import Settings, get_settings
from rookiebattle.uploads.policy import MB, MOST_IN_PARTS
from tests.commands.verbs import verbs
from tests.servers.checkout import Checkout
from tests.servers.nginx import DEPLOY, Nginx, settings_behind
from tests.servers.programs import LOOPBACK, Program, free_port
from tests.servers.resident import children
from tests.wire.socket_client import SocketClient

OF_THE_IMAGE = ("apt-get", "useradd")
"""Steps that prepare an empty image; the machine of the tests is prepared already."""
STEPS = (
    *("rookiebattle backup", "git ", "rookiebattle build", "systemctl restart"),
    *("deploy/roll.sh", "rookiebattle static"),
)
"""The steps of an upgrade, in their order."""
STOP_SECONDS = 10
UPGRADES = ("## Upgrading", "An upgrade, while people use the site.")


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


@pytest.mark.whole
def test_the_steps_of_the_dockerfile_end_in_a_site_that_is_ready(tmp_path: Path) -> None:
    copy, port = Checkout.copied(tmp_path / "checkout"), free_port()
    for file in filter(Path.is_file, copy.root.rglob("*")):
        if not is_sent(file.relative_to(copy.root)) and ".venv" not in file.parts:
            file.unlink()
    # npm's packages are there, and the pages are built of what the image gets.
    copy.add_pages()
    shutil.rmtree(copy.root / ".built")
    done = {}
    for step in instructions("RUN"):
        if not step.startswith(OF_THE_IMAGE):
            own = step.replace("-o rookiebattle ", "")
            done[step] = subprocess.run(
                ["sh", "-c", own], cwd=copy.root, check=True, stdout=subprocess.PIPE, text=True
            ).stdout
    assert "Building the pages" in done["make build PACKAGES=building"]
    (command,), (health,) = instructions("CMD"), instructions("HEALTHCHECK")
    asked = shlex.split(health.partition("CMD ")[2].replace("8000", str(port)))
    with serving(copy, *json.loads(command), port=port):
        subprocess.run(asked, cwd=copy.root, check=True)


def test_an_image_is_built_of_every_setting_that_the_site_compares() -> None:
    """Otherwise the site in the container refuses its pages, and starts again forever."""
    expected = {name.upper() for name in drawn(get_settings())}
    text = (DEPLOY / "compose.yaml").read_text()
    (shared,) = re.findall(r"^x-pages: &pages\n((?:  .+\n)+)", text, re.MULTILINE)
    # Compose passes on the value of a name that stands alone, also an empty one.
    assert set(re.findall(r"^  (\w+):(?: \$\{\1:\?.*\})?$", shared, re.MULTILINE)) == expected
    assert len(shared.splitlines()) == len(expected)
    assert set(instructions("ARG")) == expected
    # The build and the running site get the same values, and nothing overrides them.
    site = text[text.index("\n  site:") : text.index("\n  postgres:")]
    assert "\n      args: *pages\n" in site
    assert "\n      <<: *pages\n" in site
    assert not any(re.search(rf"^ +{name}:", site, re.MULTILINE) for name in expected)


def undocumented(compose: str) -> set[str]:
    """The names that compose replaces and that are no setting and in no line of the guide."""
    guide = (ROOT / "docs/operations.md").read_text()
    # Two dollar signs are one of the shell in the container.
    names = set(re.findall(r"(?<!\$)\$\{?(\w+)", compose))
    settings = {name.upper() for name in Settings.model_fields}
    return {one for one in names - settings if f"`{one}=" not in guide}


def test_an_operator_can_know_every_name_that_compose_replaces() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert undocumented(text) == set()
    assert undocumented(text.replace("${GRANIAN_WORKERS:", "${WORKERS:")) == {"WORKERS"}
    # `environment` goes before `env_file`, so a setting is replaced under its own name.
    for name, replaced in re.findall(r"^ +(\w+): \$\{(\w+)", text, re.MULTILINE):
        assert name == replaced


def test_the_redis_of_the_guide_has_the_settings_of_the_containers() -> None:
    compose = re.findall(r"command: redis-server (.*)", (DEPLOY / "compose.yaml").read_text())
    options = [one.removeprefix("--") for one in shlex.split(compose[0])]
    guide = (ROOT / "docs/operations.md").read_text().replace("\\\n", " ")
    (printed,) = re.findall(r"printf '%s\\n' (.*)> /etc/redis/", guide)
    assert [word for line in shlex.split(printed) for word in shlex.split(line)] == options


def unquoted(settings: str) -> list[str]:
    """Lines of a file of settings that systemd, the shell and compose may read differently."""
    lines = [one.strip() for one in settings.splitlines() if not one.strip().startswith("#")]
    return [one for one in lines if not re.fullmatch(r"[A-Z_]+='[^']*'", one)]


def test_every_reader_of_the_settings_reads_the_same() -> None:
    text = (ROOT / "docs/operations.md").read_text().partition("**Settings.**")[2]
    example = text.partition("```sh\n")[2].partition("   ```")[0]
    table = text.partition("### What a club sets\n")[2].partition("###")[0]
    named = " ".join(re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE))
    assert set(re.findall(r"(\w+)='", example)) == set(re.findall(r"`(\w+)`", named))
    assert unquoted(example) == []
    assert unquoted("A='$b'\nB=\"$b\"\nC=$b\nD='it's'\n") == ['B="$b"', "C=$b", "D='it's'"]


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-static.conf", "nginx-two-domains.conf"])
def test_nginx_takes_the_largest_file_that_the_site_takes(name: str) -> None:
    (most,) = re.findall(r"client_max_body_size (\d+)m;", (DEPLOY / name).read_text())
    # A form has a few fields before its file.
    assert int(most) == MOST_IN_PARTS // MB + 10


@pytest.mark.parametrize("end", ["", "/"])
def test_the_nginx_of_the_containers_has_the_name_of_the_site(tmp_path: Path, end: str) -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    (folded,) = re.findall(r"sh -c '(.*?)'", text, re.DOTALL)
    script = " ".join(folded.split()).replace("$$", "$")
    written = tmp_path / "default.conf"
    script = script.replace("/etc/nginx/conf.d/default.conf", str(written))
    script = script.replace(" /nginx.conf", f" {DEPLOY}/nginx.conf").replace("exec nginx", "echo")
    environment = {**os.environ, "PUBLIC_URL": f"https://duel.example.net{end}"}
    subprocess.run(["sh", "-c", script], env=environment, check=True)
    configuration = written.read_text()
    assert configuration.count("server site:8000 max_fails=0;") == 2
    assert "127.0.0.1" not in configuration
    assert configuration.count("server_name duel.example.net;") == 2
    assert "/etc/letsencrypt/live/duel.example.net/fullchain.pem" in configuration
    assert "example.org" not in configuration.partition("upstream")[2]


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


async def opened_tab(url: str) -> SocketClient:
    """A page of events that stays open."""
    tab = SocketClient(url, path="/events")
    await tab.connect()
    return tab


async def still_open(tab: SocketClient) -> bool:
    await asyncio.sleep(0.5)
    return tab.connected


def begun_request(port: int) -> socket.socket:
    """A request whose last five bytes are still to come, so nothing has answered it."""
    connection = socket.create_connection((LOOPBACK, port), timeout=1)
    head = (
        f"POST {routes.DEV_PROVIDER}/token HTTP/1.1\r\nHost: localhost:{port}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\ncode="
    )
    connection.sendall(head.encode())
    with pytest.raises(TimeoutError):
        connection.recv(1)
    connection.settimeout(STOP_SECONDS)
    return connection


def test_the_site_ends_by_itself_within_ten_seconds(built: Checkout) -> None:
    """One request is slow and still gets its answer, another never ends.

    make, Docker and systemd with `KillMode=mixed` ask the first process alone."""
    port = free_port()
    command = (".venv/bin/python", "-m", "rookiebattle.manage", "serve")
    with (
        serving(built, *command, port=port) as program,
        start_blocking_portal() as portal,
        begun_request(port) as slow,
        begun_request(port),
    ):
        tab = portal.call(opened_tab, f"http://localhost:{port}")
        main = program.process.pid
        os.kill(main, signal.SIGTERM)
        slow.sendall(b"wrong")
        assert slow.recv(100).startswith(b"HTTP/1.1 ")
        assert program.process.wait(STOP_SECONDS) == 0
        with pytest.raises(ProcessLookupError):
            os.killpg(main, 0)
        assert not portal.call(still_open, tab)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(signal.SIGINT, id="Ctrl+C", marks=pytest.mark.whole),
        pytest.param(signal.SIGHUP, id="closed terminal"),
    ],
)
def test_a_terminal_ends_the_site_as_one_asks_it_to(built: Checkout, how: signal.Signals) -> None:
    """A terminal signals all processes of its group at once, and so does this test."""
    port = free_port()
    command = (".venv/bin/python", "-m", "rookiebattle.manage", "serve")
    with serving(built, *command, port=port) as program:
        (server,) = children(program.process.pid)
        os.killpg(program.process.pid, how)
        assert program.process.wait(10) == 0
        assert not Path(f"/proc/{server}").exists()
    assert "Unexpected exit" not in program.output()


@pytest.mark.parametrize("name", ["rookiebattle.service", "rookiebattle@.service"])
def test_the_unit_starts_a_command_that_there_is(name: str) -> None:
    unit = (DEPLOY / name).read_text()
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command.endswith("/.venv/bin/python -m rookiebattle.manage serve")
    (folder,) = re.findall(r"^WorkingDirectory=(.*)$", unit, re.MULTILINE)
    assert command.startswith(f"{folder}/.venv")
    assert "\nKillMode=mixed\n" in unit
    data = f"{folder.removesuffix('/site') if '@' in name else folder}/data"
    assert re.findall(r"^ReadWritePaths=(.*)$", unit, re.MULTILINE) == [data]


@pytest.mark.parametrize("name", ["rookiebattle.service", "rookiebattle@.service"])
def test_each_group_of_lines_in_a_unit_is_explained(name: str) -> None:
    """A comment explains the one or two lines below it, not a list of them."""
    service = (DEPLOY / name).read_text().partition("[Service]\n")[2].partition("\n[Install]")[0]
    explained = re.split(r"(?:^#.*\n)+", service, flags=re.MULTILINE)
    assert [one for one in explained if len(one.strip().splitlines()) > 2] == []


@pytest.mark.parametrize("heading", UPGRADES)
def test_an_upgrade_works_as_the_sites_user_and_backs_up_first(heading: str) -> None:
    """As root, git refuses a folder of another user; a new version cannot read the old tables."""
    text = (ROOT / "docs/operations.md").read_text().partition(heading)[2]
    lines = text.partition("```sh\n")[2].partition("```")[0].splitlines()
    worked = [line for line in lines if re.search(r"\b(git|make) ", line)]
    assert [line for line in worked if not line.startswith("runuser -u rookiebattle -- git ")] == []
    order = [one for line in lines for one in STEPS if one in line]
    assert order == [one for one in STEPS if one in order]
    assert {"rookiebattle backup", "rookiebattle build"} <= set(order)


def test_every_command_of_the_guide_has_the_settings() -> None:
    """`make` in a shell of root takes the defaults of development; the script has the settings."""
    text = (ROOT / "docs/operations.md").read_text()
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    lines = "\n".join(block for kind, block in blocks if kind in ("", "sh"))
    assert re.findall(r"^(?:.*(?:-- |&& |; ))? *make .*$", lines, re.MULTILINE) == []
    typed = set(re.findall(r"^ *(?:SITE=\S+ )?rookiebattle ([a-z-]+)", lines, re.MULTILINE))
    assert {"build", "backup", "restore", "static", "venv"} <= typed
    assert typed <= verbs((ROOT / "Makefile").read_text())


WRAPPED = {
    "id": "echo ${ROOT_IS:-0}",
    "runuser": 'echo "$1 $2 in $PWD" >> "$TYPED"; shift 3; exec "$@"',
    "make": 'echo "$*: $ORG_NAME, $PAID" >> "$TYPED"',
}


def wrapped(folder: Path, *arguments: str, **given: str) -> tuple[int, str, str]:
    """`deploy/rookiebattle` with stand-ins; its code, what it said, and what was typed by it."""
    for name, command in WRAPPED.items():
        (folder / name).write_text(f"#!/bin/sh\n{command}\n")
        (folder / name).chmod(0o755)
    settings, typed = folder / "rookiebattle.env", folder / "typed"
    settings.write_text("ORG_NAME='Ana’s \"Club\"'\nPAID='5 $CASH'\n")
    environment = {"PATH": f"{folder}:/usr/bin:/bin", "TYPED": str(typed), "SITE": str(folder)}
    environment |= {"SETTINGS": str(settings), **given}
    script = [str(DEPLOY / "rookiebattle"), *arguments]
    ended = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stderr, typed.read_text() if typed.exists() else ""


def test_one_script_becomes_the_sites_user_with_the_sites_settings(tmp_path: Path) -> None:
    code, _, typed = wrapped(tmp_path, "backup", "FOLDER=/var/backups/the club")
    assert code == 0
    assert typed.splitlines() == [
        f"-u rookiebattle in {tmp_path}",
        '--no-print-directory backup FOLDER=/var/backups/the club: Ana’s "Club", 5 $CASH',
    ]


def test_the_script_says_what_it_needs(tmp_path: Path) -> None:
    code, told, typed = wrapped(tmp_path, "backup", ROOT_IS="1000")
    assert (code, typed) == (1, "")
    assert "Type this as root" in told
    code, told, typed = wrapped(tmp_path, "backup", SETTINGS="/nowhere.env")
    assert (code, typed) == (1, "")
    assert "There are no settings in /nowhere.env" in told


def test_a_line_of_cron_finds_its_programs() -> None:
    """Debian's cron looks only into /usr/bin and /bin, where neither program is."""
    text = (ROOT / "docs/operations.md").read_text()
    lines = re.findall(r"^\d+ \d+ \* \* \* root (.*)$", text, re.MULTILINE)
    named = [one for line in lines for one in re.findall(r"([\w/]*)rookiebattle [a-z]", line)]
    assert named == ["/usr/local/bin/"] * 3
    assert shutil.which("runuser", path="/usr/bin:/bin") is None
    (path,) = re.findall(r"^PATH=\$PATH:(.*)$", (DEPLOY / "rookiebattle").read_text(), re.MULTILINE)
    assert shutil.which("runuser", path=path)
    assert "\ninstall deploy/rookiebattle /usr/local/bin/\n" in text.replace("\n   ", "\n")


def test_a_line_of_cron_prints_nothing_while_all_is_well() -> None:
    """cron mails to somebody what a line prints."""
    text = (ROOT / "docs/operations.md").read_text()
    lines = re.findall(r"^\d+ \d+ \* \* \* root (.*rookiebattle [a-z].*)$", text, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        tried = line.replace("/usr/local/bin/rookiebattle", "echo").replace("systemctl", "true")
        ended = subprocess.run(["sh", "-c", tried], capture_output=True, text=True, check=True)
        assert ended.stdout + ended.stderr == "", line


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


def test_links_to_what_only_the_site_answers_lead_from_the_files_to_it() -> None:
    text = (DEPLOY / "nginx-two-domains.conf").read_text()
    folders = "|".join(one[1:] for one in API_PREFIXES if "." not in one)
    assert f"location ~ ^/({folders})(/|$) {{\n        return 307" in text
