"""P16: a file of 50 MB through an address that the product signed, against a bare PUT."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from bench import data
from bench.app import MOST_BYTES, put_address
from bench.lab import Lab, Served
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.processes import PROC, cpu_seconds
from tests.servers.storages import StorageServer, rclone

CONTENT, TYPE = bytes(MOST_BYTES), "video/mp4"
UNIT = "MB/s"
MOST_THROUGH_THE_WORKER = 1024 * 1024


def of_50_mb(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Into a folder, and into a bucket, of which the web worker must not see a byte."""
    yield _into_a_folder(plan, lab)
    yield _into_a_bucket(plan, lab)


def _into_a_folder(plan: Plan, lab: Lab) -> Line:
    ours = lab.ours(lab.database(data.Size()))
    bare = lab.granian(
        "bench.baselines.storing:make", extra={"BENCH_FOLDER": str(lab.new_folder())}
    )

    def mine() -> Sample:
        parts = urlsplit(put_address(TYPE, len(CONTENT)))
        return _timed(f"{_at(ours)}{parts.path}?{parts.query}", ours)

    return _line("into a folder", mine, lambda: _timed(f"{_at(bare)}/", bare), plan)


def _at(served: Served) -> str:
    return f"http://localhost:{served.port}"


def _into_a_bucket(plan: Plan, lab: Lab) -> Line:
    server = rclone(lab.new_folder())
    ours = lab.ours(lab.database(data.Size()), settings=server.settings)
    before = _received(ours)
    line = _line(
        "into a bucket",
        lambda: _timed(put_address(TYPE, len(CONTENT), server.settings), ours),
        lambda: _timed(_signed_by_boto(server), ours),
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


def _timed(address: str, served: Served) -> Sample:
    """Megabytes per second of one PUT."""
    parts, cpu = urlsplit(address), cpu_seconds(served.pid)
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
    return Sample(len(CONTENT) / 1e6 / seconds, (cpu_seconds(served.pid) - cpu) * 1000)


def _received(served: Served) -> int:
    """Bytes that the server's processes have read from anywhere."""
    told = (PROC / str(served.pid) / "io").read_text().split()
    return int(told[told.index("rchar:") + 1])
