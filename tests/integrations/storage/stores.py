"""A storage of a test, with the way in which a browser reaches its signed addresses."""

from dataclasses import dataclass

import httpx

from rookiebattle.integrations.storage.protocol import Storage


@dataclass(frozen=True)
class Store:
    """A storage, and a client that its addresses are for."""

    kind: str
    storage: Storage
    client: httpx.AsyncClient

    @property
    def checks_signatures(self) -> bool:
        return self.kind != "moto"
