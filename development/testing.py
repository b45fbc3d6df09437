"""`make test` and `make soak`: installs what they need, then runs them."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from development.audit import HOLES, audit_command
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.node_packages import install_node_packages
from rookiebattle.manage.processes import ROOT, TOOLS, run_openly, run_quietly

NODE_TESTS = ROOT / "tests/node"
# Debian packs Chromium twice. The headless shell comes first: it has no windows, and opens a page
# in a third of the time.
CHROMIUMS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM_PACKAGES = tuple(path.name for path in CHROMIUMS)
CHROMIUM_PACKAGE = CHROMIUM_PACKAGES[0]
NGINX = Path("/usr/sbin/nginx")
NGINX_BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
WEBKIT, FIREFOX, XVFB = "WebKitWebDriver", "firefox-esr", "Xvfb"
ENGINES = {"webkit2gtk-driver": WEBKIT, "firefox-esr": FIREFOX, "xvfb": XVFB}
"""The programs of tests/engines by their Debian packages."""
DEBOOTSTRAP = "debootstrap"
SPREADSHEET = "libreoffice-calc-nogui"
PYTEST = (sys.executable, "-m", "pytest")
MEASURING = ("-p", "tests.covered")
"""The probes take a twelfth of the fast tests, so `make test` goes without them (decision 50)."""
RECORDING = ("-p", "tests.promised")
"""A whole run that passes is recorded for docs/guarantees.md."""
SOAK_REPORT = "artifacts/soak.md"
SERVED = ("commands", "engines", "journeys", "races", "soak", "walls")
"""The folders of tests that serve the built pages."""
BYTES_EACH = 2_000_000_000
"""A process of the tests, with its browser and its servers, takes up to 1.4 GB."""
KEPT_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""The tests start Python a thousand times, and each start would compile all files anew."""
INTERRUPTED = 2
"""The exit code of pytest after Ctrl-C."""


def test_command(arguments: list[str]) -> int:
    """Run all tests; with --fast those that are neither journeys nor races nor commands."""
    fast = "--fast" in arguments
    rest = [argument for argument in arguments if argument != "--fast"]
    file = only_file(rest)
    install_system_packages()
    install_node_packages(NODE_TESTS)
    if not fast and (file is None or file.parts[1] in SERVED):
        build_if_changed()
    chosen = ("--fast", *MEASURING) if fast else ()
    print("· Running the tests", flush=True)
    if file:
        return _run_here(["-q", *chosen, *rest])
    # `tests.promised` imports `tests.covered`, whose assertions pytest would then not rewrite.
    tests = [*PYTEST, *chosen, *RECORDING, *dealt(), "-q", *rest]
    return run_openly(tests, KEPT_BYTECODE)


def _run_here(arguments: list[str]) -> int:
    """Run the tests of one file in this process: they are never dealt, nor judged by branches."""
    import pytest

    os.environ.update(KEPT_BYTECODE)
    sys.dont_write_bytecode = False
    return pytest.main(arguments)


def only_file(arguments: list[str]) -> Path | None:
    """The file, below the checkout, that has all tests that the arguments of pytest name."""
    paths = {ROOT / argument.partition("::")[0] for argument in arguments}
    named = [path.relative_to(ROOT) for path in paths if path.exists()]
    return named[0] if len(named) == 1 and named[0].suffix == ".py" else None


def dealt() -> tuple[str, ...]:
    """The arguments that deal the tests to processes, as tests/conftest.py groups them."""
    return ("-n", str(processes()), "--dist=loadfile", "--no-loadscope-reorder")


def processes() -> int:
    """One more than there are cores, as far as the memory lasts: they wait for their servers."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return max(1, min((os.cpu_count() or 1) + 1, pages * size // BYTES_EACH))


def soak_command(arguments: list[str]) -> int:
    """Run the long tests (kills, faults, hours of traffic), all others, and look up known holes.

    What each long test measured stands in a report, which is written while they run.
    """
    install_system_packages(soak=True)
    install_node_packages(NODE_TESTS)
    build_if_changed()
    print(f"· Running the long tests; {SOAK_REPORT} tells of each when it ends", flush=True)
    with _interrupted_with_the_tests():
        soak = [*PYTEST, "-p", "tests.soak.report", "-q", "tests/soak", *arguments]
        tests = run_openly(soak, KEPT_BYTECODE)
    print(f"\nWhat they measured: {SOAK_REPORT}", flush=True)
    if tests == INTERRUPTED:
        return tests
    if not arguments:
        print("· Running all other tests, with nothing left out", flush=True)
        others = [*PYTEST, *MEASURING, *RECORDING, "--whole", *dealt(), "-q"]
        tests = tests or run_openly(others, KEPT_BYTECODE)
        tests = tests or engines_command([])
    # Only a known hole fails the run. The advisories may be out of reach, so a package that could
    # not be checked is printed and fails nothing.
    return max(tests, HOLES if audit_command([]) == HOLES else 0)


def engines_command(arguments: list[str]) -> int:
    """Walk the main flows in Safari's engine and in Firefox; artifacts/engines has photographs."""
    install_system_packages(engines=True)
    install_node_packages(NODE_TESTS)
    build_if_changed()
    print("· Walking through WebKit and Firefox", flush=True)
    return run_openly([*PYTEST, *dealt(), "-q", "tests/engines", *arguments], KEPT_BYTECODE)


