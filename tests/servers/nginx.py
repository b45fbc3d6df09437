"""nginx with a configuration of deploy/, on loopback, with a certificate of its own or none."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from development.testing import NGINX_BROTLI
from rookiebattle.manage.processes import ROOT
from tests.servers.programs import Program, accepts_connections, free_port

DEPLOY = ROOT / "deploy"
NAME, FILES = "club.example.org", "/srv/rookiebattle/static"
SITE = re.compile(r"^ *server 127\.0\.0\.1:8000(.*)$", re.MULTILINE)
ENCRYPTED, CERTIFICATES = "listen 443 ssl http2", f"/etc/letsencrypt/live/{NAME}/"
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
        encrypts: bool = False,
    ) -> None:
        """`sites` are the ports of the site's servers; `files` is where the static files are."""
        self.port, self.plain_port = port or free_port(), free_port()
        folder.mkdir(parents=True, exist_ok=True)
        text = (DEPLOY / configuration).read_text()
        text = text.replace("/var/log/nginx/", f"{folder}/")
        text = _certified(text, folder, name, self.plain_port) if encrypts else _plain(text)
        text = _on_loopback(text, self.port, sites).replace(FILES, str(files))
        text = _named(text, name, name if encrypts else f"{name}:{self.port}")
        temporary = "".join(f"{one}_temp_path {folder}/{one};" for one in TEMPORARY)
        (folder / "nginx.conf").write_text(
            # Without the rights of root it is the user itself that nginx runs as.
            f"{_user()}load_module {NGINX_BROTLI}; daemon off;\n"
            f"pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary}\n"
            f"include /etc/nginx/mime.types; default_type application/octet-stream;\n{text} }}\n"
        )
        command: list[str | Path] = ["nginx", "-c", folder / "nginx.conf", "-p", folder]
        self.program = Program(command, log=folder / "nginx.log")
        self.program.wait_until(lambda: accepts_connections(self.port))

    def stop(self) -> None:
        self.program.stop()


def _certified(text: str, folder: Path, name: str, plain_port: int) -> str:
    """With a certificate for the name that nobody vouches for, and the server that redirects."""
    names = ",".join(f"DNS:{one}{name}" for one in ("", "www.", "api."))
    subject = ("-subj", f"/CN={name}", "-addext", f"subjectAltName={names}")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem")
    command = ["openssl", "req", "-x509", *key, *subject, "-days", "2", *files]
    subprocess.run(command, check=True, capture_output=True)
    assert "listen 80;" in text
    text = text.replace("listen 80", f"listen 127.0.0.1:{plain_port}")
    assert CERTIFICATES in text
    return text.replace(CERTIFICATES, f"{folder}/")


def _plain(text: str) -> str:
    """Without the servers that redirect to https and refuse other names, and unencrypted."""
    begin = text.index("\nserver {")
    end = text.index("\nserver {", begin + 1)
    text = text[:begin] + text[end : text.rindex("\n# Any other name")]
    return re.sub(r"^ *ssl_.*$", "", text, flags=re.MULTILINE).replace(ENCRYPTED, "listen 443")


def _on_loopback(text: str, port: int, sites: Sequence[int]) -> str:
    text = re.sub(r"^ *listen \[.*$", "", text, flags=re.MULTILINE)
    assert "listen 443" in text
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    assert SITE.search(text)
    return SITE.sub(
        lambda found: "\n".join(f"server 127.0.0.1:{site}{found[1]}" for site in sites), text
    )


def _named(text: str, name: str, address: str) -> str:
    """Names of servers have no port; addresses that lead to them may have one."""
    lines = [
        line.replace(NAME, name if "server_name" in line else address) for line in text.splitlines()
    ]
    return "\n".join(lines)


def _user() -> str:
    return "user root; " if os.geteuid() == 0 else ""


def settings_behind(url: str) -> Mapping[str, str]:
    return {"PUBLIC_URL": url, "API_URL": "", "TRUSTED_PROXIES": "1"}
