"""Uploads in each of their states, written through the verbs, and the storage that has them."""

from pathlib import Path

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.protocol import FileHeaders
from rookiebattle.uploads import beginning, policy, queries, service
from rookiebattle.uploads.queries import Row
from rookiebattle.uploads.schemas import Examined, StoredFile

LABELS = FileHeaders("image/jpeg", "inline", "no-store")


class Uploads:
    """The acts of a test with uploads of one actor."""

    def __init__(self, database: Database, actor: Actor, folder: Path) -> None:
        self.database, self.actor, self._folder = database, actor, folder

    def begin(self, size: int = 100, most: int = policy.MOST_IN_PARTS) -> str:
        told = {"file_name": "park.jpg", "mime_type": "image/jpeg"}
        with self.database.unit_of_work(write=True) as session:
            return beginning.promise(session, self.actor, size=size, most=most, **told)

    def store(self, *keys: str, content: bytes = b"content") -> None:
        source = self._folder / "source"
        source.write_bytes(content)
        for key in keys:
            storage().put(key, source, LABELS)

    def claim(self) -> str:
        """A claimed picture with one copy; returns its path."""
        id_ = self.begin()
        keys = policy.whole_key("private", id_), policy.copy_key("private", id_, 320)
        self.store(policy.incoming(id_), *keys)
        examined = Examined("image/jpeg", 7, 640, 480, "data:image/webp;base64,AA", (320,))
        with self.database.unit_of_work(write=True) as session:
            return service.finish(session, self.actor, upload_id=id_, examined=examined).object_path

    def attach(self, *, is_public: bool = True) -> StoredFile:
        path = self.claim()
        with self.database.unit_of_work(write=True) as session:
            return service.attach(session, self.actor, object_path=path, is_public=is_public)

    def release(self, stored: StoredFile) -> None:
        with self.database.unit_of_work(write=True) as session:
            service.release(session, object_path=stored.object_path)

    def row(self, id_: str) -> Row | None:
        with self.database.unit_of_work(write=False) as session:
            return queries.by_id(session, id_)

    def state(self, id_: str) -> str:
        row = self.row(id_)
        return row.state if row else ""
