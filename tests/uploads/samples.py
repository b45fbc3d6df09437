"""Small files of every kind that may be stored, and how a browser sends one."""

import io
from typing import Any

import httpx
from PIL import Image

from tests.door import ORIGIN, as_


def picture(kind: str = "JPEG", size: tuple[int, int] = (800, 600), **options: Any) -> bytes:
    """A picture of a few colors, so that it is small."""
    drawn = Image.linear_gradient("L").resize(size).convert("RGB")
    packed = io.BytesIO()
    drawn.save(packed, kind, **options)
    return packed.getvalue()


async def begin(
    client: httpx.AsyncClient, content: bytes, mime_type: str = "image/jpeg", role: str = "admin"
) -> str:
    """Announce a file; returns the address to which it is sent."""
    told = {"fileName": "park.jpg", "mimeType": mime_type, "size": len(content)}
    answer = await client.post("/api/objects/upload", json=told, headers=as_(role))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["uploadURL"])


async def put(
    client: httpx.AsyncClient, url: str, content: bytes, **headers: str
) -> httpx.Response:
    """Send a file to a signed address, as a browser of any site may."""
    sent = {"content-type": "image/jpeg", "origin": "https://elsewhere.example.org", **headers}
    return await client.put(url, content=content, headers=sent)


async def claim(
    client: httpx.AsyncClient,
    url: str,
    role: str = "admin",
    *,
    is_repeated: bool = False,
    file_name: str = "",
) -> httpx.Response:
    told = {"fileURL": url, "isRepeated": is_repeated, "fileName": file_name}
    return await client.put("/api/media/file", json=told, headers={**ORIGIN, **as_(role)})


async def uploaded(client: httpx.AsyncClient, content: bytes, mime_type: str = "image/jpeg") -> Any:
    """Announce, send and claim a file; returns what the claim answered."""
    url = await begin(client, content, mime_type)
    sent = await put(client, url, content, **{"content-type": mime_type})
    assert sent.status_code == 200, sent.text
    claimed = await claim(client, url)
    assert claimed.status_code == 200, claimed.text
    return claimed.json()
