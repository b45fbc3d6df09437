"""nginx with a configuration of deploy/, on loopback and without the certificate of a real name."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from rookiebattle.manage.processes import ROOT
from tests.servers.programs import Program, accepts_connections, free_port

DEPLOY = ROOT / "deploy"
NAME, FILES = "club.example.org", "/var/www/rookiebattle"
SITE = re.compile(r"^ *server 127\.0\.0\.1:8000(.*)$", re.MULTILINE)
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx:
    """One of our configurations. `name` stands in the place of club.example.org."""

    def __init__(
        self,
        folder: Path,
        configuration: str,
        sites: Sequence[int],
        *,
        name: str = "localhost",
        port: int | None = None,
        files: Path | None = None,
    ) -> None:
        """`sites` are the ports of the site's servers; `files` is where the static files are."""
        self.port = port or free_port()
        folder.mkdir(parents=True, exist_ok=True)
        text = (DEPLOY / configuration).read_text()
        text = _on_loopback(text, self.port, sites).replace(FILES, str(files))
        text = _named(text, name, self.port)
        temporary = "".join(f"{one}_temp_path {folder}/{one};" for one in TEMPORARY)
        (folder / "nginx.conf").write_text(
            # Without the rights of root it is the user itself that nginx runs as.
            f"{_user()}pid {folder}/pid; error_log {folder}/error.log; daemon off;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary}\n"
            f"include /etc/nginx/mime.types; default_type application/octet-stream;\n{text} }}\n"
        )
        command: list[str | Path] = ["nginx", "-c", folder / "nginx.conf", "-p", folder]
        self.program = Program(command, log=folder / "nginx.log")
        self.program.wait_until(lambda: accepts_connections(self.port))

    def stop(self) -> None:
        self.program.stop()


def _on_loopback(text: str, port: int, sites: Sequence[int]) -> str:
    """Without the server that redirects to https, and without encryption."""
    begin = text.index("\nserver {")
    end = text.index("\nserver {", begin + 1)
    text = text[:begin] + text[end:]
    text = re.sub(r"^ *(ssl_|listen \[).*$", "", text, flags=re.MULTILINE)
    assert "listen 443 ssl http2" in text
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    assert SITE.search(text)
    return SITE.sub(
        lambda found: "\n".join(f"server 127.0.0.1:{site}{found[1]}" for site in sites), text
    )


def _named(text: str, name: str, port: int) -> str:
    """Names of servers have no port; addresses that lead to them do."""
    lines = [
        line.replace(NAME, name if "server_name" in line else f"{name}:{port}")
        for line in text.splitlines()
    ]
    return "\n".join(lines)


def _user() -> str:
    return "user root; " if os.geteuid() == 0 else ""


def settings_behind(url: str, api_url: str = "") -> Mapping[str, str]:
    """The settings of a site behind one nginx."""
    return {"PUBLIC_URL": url, "API_URL": api_url, "TRUSTED_PROXIES": "1"}
