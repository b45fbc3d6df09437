"""Several servers of one site behind nginx, as deploy/ starts them, and members who register."""

import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from redis import Redis

from rookiebattle.core.pushing import live
from rookiebattle.manage.first_process import answers
from tests.servers.application import Application
from tests.servers.nginx import DEPLOY, Nginx, settings_behind
from tests.servers.programs import free_port


@dataclass
class Fleet:
    """The servers of one site behind nginx."""

    url: str
    servers: list[Application]
    redis_url: str

    def lose_worker(self, server: Application, worker: int) -> None:
        """Kill a worker, and wait until the one in its place has begun to serve.

        Redis tells how many workers hear each other, which they do as soon as they serve.
        """
        with Redis.from_url(self.redis_url) as redis:
            before = redis.pubsub_numsub(live.CHANNEL)
            server.lose_worker(worker)
            server.program.wait_until(
                lambda: redis.pubsub_numsub(live.CHANNEL) == before and answers(server.port)
            )

    def roll(self, folder: Path) -> None:
        """Type the operator's command, with a systemctl that asks this process."""
        folder.mkdir()
        asked = folder / "asked"
        os.mkfifo(asked)
        (folder / "systemctl").write_text(f'#!/bin/sh\necho "$*" > {asked}\n')
        (folder / "systemctl").chmod(0o755)
        by_name = {f"restart rookiebattle@{one.port}": one for one in self.servers}
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        command = ["sh", str(DEPLOY / "roll.sh"), *(str(one.port) for one in self.servers)]
        rolling = subprocess.Popen(command, env={**os.environ, "PATH": path, "PATIENCE": "30"})
        for _ in self.servers:
            by_name[asked.read_text().strip()].restart()
        assert rolling.wait(60) == 0


@contextmanager
def started_fleet(
    folder: Path,
    count: int,
    database_url: str,
    redis_url: str,
    settings: Mapping[str, str],
    *,
    workers: int = 1,
) -> Iterator[Fleet]:
    """So many servers with so many workers each."""
    (folder / "data").mkdir()
    ports = [free_port() for _ in range(count)]
    nginx = Nginx(folder / "nginx", "nginx.conf", ports)
    url = f"http://localhost:{nginx.port}"
    shared = {
        **settings,
        **settings_behind(url),
        "REDIS_URL": redis_url,
        "DATA_DIR": str(folder / "data"),
    }
    servers = [
        Application(
            folder / str(port),
            database_url=database_url,
            port=port,
            workers=workers,
            settings=shared,
        )
        for port in ports
    ]
    try:
        yield Fleet(url, servers, redis_url)
    finally:
        for server in servers:
            server.stop()
        nginx.stop()


@dataclass
class Writers:
    """Members who register one after another until all have, or until they are told to stop.

    Each thread rests for `pause` seconds after a seat, so that there are members left at the end.
    """

    url: str
    event_id: str
    cookies: list[str]
    pause: float = 0.0
    acknowledged: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def writing(self, at_once: int) -> Iterator[None]:
        """Write in so many threads until the block ends; then each ends its attempt."""
        threads = [threading.Thread(target=self._write) for _ in range(at_once)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.enough.set()
            for thread in threads:
                thread.join()

    def _write(self) -> None:
        """Keep one connection to nginx, as a browser does. A request that fails is tried again."""
        with httpx.Client(base_url=self.url, timeout=30) as client:
            while self.cookies and not self.enough.is_set():
                cookie = self.cookies.pop()
                while failure := self._attempt(client, cookie):
                    self.failures.append(failure)
                self.enough.wait(self.pause)

    def _attempt(self, client: httpx.Client, cookie: str) -> str:
        headers = {"cookie": cookie, "origin": self.url}
        answer = client.post(f"/api/events/{self.event_id}/register", headers=headers)
        if answer.status_code != 200:
            return f"{answer.status_code} {answer.text[:80]}"
        self.acknowledged.add(str(answer.json()["userId"]))
        return ""