def mini_browser() -> Path:
    """The browser around WebKit that its driver starts. Debian keeps it out of the PATH."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


@contextmanager
def _interrupted_with_the_tests() -> Iterator[None]:
    """Leave Ctrl-C to pytest, which gets it too: it stops its servers and ends its report."""
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def install_system_packages(
    *, bench: bool = False, engines: bool = False, soak: bool = False
) -> None:
    """Install the needed programs from the distribution where they are missing."""
    missing = missing_packages(bench=bench, engines=engines, soak=soak)
    if not missing:
        return
    if shutil.which("apt-get") is None:
        _without_apt(missing)
        return
    become_root = _become_root(missing)
    with step(f"Installing {', '.join(missing)}", "a minute or two"):
        run_quietly([*become_root, "apt-get", "update"], failure=_cure(missing))
        wanted = [_browser_here() if one == CHROMIUM_PACKAGE else one for one in missing]
        packages = [one for one in wanted if one]
        if packages:
            run_quietly(
                [
                    *(*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install"),
                    *("--yes", "--no-install-recommends", *packages),
                ],
                failure=_cure(packages),
            )
    if "" in wanted:
        _install_own_chromium()
        with step("Installing what Chromium needs", "a minute or two"):
            run_quietly(
                [*become_root, TOOLS / "playwright", "install-deps", "chromium"],
                failure="The libraries of Playwright's Chromium could not be installed.",
            )


def _browser_here() -> str:
    """The package of Chromium that this distribution has; empty where it has none."""
    return next((name for name in CHROMIUM_PACKAGES if _is_offered(name)), "")


def _is_offered(package: str) -> bool:
    asked = ["apt-cache", "show", package]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _install_own_chromium() -> None:
    with step("Installing Playwright's Chromium"):
        run_quietly(
            [TOOLS / "playwright", "install", "chromium"],
            failure="Playwright could not install its browser; the reason stands above.",
        )


def missing_packages(
    *, bench: bool = False, engines: bool = False, soak: bool = False
) -> list[str]:
    """The Debian packages whose programs are missing on this machine.

    Only the bench, the walk through other engines and the long tests need more than the tests.
    """
    present = {
        CHROMIUM_PACKAGE: system_chromium() is not None or Path(own_chromium()).exists(),
        "postgresql": find_postgres() is not None,
        "redis-server": shutil.which("redis-server") is not None,
        "nginx": NGINX.exists(),
        "libnginx-mod-http-brotli-static": NGINX_BROTLI.exists(),
        "pgbouncer": find_pgbouncer() is not None or not bench,
        DEBOOTSTRAP: find_in_sbin(DEBOOTSTRAP) is not None or not soak,
        SPREADSHEET: shutil.which("soffice") is not None or not soak,
        **{name: not engines or shutil.which(one) is not None for name, one in ENGINES.items()},
    }
    return [name for name, is_present in present.items() if not is_present]


def find_postgres() -> Path | None:
    """The folder of initdb and postgres, newest version first. Debian keeps it out of the PATH."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda found: int(found.parts[-3]),
        reverse=True,
    )
    on_path = shutil.which("initdb")
    return next((found.parent for found in versions), Path(on_path).parent if on_path else None)


def find_pgbouncer() -> str | None:
    return find_in_sbin("pgbouncer")


def find_in_sbin(program: str) -> str | None:
    """Debian's folder of servers is not in the PATH of every account."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def system_chromium() -> str | None:
    """The path of the system's Chromium; None stands for Playwright's own."""
    return next((str(path) for path in CHROMIUMS if path.exists()), None)


def own_chromium() -> str:
    """Where Playwright's own Chromium is or would be, as on systems other than Debian."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _without_apt(missing: list[str]) -> None:
    if CHROMIUM_PACKAGE in missing:
        _install_own_chromium()
    programs = [name for name in missing if name != CHROMIUM_PACKAGE]
    if programs:
        raise CannotContinue(
            f"Missing here: {' and '.join(programs)}. Install with this system's packages."
        )


def _become_root(missing: list[str]) -> list[str]:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        raise CannotContinue(_cure(missing))
    return ["sudo"]


def _cure(missing: list[str]) -> str:
    return (
        "Some programs that this needs are not installed. As root: "
        f"apt-get update && apt-get install --yes {' '.join(missing)}"
    )
