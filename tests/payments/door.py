"""Requests of people to the API of a site that takes cards."""

import httpx

from rookiebattle.core.actor import Actor
from tests.identities import bind_people, composed

HOME = "http://localhost:8000"


class Door:
    """Requests of people to the site's API."""

    def __init__(self, *people: Actor) -> None:
        bind_people(*people)
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=composed().api), base_url=HOME
        )

    async def ask(
        self, actor: Actor, method: str, path: str, body: object = None, **headers: str
    ) -> httpx.Response:
        told = {"origin": HOME, "cookie": f"rb_session={actor.user_id}"}
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.request(method, path, json=body, headers=told)
