"""P16: a file of 50 MB through an address that the product signed, against a bare PUT."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from shutil import rmtree
from urllib.parse import urlsplit

from bench import data
from bench.app import MOST_BYTES, put_address
from bench.lab import Lab, Served
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.processes import PROC, await_idle, cpu_seconds
from tests.servers.storages import StorageServer, rclone

CONTENT, TYPE = bytes(MOST_BYTES), "video/mp4"
UNIT = "MB/s"
AT_ONCE = 4
"""A single PUT takes so little time that a tick of the clock of processors would count."""
MOST_THROUGH_THE_WORKER = 1024 * 1024


def of_50_mb(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Into a folder, and into a bucket, of which the web worker must not see a byte."""
    yield _into_a_folder(plan, lab)
    yield _into_a_bucket(plan, lab)


def _into_a_folder(plan: Plan, lab: Lab) -> Line:
    files = lab.new_folder()
    ours = lab.ours(lab.database(data.Size()), settings={"DATA_DIR": str(files)})
    bare = lab.granian(
        "bench.baselines.storing:make", extra={"BENCH_FOLDER": str(lab.new_folder())}
    )

    def signed() -> str:
        rmtree(files / "uploads", ignore_errors=True)
        parts = urlsplit(put_address(TYPE, len(CONTENT)))
        return f"{_at(ours)}{parts.path}?{parts.query}"

    await_idle(ours.pid)
    return _line(
        "into a folder",
        lambda: _timed(signed, ours),
        lambda: _timed(lambda: f"{_at(bare)}/", bare),
        plan,
    )


def _at(served: Served) -> str:
    return f"http://localhost:{served.port}"


def _into_a_bucket(plan: Plan, lab: Lab) -> Line:
    server = rclone(lab.new_folder())
    ours = lab.ours(lab.database(data.Size()), settings=server.settings)
    await_idle(ours.pid)
    before = _received(ours)
    line = _line(
        "into a bucket",
        lambda: _timed(lambda: put_address(TYPE, len(CONTENT), server.settings), ours),
        lambda: _timed(lambda: _signed_by_boto(server), ours),
        plan,
    )
    server.stop()
    through = _received(ours) - before
    if through > MOST_THROUGH_THE_WORKER:
        raise RuntimeError(f"{through:,} bytes passed through the web worker")
    line.notes.append(f"{through:,} bytes through the web worker")
    return line


def _line(what: str, mine: Callable[[], Sample], bare: Callable[[], Sample], plan: Plan) -> Line:
    return compare(
        "P16", f"50 MB {what}", ours=mine, baseline=bare, goal=Goal(least=0.9), unit=UNIT, plan=plan
    )


def _signed_by_boto(server: StorageServer) -> str:
    values = {"Bucket": server.settings["S3_BUCKET"], "Key": "bench", "ContentType": TYPE}
    return str(server.client.generate_presigned_url("put_object", Params=values))


def _timed(new_address: Callable[[], str], served: Served) -> Sample:
    """Megabytes per second, and milliseconds of processor time for one PUT, of some of them."""
    cpu, seconds = cpu_seconds(served.pid), 0.0
    for _ in range(AT_ONCE):
        seconds += _seconds_of_put(new_address())
    spent = cpu_seconds(served.pid) - cpu
    return Sample(AT_ONCE * len(CONTENT) / 1e6 / seconds, spent / AT_ONCE * 1000)


def _seconds_of_put(address: str) -> float:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=60)
    start = time.perf_counter()
    with suppress(BrokenPipeError, ConnectionResetError):  # the answer says why
        connection.request("PUT", f"{parts.path}?{parts.query}", CONTENT, {"Content-Type": TYPE})
    answer = connection.getresponse()
    told = answer.read()[:200]
    seconds = time.perf_counter() - start
    connection.close()
    if answer.status != http.client.OK:
        raise RuntimeError(f"the PUT was answered with {answer.status} {told!r}")
    return seconds


def _received(served: Served) -> int:
    """Bytes that the server's processes have read from anywhere."""
    told = (PROC / str(served.pid) / "io").read_text().split()
    return int(told[told.index("rchar:") + 1])
