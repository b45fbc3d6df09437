"""Servers that start at the same moment, as `systemctl enable --now` of several does."""

import subprocess
import sys

from rookiebattle.manage.database import is_current
from tests.servers.postgres import PostgresCluster

START = "import sys; from rookiebattle.manage.database import upgrade; upgrade(sys.argv[1])"


def test_servers_that_start_together_migrate_one_after_another(postgres: PostgresCluster) -> None:
    url = postgres.empty_database()
    starting = [
        subprocess.Popen([sys.executable, "-c", START, url], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [one.communicate(timeout=120)[1] for one in starting]
    assert [one.returncode for one in starting] == [0, 0, 0], said
    assert is_current(url)
    postgres.drop(url)
