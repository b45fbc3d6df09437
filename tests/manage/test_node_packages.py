"""npm packages: what is locked can be installed, and a failure has its true reason."""

import json

import pytest

from rookiebattle.manage.build import why_building_failed
from rookiebattle.manage.node_packages import why_npm_failed
from rookiebattle.manage.processes import ROOT

FOLDERS = ("tests/node", "bench/node")
OUT_OF_STEP = (
    "npm error code EUSAGE\nnpm error\n"
    "npm error `npm ci` can only install packages when your package.json and package-lock.json\n"
    "npm error Missing: third-party-web@0.29.2 from lock file\n" + "npm error\n" * 60
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_locked_package_wants_whatever_is_newest(folder: str) -> None:
    """`npm ci` asks the registry what `latest` is today and refuses the lock of another day."""
    lock = json.loads((ROOT / folder / "package-lock.json").read_text())
    wanted = json.loads((ROOT / folder / "package.json").read_text()).get("overrides", {})
    moving = {
        name
        for package in lock["packages"].values()
        for name, version in package.get("dependencies", {}).items()
        if version in ("latest", "next")
    }
    assert moving <= set(wanted)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (OUT_OF_STEP, "package.json and package-lock.json of bench/node do not agree"),
        ("npm error code ENOTFOUND\nnpm error network", "Check the connection"),
        ("npm error code ENOSPC", "The disk is full"),
        ("npm error code EINTEGRITY", "another package than the lock of bench/node names"),
        ("npm error code EWHATEVER", "npm could not install the packages of bench/node"),
        ("Segmentation fault", "npm could not install the packages of bench/node"),
    ],
)
def test_a_failure_has_its_true_reason(output: str, reason: str) -> None:
    assert reason in why_npm_failed(output, "bench/node").splitlines()[-1]


def test_only_what_cannot_be_reached_is_the_connections_fault() -> None:
    assert "connection" not in why_npm_failed(OUT_OF_STEP, "bench/node")


def test_the_reason_stands_below_what_npm_said_first() -> None:
    lines = why_npm_failed(OUT_OF_STEP, "bench/node").splitlines()
    assert lines[0] == "npm error code EUSAGE"
    assert any("third-party-web" in line for line in lines)


def test_what_npm_said_is_found_in_the_log_of_reflex() -> None:
    log = (
        "Debug: npm silly unfinished\n"
        "  Debug: npm error code ECONNREFUSED\n  Debug: npm error syscall connect\n"
        "  Run with --loglevel debug for the full log.\n"
    )
    lines = why_building_failed(log).splitlines()
    assert lines[:2] == ["npm error code ECONNREFUSED", "npm error syscall connect"]
    assert "Check the connection" in lines[-1]


def test_a_build_that_fails_elsewhere_ends_with_its_own_words() -> None:
    assert why_building_failed("x\n" * 100 + "TypeError: no\n").endswith("x\nTypeError: no")
