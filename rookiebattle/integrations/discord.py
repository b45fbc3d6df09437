"""Posts a message to a Discord channel, at the address of a webhook that a club pasted."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from json import loads
from typing import Any

import httpx2

from rookiebattle import routes

ADDRESS = re.compile(
    r"https://(?:discord|discordapp)\.com/api/webhooks/(\d{1,20}/[\w-]{1,120})", re.ASCII
)
SECONDS = 10.0
LEAST_WAIT, LONGEST_WAIT = 1.0, 3_600.0
MOST_READ = 4_096
LONGEST = 2_000
"""Discord takes so many characters in one message."""
_transport: httpx2.AsyncBaseTransport | None = None
"""The network in between. Tests put their double here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of Discord's answer, 0 for none; and how many seconds it asks us to wait."""

    status: int = 0
    wait: float = 0.0

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status in (401, 403, 404)

    @property
    def is_for_later(self) -> bool:
        return self.status in (0, 429) or self.status >= 500


def address_in(text: str) -> str | None:
    """The address of a webhook at its present host; None for any other text."""
    found = ADDRESS.fullmatch(text.strip())
    return routes.DISCORD + found[1] if found else None


def message(content: str, pictures: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    """A message that mentions nobody. Each picture has the address that it leads to."""
    shown = [{"url": link, "image": {"url": image}} for link, image in pictures or ()]
    return {"content": content[:LONGEST], "embeds": shown, "allowed_mentions": {"parse": []}}


async def post(address: str, told: Mapping[str, Any]) -> Answer:
    """Post a message. Follows no redirect, and reads an answer only for the time to wait."""
    # With `wait`, Discord answers when the message is stored, not when it came.
    stored: dict[str, str] = {"wait": "true"}
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx2.AsyncClient(transport=_transport, trust_env=_transport is None) as client,
            client.stream("POST", address, params=stored, json=told) as answer,
        ):
            wait = await _asked_to_wait(answer) if answer.status_code == 429 else 0.0
            return Answer(answer.status_code, wait)
    except (httpx2.HTTPError, TimeoutError):
        # Nothing is logged: the text of an error has the address, which is a secret.
        return Answer()


async def _asked_to_wait(answer: httpx2.Response) -> float:
    """The `retry_after` of the answer, or of its head, in seconds."""
    body = b""
    async for part in answer.aiter_raw():
        body += part
        if len(body) > MOST_READ:
            break
    asked: Any = answer.headers.get("retry-after", 1)
    with suppress(ValueError, TypeError, KeyError):
        asked = loads(body)["retry_after"]
    with suppress(ValueError, TypeError):
        return min(max(LEAST_WAIT, float(asked)), LONGEST_WAIT)
    return LEAST_WAIT
