"""nginx with files that were packed before: the lowest cost of sending the same bytes."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "/usr/sbin/nginx"
MAIN = """\
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log stderr;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 100000000;
    open_file_cache max=100 inactive=1h;
    open_file_cache_valid 1h;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
{locations}    }}
}}
"""
LOCATION = """\
        location = {path} {{
            root {folder};
            try_files /{name} =404;
            types {{ }}
            default_type "{kind}";
            add_header Content-Encoding "{encoding}";
            add_header Cache-Control no-cache;
            add_header Vary Accept-Encoding;
        }}
"""


@dataclass(frozen=True, slots=True)
class Packed:
    """The packed answer to a path."""

    kind: str
    encoding: str
    body: bytes


def command(folder: Path, port: int, files: Mapping[str, Packed]) -> list[str | Path]:
    """Write the files and the configuration; returns the command that starts the server."""
    locations = "".join(
        _location(folder, str(number), path, packed)
        for number, (path, packed) in enumerate(files.items())
    )
    # When root starts nginx, its worker runs as another user, who may not read a private folder.
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(
        MAIN.format(folder=folder, user=user, port=port, locations=locations), encoding="utf-8"
    )
    return [PROGRAM, "-p", folder, "-c", configuration, "-e", "stderr"]


def _location(folder: Path, name: str, path: str, packed: Packed) -> str:
    (folder / name).write_bytes(packed.body)
    kind, encoding = packed.kind, packed.encoding
    return LOCATION.format(path=path, folder=folder, name=name, kind=kind, encoding=encoding)
