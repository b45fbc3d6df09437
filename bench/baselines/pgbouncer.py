"""PgBouncer between a server and PostgreSQL: the connections that it keeps serve many clients."""

from pathlib import Path

import sqlalchemy as sa

from development.testing import find_pgbouncer

SETTINGS = """\
[databases]
* = host={host} port={of_database} user={user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
auth_type = any
pool_mode = session
default_pool_size = 100
ignore_startup_parameters = extra_float_digits,options
unix_socket_dir =
"""


def command(folder: Path, port: int, url: str) -> list[str | Path]:
    """Write the configuration; returns the command that starts it in front of this database."""
    program, database = find_pgbouncer(), sa.make_url(url)
    if program is None:
        raise RuntimeError("PgBouncer is missing. Install it: apt-get install pgbouncer")
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        SETTINGS.format(
            host=database.host, of_database=database.port, user=database.username, port=port
        ),
        encoding="utf-8",
    )
    return [program, settings]
