"""The storage S3, and servers that speak as S3 does: browsers send files to it and read from it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError

from rookiebattle.core.errors import NotFound
from rookiebattle.integrations.storage.protocol import (
    AlreadyThere,
    FileHeaders,
    Form,
    FoundFile,
    Limits,
    Part,
    StorageDown,
    StorageFull,
    WrongParts,
)
from rookiebattle.settings import Settings

GONE = frozenset({"404", "NoSuchKey", "NoSuchUpload", "NotFound"})
FULL = frozenset({"507", "InsufficientStorage", "QuotaExceeded", "XMinioStorageFull"})
WRONG = frozenset({"InvalidPart", "InvalidPartOrder", "EntityTooSmall", "MalformedXML"})
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 3, 10, 2
AT_ONCE = 24
PIECE = 1024 * 1024
log = logging.getLogger(__name__)


@contextmanager
def told() -> Iterator[None]:
    """Errors of S3, as the errors of a storage. The log has its code, never an address."""
    try:
        yield
    except ClientError as refused:
        code = str(refused.response.get("Error", {}).get("Code", ""))
        if code in GONE:
            raise NotFound() from refused
        if code in WRONG:
            raise WrongParts() from refused
        if code == "PreconditionFailed":
            raise AlreadyThere() from refused
        log.warning("the storage refused %s: %s", refused.operation_name, code)
        raise StorageFull() if code in FULL else StorageDown() from refused
    except (BotoCoreError, HTTPClientError) as failed:
        log.warning("the storage did not answer: %s", type(failed).__name__)
        raise StorageDown() from failed


class S3Storage:
    def __init__(self, settings: Settings) -> None:
        self._bucket, self._public_url = settings.s3_bucket, settings.s3_public_url
        self._client = _client(settings)

    def address(self, key: str) -> str:
        return self._signed("get_object", key, 60).partition("?")[0]

    def _signed(self, operation: str, key: str, seconds: int, **limits: object) -> str:
        values = {"Bucket": self._bucket, "Key": key, **limits}
        with told():
            return str(
                self._client.generate_presigned_url(operation, Params=values, ExpiresIn=seconds)
            )

    def put_address(self, key: str, limits: Limits) -> str:
        told = {"ContentType": limits.mime_type or None, "ContentLength": limits.size}
        exact = {name: value for name, value in told.items() if value is not None}
        return self._signed("put_object", key, limits.seconds, **exact)

    def form(self, key: str, limits: Limits) -> Form:
        fixed = {"Content-Type": limits.mime_type, "success_action_status": "201"}
        rules: list[Any] = [{name: value} for name, value in fixed.items()]
        with told():
            made = self._client.generate_presigned_post(
                self._bucket,
                key,
                Fields=fixed,
                Conditions=[*rules, ["content-length-range", 1, limits.size]],
                ExpiresIn=limits.seconds,
            )
        return Form(made["url"], made["fields"])

    def get_address(self, key: str, *, seconds: int, caching: str) -> str:
        return self._signed("get_object", key, seconds, ResponseCacheControl=caching)

    def public_address(self, key: str) -> str:
        return f"{self._public_url}/{quote(key)}" if self._public_url else ""

    def find(self, key: str) -> FoundFile | None:
        try:
            with told():
                head = self._client.head_object(Bucket=self._bucket, Key=key)
        except NotFound:
            return None
        return FoundFile(key, head["ContentLength"], head["LastModified"])

    def below(self, prefix: str) -> Iterator[FoundFile]:
        pages = self._client.get_paginator("list_objects_v2")
        with told():
            for page in pages.paginate(Bucket=self._bucket, Prefix=prefix):
                for one in page.get("Contents", ()):
                    yield FoundFile(one["Key"], one["Size"], one["LastModified"])

    def read(self, key: str, *, start: int, length: int) -> bytes:
        wanted = f"bytes={start}-{start + length - 1}"
        with told():
            answer = self._client.get_object(Bucket=self._bucket, Key=key, Range=wanted)
            return bytes(answer["Body"].read())

    def fetch(self, key: str, file: Path) -> None:
        with told(), file.open("wb") as out:
            body = self._client.get_object(Bucket=self._bucket, Key=key)["Body"]
            for piece in body.iter_chunks(PIECE):
                out.write(piece)

    def put(self, key: str, file: Path, labels: FileHeaders) -> None:
        with told(), file.open("rb") as body:
            self._client.put_object(Bucket=self._bucket, Key=key, Body=body, **_headers(labels))

    def copy(self, key: str, new_key: str, labels: FileHeaders) -> None:
        source = {"Bucket": self._bucket, "Key": key}
        with told():
            self._client.copy_object(
                Bucket=self._bucket,
                Key=new_key,
                CopySource=source,
                MetadataDirective="REPLACE",
                **_headers(labels),
            )

    def remove(self, key: str) -> None:
        keys = [found.key for found in self.below(key)] if key.endswith("/") else [key]
        for one in keys:
            with told():
                self._client.delete_object(Bucket=self._bucket, Key=one)

    def begin_parts(self, key: str, *, mime_type: str) -> str:
        with told():
            begun = self._client.create_multipart_upload(
                Bucket=self._bucket, Key=key, ContentType=mime_type
            )
        return str(begun["UploadId"])

    def part_address(self, key: str, upload: str, number: int, *, seconds: int) -> str:
        return self._signed("upload_part", key, seconds, UploadId=upload, PartNumber=number)

    def parts(self, key: str, upload: str) -> list[Part]:
        pages = self._client.get_paginator("list_parts")
        with told():
            return [
                Part(one["PartNumber"], one["ETag"].strip('"'), one["Size"])
                for page in pages.paginate(Bucket=self._bucket, Key=key, UploadId=upload)
                for one in page.get("Parts", ())
            ]

    def join_parts(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        named = [{"PartNumber": part.number, "ETag": f'"{part.tag}"'} for part in parts]
        with told():
            self._client.complete_multipart_upload(
                Bucket=self._bucket, Key=key, UploadId=upload, MultipartUpload={"Parts": named}
            )

    def drop_parts(self, key: str, upload: str) -> None:
        try:
            with told():
                self._client.abort_multipart_upload(Bucket=self._bucket, Key=key, UploadId=upload)
        except NotFound:
            return

    def open_parts(self) -> Iterator[tuple[str, str, datetime]]:
        pages = self._client.get_paginator("list_multipart_uploads")
        with told():
            for page in pages.paginate(Bucket=self._bucket):
                for one in page.get("Uploads", ()):
                    yield one["Key"], one["UploadId"], one["Initiated"]


def _headers(labels: FileHeaders) -> Mapping[str, str]:
    return {
        "ContentType": labels.mime_type,
        "ContentDisposition": labels.disposition,
        "CacheControl": labels.caching,
    }


def _client(settings: Settings) -> Any:
    """A client that several threads may use. Servers other than Amazon's know no new checksums."""
    own_server = bool(settings.s3_endpoint_url)
    return boto3.client(
        "s3",
        endpoint_url=settings.s3_endpoint_url or None,
        region_name=settings.aws_region or None,
        aws_access_key_id=settings.aws_access_key_id or None,
        aws_secret_access_key=settings.aws_secret_access_key or None,
        aws_session_token=settings.aws_session_token or None,
        config=Config(
            signature_version="s3v4",
            s3={"addressing_style": "path" if own_server else "virtual"},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"max_attempts": ATTEMPTS, "mode": "standard"},
            max_pool_connections=AT_ONCE,
        ),
    )
