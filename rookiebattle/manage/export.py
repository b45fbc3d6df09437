"""`make export`: the built pages, for a server without Node and for a host of static files."""

import subprocess
import tarfile
import time
from io import BytesIO
from pathlib import Path

from rookiebattle.core.telemetry.version import LENGTH, PACKED, commit_of
from rookiebattle.manage.build import build_folder, build_if_changed
from rookiebattle.manage.console import step
from rookiebattle.manage.processes import ROOT
from rookiebattle.manage.static import FOLDER, write_static

ARCHIVE = ROOT / "artifacts/rookiebattle.tar.gz"
NOT_SHIPPED = {".ci", "bench", "development", "mutants", "tests"}


def export_command(_arguments: list[str]) -> None:
    """Build the pages, pack them together with the tracked files, and write the static files."""
    build_if_changed()
    with step("Packing"):
        ARCHIVE.parent.mkdir(exist_ok=True)
        draft = ARCHIVE.with_suffix(".part")
        try:
            _pack(draft)
            draft.replace(ARCHIVE)
        finally:
            draft.unlink(missing_ok=True)
    print(f"\n{ARCHIVE.relative_to(ROOT)}: unpack it on the server, then `make serve` there.")
    write_static(FOLDER)


def _pack(file: Path) -> None:
    with tarfile.open(file, "w:gz") as archive:
        for name in tracked_files():
            archive.add(ROOT / name, f"rookiebattle/{name}")
        _add_commit(archive)
        build = build_folder()
        archive.add(build, f"rookiebattle/{build.relative_to(ROOT)}")


def _add_commit(archive: tarfile.TarFile) -> None:
    """Say which version it is: the archive has no history of git. A '+' stands for own changes."""
    is_changed = subprocess.run(
        ["git", "diff", "--quiet", "HEAD"], cwd=ROOT, check=False
    ).returncode
    commit = commit_of(ROOT)[:LENGTH] + ("+" if is_changed else "")
    file = tarfile.TarInfo(f"rookiebattle/{PACKED}")
    file.size, file.mtime = len(commit), int(time.time())
    archive.addfile(file, BytesIO(commit.encode()))


def tracked_files() -> list[str]:
    """The tracked files, without the tests and tools of developers."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = listed.stdout.splitlines()
    return [name for name in names if name.split("/")[0] not in NOT_SHIPPED]
