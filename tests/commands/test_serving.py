"""The commands that package the site for a server and serve it there."""

import tarfile
import urllib.request
from pathlib import Path

from rookiebattle.manage.serve import answers
from tests.servers.checkout import Checkout
from tests.servers.programs import free_port


def test_make_run_serves_the_site_until_it_is_interrupted(built: Checkout) -> None:
    port = free_port()
    with built.making("run", f"PORT={port}") as program:
        program.wait_until(lambda: "Stop with Ctrl+C" in program.output())
        with urllib.request.urlopen(f"http://localhost:{port}/events") as page:
            assert b"Events Calendar" in page.read()
    told = program.output()
    assert f"Rookie Battle is at http://localhost:{port}\n" in told
    assert "Mara Quill" in told
    assert "Traceback" not in told
    assert not answers(port)


def test_make_run_refuses_the_data_of_a_running_site(built: Checkout) -> None:
    port = free_port()
    with built.making("run", f"PORT={port}") as program:
        program.wait_until(lambda: "Stop with Ctrl+C" in program.output())
        for verb in (("run", f"PORT={free_port()}"), ("reset",)):
            assert "already running on the data in data" in built.make(*verb, fails=True)
        assert answers(port)
    with built.making("run", f"PORT={port}") as program:
        program.wait_until(lambda: "Stop with Ctrl+C" in program.output())


def test_make_export_packs_a_copy_that_serves_as_it_is(built: Checkout, tmp_path: Path) -> None:
    assert "artifacts/rookiebattle.tar.gz: unpack it" in built.make("export")
    with tarfile.open(built.root / "artifacts/rookiebattle.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    server = Checkout(tmp_path / "rookiebattle")
    assert not {"tests", "bench", "data"} & {path.name for path in server.root.iterdir()}
    port = free_port()
    with server.making("run", f"PORT={port}") as program:
        program.wait_until(lambda: answers(port))
    assert "The pages are built and unchanged" in program.output()
