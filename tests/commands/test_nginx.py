"""The configurations of nginx in deploy/, before a site that is away."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from rookiebattle import routes
from rookiebattle.manage.nginx import configuration, header_lines
from tests.servers.nginx import DEPLOY, Nginx
from tests.servers.programs import LOOPBACK, free_port

NAME = "club.localhost"
CONFIGURATIONS = ("nginx.conf", "nginx-static.conf", "nginx-two-domains.conf")
SECRET = "code-of-a-login"
# The two configurations with files include this; `make static` writes more.
INCLUDED = 'map $request_uri $site_without_slash { default ""; }\n'


@dataclass
class Door:
    nginx: Nginx
    folder: Path
    site: str
    """The name at which nginx passes requests on to the site."""

    def ask(self, path: str, accept: str = "*/*") -> httpx.Response:
        with httpx.Client(verify=False) as client:  # noqa: S501 # nosec B501 - our own certificate
            return client.get(
                f"https://{LOOPBACK}:{self.nginx.port}{path}",
                headers={
                    "host": self.site,
                    "accept": accept,
                    "referer": f"https://{NAME}/?{SECRET}",
                },
                extensions={"sni_hostname": self.site},
            )

    def logged(self, name: str) -> str:
        return (self.folder / name).read_text()


@pytest.fixture(params=CONFIGURATIONS)
def door(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Door]:
    """Nothing listens at the port of the site."""
    files = tmp_path / "static"
    files.mkdir()
    Path(f"{files}.nginx.conf").write_text(INCLUDED)
    Path(f"{files}.headers.conf").write_text("")
    nginx = Nginx(tmp_path, request.param, [free_port()], name=NAME, files=files, encrypts=True)
    yield Door(nginx, tmp_path, f"api.{NAME}" if "two" in request.param else NAME)
    nginx.stop()


def test_a_page_of_a_site_that_starts_again_loads_again_by_itself(door: Door) -> None:
    answer = door.ask(routes.LOGIN, "text/html,*/*;q=0.8")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("5", "no-store")
    assert '<meta http-equiv="refresh" content="5">' in answer.text
    assert "nginx" not in answer.text


def test_a_program_gets_a_sentence(door: Door) -> None:
    answer = door.ask("/api/events")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == "The site is starting again. Please try again in a moment.\n"


def test_the_page_itself_has_no_address(door: Door) -> None:
    assert door.ask("/.well-known/away.html").status_code != 200


def test_no_secret_of_an_address_gets_into_a_log(door: Door) -> None:
    in_paths = (routes.UNSUBSCRIBE, routes.CLAIM, f"{routes.ENTRANCE}/")
    for path in (f"{routes.LOGIN_CALLBACK}?code={SECRET}", *(one + SECRET for one in in_paths)):
        door.ask(path)
    httpx.get(f"http://{LOOPBACK}:{door.nginx.plain_port}/?{SECRET}", headers={"host": door.site})
    # nginx notes a request after it has answered.
    door.nginx.program.wait_until(lambda: door.logged("access.log").count("\n") == 5)
    logged = door.logged("access.log")
    assert f'"GET {routes.LOGIN_CALLBACK} HTTP/1.1" 503' in logged
    assert f'"GET {routes.UNSUBSCRIBE} HTTP/1.1" 503' in logged
    assert '"GET / HTTP/1.1" 301' in logged
    assert SECRET not in logged + door.logged("error.log")


def test_another_name_gets_no_answer(door: Door) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"http://{LOOPBACK}:{door.nginx.plain_port}/", headers={"host": "evil.example"})
    with (
        httpx.Client(verify=False) as client,  # noqa: S501 # nosec B501 - our own certificate
        pytest.raises(httpx.ConnectError),
    ):
        client.get(f"https://{LOOPBACK}:{door.nginx.port}/", headers={"host": "evil.example"})


def test_no_cache_keeps_a_page_at_the_address_of_a_file(tmp_path: Path) -> None:
    files = tmp_path / "static"
    (files / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/page-1a.js"):
        (files / name).write_text("//")
    Path(f"{files}.nginx.conf").write_text(configuration({routes.HOME: {}}))
    Path(f"{files}.headers.conf").write_text(header_lines())
    conf = "nginx-static.conf"
    nginx = Nginx(tmp_path, conf, [free_port()], name=NAME, files=files, encrypts=True)
    door = Door(nginx, tmp_path, NAME)
    kept = {
        path: door.ask(path).headers["cache-control"]
        for path in ("/", "/assets/page-1a.js", "/assets/..%2Findex.html", "/assets/%2e%2e/")
    }
    nginx.stop()
    script = kept.pop("/assets/page-1a.js")
    assert "immutable" in script
    assert set(kept.values()) == {"no-cache"}


def shared(configuration: str) -> list[str]:
    """The parts that are the same in each: a configuration is copied alone."""
    text = (DEPLOY / configuration).read_text()
    parts = (("# The log names", "\nserver {"), ("    # The site is away", "\n}\n"))
    found = [text.partition(begin)[2].partition(end)[0] for begin, end in parts]
    return [*found, text.partition("# Any other name")[2]]


def test_the_configurations_say_the_same() -> None:
    assert all(shared(CONFIGURATIONS[0]))
    assert {tuple(shared(name)) for name in CONFIGURATIONS} == {tuple(shared("nginx.conf"))}
