"""Servers on loopback that speak as S3 does. Neither is all of S3, so tests use both.

Moto knows parts, tags and rules of buckets, rclone checks signatures, expiry, lengths, types."""

import json
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rookiebattle.settings import get_settings
from tests.servers.programs import LOOPBACK, Program, accepts_connections, free_port

BUCKET, KEY, SECRET, REGION = "club", "of-tests", "only-for-tests", "us-east-1"


class StorageServer:
    """A running server with an empty bucket, and the settings with which the site uses it."""

    def __init__(self, command: Sequence[str | Path], port: int, folder: Path) -> None:
        self.url, self._command, self._port = f"http://{LOOPBACK}:{port}", command, port
        self._log = folder / "storage.log"
        self.start()
        self.client.create_bucket(Bucket=BUCKET)

    def start(self) -> None:
        self._program = Program(self._command, log=self._log)
        self._program.wait_until(lambda: accepts_connections(self._port))

    def stop(self) -> None:
        self._program.stop()

    def halt(self) -> None:
        """Let it accept connections, and answer none until it may go on."""
        self._program.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._program.process.send_signal(signal.SIGCONT)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "S3_BUCKET": BUCKET,
            "S3_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_REGION": REGION,
        }

    def choose(self, monkeypatch: pytest.MonkeyPatch, **more: str) -> None:
        """Let the site of this test use the bucket, without what other tests left in it."""
        client = self.client
        for one in client.list_objects_v2(Bucket=BUCKET).get("Contents", []):
            client.delete_object(Bucket=BUCKET, Key=one["Key"])
        for name, value in {**self.settings, **more}.items():
            monkeypatch.setenv(name, value)
        get_settings.cache_clear()

    @property
    def client(self) -> Any:
        # Every run of tests loads this module, and few of them need what takes so long to load.
        import boto3
        from botocore.config import Config

        return boto3.client(
            "s3",
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id=KEY,
            aws_secret_access_key=SECRET,
            config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
        )

    def open_public_files(self) -> None:
        """Let everybody read `public/*`, as the manual tells an operator to for S3_PUBLIC_URL."""
        rule = {
            "Effect": "Allow",
            "Principal": "*",
            "Action": "s3:GetObject",
            "Resource": f"arn:aws:s3:::{BUCKET}/public/*",
        }
        policy = json.dumps({"Version": "2012-10-17", "Statement": [rule]})
        self.client.put_bucket_policy(Bucket=BUCKET, Policy=policy)

    def allow(self, origin: str) -> None:
        """Let pages of this origin send files, as the manual tells an operator to."""
        rule = {
            "AllowedOrigins": [origin],
            "AllowedMethods": ["GET", "HEAD", "PUT", "POST"],
            "AllowedHeaders": ["content-type"],
            "ExposeHeaders": ["ETag"],
        }
        self.client.put_bucket_cors(Bucket=BUCKET, CORSConfiguration={"CORSRules": [rule]})


def moto(folder: Path) -> StorageServer:
    port = free_port()
    command = [_beside_python("moto_server"), "-H", LOOPBACK, "-p", str(port)]
    return StorageServer(command, port, folder)


def rclone(folder: Path) -> StorageServer:
    port, files = free_port(), folder / "files"
    files.mkdir()
    command: list[str | Path] = [_beside_python("rclone"), "serve", "s3", files]
    command += ["--addr", f"{LOOPBACK}:{port}", "--auth-key", f"{KEY},{SECRET}"]
    return StorageServer([*command, "--config", folder / "rclone.conf"], port, folder)


def _beside_python(name: str) -> str:
    """A program that a package of requirements.txt brings."""
    found = shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.fail(f"{name} is missing. Install what tests need: make test", False)
    return found
