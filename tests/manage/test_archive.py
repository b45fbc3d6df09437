"""The file of a backup: each of its parts may have a wrong bit, and a sentence names the part."""

import gzip
import random
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rookiebattle.manage import archive
from rookiebattle.manage.archive import DATABASE, MANIFEST, MANIFEST_SUM, Manifest
from rookiebattle.manage.console import CannotContinue
from tests.archives import packed_anew
from tests.disks import flip

PICTURE = "uploads/private/noise.png"
CONTENT = {DATABASE: b"rows" * 2000, PICTURE: random.Random(30).randbytes(50_000)}


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A backup of two files."""
    work, file = tmp_path / "packing", tmp_path / "rookiebattle.tar.gz"
    for name, content in CONTENT.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_bytes(content)
    made = datetime(2026, 11, 28, 3, tzinfo=UTC)
    manifest = Manifest(made=made, site="https://club.example.org", bucket="", rows={"users": 3})
    archive.pack(file, manifest, work / DATABASE, work / archive.UPLOADS)
    return file


def unpacked(file: Path) -> Manifest:
    work = file.with_name("work")
    work.mkdir()
    return archive.unpack(file, work)


def test_what_was_packed_comes_out(packed: Path) -> None:
    manifest = unpacked(packed)
    assert {*(manifest.sums or {})} == {*CONTENT}
    work = packed.with_name("work")
    assert {name: (work / name).read_bytes() for name in CONTENT} == CONTENT
    assert packed.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("name", "part"),
    [
        (MANIFEST, "its manifest"),
        (MANIFEST_SUM, "its manifest"),
        (DATABASE, "its database"),
        (PICTURE, f"its file {PICTURE}"),
    ],
)
def test_a_file_with_a_wrong_bit_is_named(name: str, part: str, packed: Path) -> None:
    """A disk or a memory changed the file, and the program that packed it noticed nothing."""
    other = packed_anew(packed, packed.parent, lambda work: flip(work / name, 20))
    told = f"is damaged: {part} is not what was packed. Nothing was changed"
    with pytest.raises(CannotContinue, match=told):
        unpacked(other)


def test_a_wrong_bit_in_a_packed_picture_is_refused_with_its_name(packed: Path) -> None:
    flip(packed, packed.stat().st_size - 20_000)
    with pytest.raises(CannotContinue, match=f"its file {PICTURE} is"):
        unpacked(packed)


@pytest.mark.parametrize("from_end", [1, 5])
def test_a_wrong_bit_at_the_end_is_refused(from_end: int, packed: Path) -> None:
    flip(packed, packed.stat().st_size - from_end)
    with pytest.raises(CannotContinue, match="cannot be read: its end is damaged"):
        unpacked(packed)


@pytest.mark.parametrize("place", [0, *range(20, 51_000, 1500)])
def test_a_wrong_bit_anywhere_is_refused(place: int, packed: Path) -> None:
    """The bytes 4 to 9 are the time and the system of gzip, which say nothing about the data."""
    flip(packed, place)
    with pytest.raises(CannotContinue, match="Nothing was changed; take another backup"):
        unpacked(packed)


def test_a_backup_of_before_has_no_sums(packed: Path) -> None:
    def forget(work: Path) -> None:
        (work / MANIFEST_SUM).unlink()
        found = Manifest.model_validate_json((work / MANIFEST).read_bytes())
        (work / MANIFEST).write_text(found.model_dump_json(exclude={"sums"}))

    assert unpacked(packed_anew(packed, packed.parent, forget)).sums is None


@pytest.mark.parametrize(
    "change",
    [
        lambda work: (work / "uploads/more.png").write_bytes(b"more"),
        lambda work: (work / PICTURE).unlink(),
        lambda work: (work / MANIFEST_SUM).unlink(),
        lambda work: (work / MANIFEST).write_text("{}"),
    ],
    ids=["a file more", "a file less", "no sum of the manifest", "an empty manifest"],
)
def test_a_backup_that_is_not_whole_is_refused(
    change: Callable[[Path], object], packed: Path
) -> None:
    with pytest.raises(CannotContinue, match="is not what was packed"):
        unpacked(packed_anew(packed, packed.parent, change))


@pytest.mark.parametrize("name", [MANIFEST, DATABASE])
def test_another_archive_is_no_backup(name: str, packed: Path) -> None:
    def leave_out(work: Path) -> None:
        (work / MANIFEST_SUM).unlink()
        found = Manifest.model_validate_json((work / MANIFEST).read_bytes())
        (work / MANIFEST).write_text(found.model_dump_json(exclude={"sums"}))
        (work / name).unlink()

    with pytest.raises(CannotContinue, match=r"is no backup: .* Name the backup"):
        unpacked(packed_anew(packed, packed.parent, leave_out))


def test_a_wrong_bit_in_a_header_is_not_taken_for_the_end(packed: Path) -> None:
    """tarfile ends without a word at a header that it cannot read."""
    plain = packed.with_name("plain.tar")
    with tarfile.open(packed) as found:
        offset = found.getmember(PICTURE).offset
    plain.write_bytes(gzip.decompress(packed.read_bytes()))
    flip(plain, offset + 1)
    with pytest.raises(CannotContinue, match="what follows its database is damaged"):
        unpacked(plain)


def test_a_file_that_is_deleted_meanwhile_is_left_out(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = packed.with_name("packing")
    there = [found / PICTURE, found / "uploads/gone.png"]
    monkeypatch.setattr(archive, "_stored", lambda _uploads: iter(there))
    manifest = Manifest(made=datetime(2026, 11, 28, tzinfo=UTC), site="", bucket="", rows={})
    file = packed.with_name("second.tar.gz")
    archive.pack(file, manifest, found / DATABASE, found / archive.UPLOADS)
    assert {*(unpacked(file).sums or {})} == {*CONTENT}


def of_kind(name: str, kind: bytes, leads_to: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, leads_to
    return member


HOSTILE = (
    of_kind("uploads/link", tarfile.SYMTYPE, "../session_secret"),
    of_kind("uploads/link", tarfile.LNKTYPE, DATABASE),
    of_kind("uploads/pipe", tarfile.FIFOTYPE),
    of_kind("../outside", tarfile.REGTYPE),
    of_kind("/outside", tarfile.REGTYPE),
)


@pytest.mark.parametrize("hidden", HOSTILE, ids=["link", "hard link", "pipe", "above", "absolute"])
def test_a_backup_with_more_than_files_is_refused(hidden: tarfile.TarInfo, packed: Path) -> None:
    """A link among the uploads would be served to everybody: to the secret, or to the rows."""
    file = packed.with_name("hostile.tar")
    with tarfile.open(packed) as good, tarfile.open(file, "w") as hostile:
        for member in good:
            if member.name == MANIFEST:
                hostile.addfile(hidden)
            hostile.addfile(member, good.extractfile(member))
    with pytest.raises(CannotContinue, match="is no file of a backup"):
        unpacked(file)
    assert not Path("/outside").exists()
    assert not packed.with_name("outside").exists()
