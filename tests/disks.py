"""Disks and files that fail: full, not to be written, damaged. Each works for every account."""

import ctypes
import gzip
import os
import random
import resource
import shlex
import sqlite3
import struct
import subprocess
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

PAGE = 4096
Result = TypeVar("Result")
# How to run a test that needs another machine, account or folder than it has.
BY_ROOT = "Run it as root where root may mount: sudo make soak"
ON_A_DISK = "Run it on a file system with such files: PYTEST_DEBUG_TEMPROOT=/var/tmp make soak"
# The third version of the interface in <linux/capability.h>: two sets of three words.
CAPABILITIES_VERSION, NO_CAPABILITIES = 0x20080522, bytes(24)


def without_privileges(work: Callable[[], Result]) -> Result:
    """Do the work in a thread in which the rights of files count, as they do not for root."""
    with ThreadPoolExecutor(1, initializer=_drop_capabilities) as thread:
        return thread.submit(work).result()


def _drop_capabilities() -> None:
    """Linux keeps capabilities per thread; all other threads keep theirs."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.capset(struct.pack("Ii", CAPABILITIES_VERSION, 0), NO_CAPABILITIES):
            raise OSError(ctypes.get_errno(), "capset")


@contextmanager
def only_to_be_read(*paths: Path) -> Iterator[None]:
    """For the length of the block nobody without privileges may write these."""
    modes = {path: path.stat().st_mode for path in paths}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


@contextmanager
def immutable(file: Path) -> Iterator[None]:
    """For the length of the block no process opens this file for writing, not even root's."""
    if os.geteuid():
        with only_to_be_read(file):
            yield
        return
    _run("chattr", "+i", file, cure=ON_A_DISK)
    try:
        yield
    finally:
        _run("chattr", "-i", file, cure=ON_A_DISK)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """For the length of the block the folder is a disk of this size. Only root may mount one."""
    _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder, cure=BY_ROOT)
    try:
        yield
    finally:
        _run("umount", "--lazy", folder, cure=BY_ROOT)


def _run(*command: str | Path, cure: str) -> None:
    """Fail the test with the cure where the command does not work."""
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        words = shlex.join(map(str, command))
        pytest.fail(f"{words}: {done.stderr.strip()}\n{cure}", pytrace=False)


def fill_up(file: Path) -> None:
    """Write into the file until its disk is full."""
    with suppress(OSError), file.open("wb", buffering=0) as out:
        while out.write(bytes(PAGE)):
            pass


@contextmanager
def full_disk() -> Iterator[None]:
    """For the length of the block this process cannot write a byte into a file.

    That includes what it prints: pytest keeps that in a file, unless the test asks for `capsys`.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def flip(file: Path, offset: int) -> None:
    """Change one bit of a file."""
    content = bytearray(file.read_bytes())
    content[offset] ^= 1
    file.write_bytes(content)


def spoil(packed: Path) -> None:
    """Change one bit near the middle of a gzip file, so that it unpacks to something else.

    Not every bit does: another distance within a run of zeros unpacks to the same zeros.
    """
    sound, offset = _unpacked(packed), packed.stat().st_size // 2
    flip(packed, offset)
    while _unpacked(packed) == sound:
        flip(packed, offset)
        offset += 1
        flip(packed, offset)


def _unpacked(packed: Path) -> bytes | None:
    with suppress(OSError, EOFError, zlib.error):
        return gzip.decompress(packed.read_bytes())
    return None


def damage(file: Path, *tables: str) -> None:
    """Overwrite the first page of these tables in an SQLite file that nobody has open."""
    noise = random.Random(8)
    with closing(sqlite3.connect(file)) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master"))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as pages:
        for table in tables:
            pages.seek((roots[table] - 1) * PAGE)
            pages.write(noise.randbytes(PAGE))
