"""A standby of PostgreSQL: a second server that receives every commit of the first and is read."""

import subprocess
from pathlib import Path
from typing import LiteralString

import psycopg
import sqlalchemy as sa

from development.testing import find_postgres


def copied(folder: Path, port: int, url: str, user: str | None) -> list[str | Path]:
    """Copy the server of this database; returns the command that starts the copy as its standby."""
    binaries, primary = find_postgres(), sa.make_url(url)
    if binaries is None:
        raise RuntimeError("PostgreSQL is missing. Install it: apt-get install postgresql")
    data = folder / "data"
    subprocess.run(
        [
            *(binaries / "pg_basebackup", "--pgdata", data, "--write-recovery-conf"),
            *("--host", primary.host or "", "--port", str(primary.port)),
            *("--username", primary.username or "", "--checkpoint=fast"),
        ],
        check=True,
        capture_output=True,
        cwd="/",
        user=user,
        group=user,
        extra_groups=[] if user else None,
    )
    settings = (
        "listen_addresses=127.0.0.1",
        f"unix_socket_directories={folder}",
        # A standby may allow no fewer connections than its primary.
        f"max_connections={_told(url, 'SHOW max_connections')}",
    )
    flags = [part for one in settings for part in ("-c", one)]
    return [binaries / "postgres", "-D", data, "-p", str(port), *flags]


def follows(url: str) -> bool:
    """Whether a standby receives what the server of this database commits."""
    return _told(url, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1"


def _told(url: str, question: LiteralString) -> str:
    with psycopg.connect(url) as connection:
        found = connection.execute(question).fetchone()
    return str(found[0]) if found else ""
