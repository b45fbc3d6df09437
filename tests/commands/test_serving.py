"""The commands that package the site for a server and serve it there."""

import html
import json
import re
import urllib.request
from pathlib import Path

import httpx
import pytest

from development.pictures import PICTURES
from rookiebattle.manage.build import OF_A_BUILD, put_in_place
from rookiebattle.manage.first_process import answers
from tests.archives import unpack
from tests.servers.checkout import Checkout
from tests.servers.programs import free_port

NOT_SHIPPED = {"tests", "bench", "development", "mutants", "data"}


def test_make_run_serves_the_site_alone_until_it_is_interrupted(filled: Checkout) -> None:
    port = free_port()
    with filled.making("run", f"PORT={port}") as program:
        program.wait_until(lambda: "Stop with Ctrl+C" in program.output())
        told = program.output()
        assert "already running on the data in data" in filled.make("reset", fails=True)
        with urllib.request.urlopen(f"http://localhost:{port}/events") as page:
            assert b"Events Calendar" in page.read()
    assert f"Rookie Battle is at http://localhost:{port}\n" in told
    assert "Mara Quill" in told
    assert "Traceback" not in program.output()
    assert not answers(port)


def test_make_run_demonstrates_payments(filled: Checkout) -> None:
    port = free_port()
    with filled.making("run", f"PORT={port}", "PAYMENTS=demo") as program:
        program.wait_until(lambda: "Stop with Ctrl+C" in program.output())
        view = _checkout_of_a_demo_account(f"http://localhost:{port}")
        (script,) = re.findall(r"http://127\.0\.0\.1:\d+/stripe\.js", view)
        urllib.request.urlopen(script).close()
    assert "Card payments are a demonstration: no money moves." in program.output()
    assert re.search(r'"is_demo\w*": ?true', view)
    with pytest.raises(OSError):  # noqa: PT011 - the double ends with the site
        urllib.request.urlopen(script)


def _checkout_of_a_demo_account(url: str) -> str:
    """The first data of the checkout, after one click at the development sign-in."""
    with httpx.Client(base_url=url, follow_redirects=True) as client:
        asked = client.get("/api/login")
        choices = re.findall(r'href="([^"]*account=[^"]*)"', asked.text)
        client.get(asked.url.join(html.unescape(choices[0]))).raise_for_status()
        return client.get("/api/first-data/checkout?type=donation").text


def written_in(folder: Path) -> dict[str, int]:
    """The size of each file, without the data and what installing, Python and the test write."""
    apart = {"data", ".venv", "__pycache__", "typed.log"}
    names = {file.relative_to(folder): file for file in folder.rglob("*") if not file.is_dir()}
    return {
        str(name): file.lstat().st_size
        for name, file in names.items()
        if not apart & set(name.parts)
    }


def build_others(root: Path) -> None:
    """Leave three builds of other files, as `make build` does in a folder that is served."""
    for number in range(3):
        for part in OF_A_BUILD:
            (root / ".web" / part).mkdir(parents=True)
        put_in_place(root / ".web", root / f".built/{number}")


def test_make_export_packs_a_copy_that_serves_as_it_is(built: Checkout, tmp_path: Path) -> None:
    assert "artifacts/rookiebattle.tar.gz: unpack it" in built.make("export")
    unpack(built.root / "artifacts/rookiebattle.tar.gz", tmp_path)
    server = Checkout(tmp_path / "rookiebattle")
    assert not NOT_SHIPPED & {path.name for path in server.root.iterdir()}
    # A link that an older version left, for a script that has gone since.
    (server.root / "assets/external").mkdir()
    (server.root / "assets/external/gone.js").symlink_to("nowhere.js")
    packed, port = written_in(server.root), free_port()
    with server.making("serve", f"PORT={port}", "LOG_FORMAT=json") as program:
        program.wait_until(lambda: answers(port))
        # Under systemd the folder of the program cannot be written.
        assert written_in(server.root) == packed
        build_others(server.root)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            scripts = set(re.findall(r'"(/assets/[^"]+\.js)"', client.get("/events").text))
            assert {client.get(one).status_code for one in scripts} == {200}
    told = program.output()
    assert "Building" not in told
    assert "demo" not in told
    lines = [json.loads(line) for line in told.splitlines() if not line.startswith("make")]
    assert "Starting the server" in {line["message"] for line in lines}


@pytest.mark.whole
def test_make_static_writes_the_pages_as_files(built: Checkout, tmp_path: Path) -> None:
    empty = {"DATABASE_URL": f"sqlite:///{tmp_path}/empty.db"}
    told = built.make("static", f"FOLDER={tmp_path}/www", settings=empty)
    assert "the database cannot be read" in told
    assert '<link rel="canonical"' in (tmp_path / "www/chapters.html").read_text()
    assert (tmp_path / "www.nginx.conf").exists()


@pytest.mark.whole
def test_make_pictures_photographs_the_demo_site(built: Checkout, tmp_path: Path) -> None:
    built.make("pictures", f"FOLDER={tmp_path}")
    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert written.keys() == {f"{picture.name}.jpg" for picture in PICTURES}
    assert all(picture.startswith(b"\xff\xd8") for picture in written.values())


def test_make_serve_refuses_pages_that_are_not_built(checkout: Checkout) -> None:
    assert "The pages are not built of these files" in checkout.make("serve", fails=True)


def test_make_build_does_nothing_twice(built: Checkout) -> None:
    assert "The pages are built and unchanged" in built.make("build")
