"""The table of the peers has medians, and a peer that cannot be installed is left out."""

from pathlib import Path

import pytest

from bench.lab import Lab, Served
from bench.peers.__main__ import begun, table
from bench.peers.sites import Site, posted
from rookiebattle.manage.console import CannotContinue
from tests.servers.programs import Program


class Running(Program):
    """A program that was never started."""

    def __init__(self) -> None:
        pass


def ours(lab: Lab, events: Path) -> Site:
    events.write_text("[]")
    return Site("Ours", Served(Running(), 80), "/events", "/events/1", lambda: b"", 200)


def gone(lab: Lab, events: Path) -> Site:
    raise CannotContinue("No registry answers.")


def test_what_cannot_be_installed_is_said_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    with Lab() as lab:
        assert [one.name for one in begun((ours, gone, ours), lab)] == ["Ours", "Ours"]
    assert capsys.readouterr().err == "gone is left out. No registry answers.\n"


def test_a_line_has_the_median_of_each_site() -> None:
    found = {"Ours": {"list": [900.0, 1200.0, 1000.0]}, "Theirs": {"list": [7.0, 9.5, 8.25]}}
    assert table(found).splitlines()[2] == "| list | 1,000 | 8.25 |"


def test_a_registration_carries_its_body() -> None:
    sent = posted("/orders/", 8000, {"Cookie": "a=b"}, '{"item": 1}').decode()
    head, _, body = sent.partition("\r\n\r\n")
    assert head.startswith("POST /orders/ HTTP/1.1\r\nHost: localhost:8000")
    assert "Content-Length: 11" in head
    assert body == '{"item": 1}'
