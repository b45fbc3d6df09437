"""Random junk for the websocket, from a seed: impossible frames, and possible frames with lies."""

import random
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from rookiebattle.pages.admin.system.state import SystemState
from rookiebattle.pages.membership.state import MembershipState
from tests import reflex_internals
from tests.identities import composed
from tests.reflex_internals import event_of
from tests.walls.raw_socket import CONNECT, EVENT

CANARY = "canary7c1f"
SECRETS = {
    "cookie": f"rb_session={CANARY}",
    "authorization": f"Bearer {CANARY}",
    "client_secret": f"{CANARY}-client",
    "stripe-signature": f"t=1,v1={CANARY}",
    "note": f"whsec_{CANARY}",
}
# The key under which Reflex sends a form's entries.
FORM = "__reflex_form_data__"
Make = Callable[[random.Random], str]
# The acts that a person may do by a frame that says nothing else. Such a frame is no junk.
BARE_ACTS = frozenset(
    {
        event_of(MembershipState.event_handlers["join"]),
        event_of(SystemState.event_handlers["replay"]),
    }
)


def handlers() -> list[str]:
    """The handlers of the live registry, including Reflex's own and `setvar`."""
    composed()  # the import fills the registry

    return sorted({*reflex_internals.handlers()} - BARE_ACTS)


def anything(dice: random.Random, depth: int = 0) -> Any:
    """A JSON value of any kind."""
    simple: list[Any] = [
        None,
        True,
        dice.randint(-(2**62), 2**62),
        dice.random() * 1e300,
        "x" * dice.choice((0, 1, 255, 9_000)),
        "\x00\ufffd\u202e'\"<script>",
        "' OR 1=1 --",
        "../../etc/passwd",
        str(uuid.UUID(int=dice.getrandbits(128))),
        SECRETS,
    ]
    if depth > 5 or dice.random() < 0.6:
        return dice.choice(simple)
    parts = [anything(dice, depth + 1) for _ in range(dice.randint(0, 4))]
    if dice.random() < 0.5:
        return parts
    return {str(anything(dice, 9))[:40]: part for part in parts}


def _payload(dice: random.Random) -> dict[str, Any]:
    names = (
        *("event_id", "user_id", "status", "chapter_id", "pattern", "value", "var_name", "page"),
        *("vars", "hashes", "year", "month", "name"),
    )
    payload = {name: anything(dice) for name in dice.sample(names, dice.randint(0, 3))}
    if dice.random() < 0.5:
        payload["form"] = _form(dice)
    return payload


def _form(dice: random.Random) -> Any:
    """A form as pages send it: a list of names and values. Most of the time with a lie in it."""
    entries: list[Any] = [
        ["title", "A title"],
        [FORM, dice.choice(("5", [], {}))],
        [anything(dice), anything(dice)],
        anything(dice),
    ]
    forms = (anything(dice), {FORM: anything(dice)}, {FORM: dice.sample(entries, 2)})
    return dice.choice(forms)


def _router(dice: random.Random) -> dict[str, Any]:
    where: dict[str, Any] = {
        "asPath": dice.choice(
            ("//evil.example", "/?month=9999-99&self=1", "/" + "a" * 3_000, "/[")
        ),
        "pathname": dice.choice(("/events/[event_id]", "/admin", "//evil.example", "")),
        "query": {"event_id": dice.choice(("", "x" * 3_000, "' OR 1=1 --"))},
        "origin": "https://evil.example",
    }
    told = {name: where[name] for name in dice.sample(list(where), dice.randint(0, len(where)))}
    return told | _lie(dice) if dice.random() < 0.1 else told


def _lie(dice: random.Random) -> dict[str, Any]:
    """A place that no page has; the connection ends at it."""
    lies = {
        "headers": SECRETS,
        "ip": "6.6.6.6",
        "sid": "somebody-else",
        "token": str(uuid.UUID(int=1)),
        "asPath": dice.choice(("[", "\\", "", "\u2100", "/" + "a" * 9_000)),
        "query": anything(dice),
    }
    name = dice.choice(list(lies))
    return {name: lies[name]}


def _event(name: Any, payload: Any, router: Any) -> str:
    return EVENT + orjson.dumps(
        ["event", {"name": name, "payload": payload, "router_data": router}]
    ).decode("utf-8")


def _known(dice: random.Random) -> str:
    return _event(dice.choice(handlers()), _payload(dice), _router(dice))


def _setvar(dice: random.Random) -> str:
    name = dice.choice([one for one in handlers() if one.endswith(".setvar")])
    return _event(name, {"var_name": "is_admin", "value": anything(dice)}, {})


def _unknown(dice: random.Random) -> str:
    name = dice.choice(("no.such.handler", "", CANARY, "__class__", "reflex___state____state._x"))
    return _event(name, SECRETS, _router(dice))


def _misshapen(dice: random.Random) -> str:
    return _event(anything(dice), anything(dice), anything(dice))


def _complaint(dice: random.Random) -> str:
    text = " ".join(f"{name}: {value}" for name, value in SECRETS.items())
    return EVENT + orjson.dumps(["client_error", {"error_type": text, "message": text}]).decode()


def _impostor(dice: random.Random) -> str:
    """A message that only the server may send."""
    environ = {"QUERY_STRING": f"token={uuid.UUID(int=1)}", "asgi.scope": {"headers": []}}
    words: list[list[Any]] = [
        ["connect", environ, {"event": {"name": handlers()[0]}}],
        ["disconnect"],
        ["link_token_to_sid", str(uuid.UUID(int=1))],
        ["ping", anything(dice)],
        ["event", anything(dice), anything(dice)],
        ["event"],
        [anything(dice)],
    ]
    return EVENT + orjson.dumps(dice.choice(words)).decode()


def _broken(dice: random.Random) -> str:
    return dice.choice(
        (
            EVENT + '["event",{',
            EVENT + '["event",' + "[" * 5_000,
            EVENT + '["event","\\ud800"]',
            EVENT + '["event",{"name":"' + "x" * 70_000 + '"}]',
            f'451-/_event,["event",{{"a":"{CANARY}"}}]',
            CONNECT + orjson.dumps({"event": {"name": CANARY, "payload": SECRETS}}).decode(),
            '40/admin,{"a":1}',
            "2probe",
            "9" + CANARY,
            "",
            "4",
            "5",
        )
    )


# How often each kind comes. Most frames are of a kind that reaches the gate.
KINDS: dict[Make, int] = {
    _known: 50,
    _setvar: 10,
    _unknown: 20,
    _complaint: 5,
    _misshapen: 5,
    _impostor: 5,
    _broken: 5,
}


def frames(seed: int, count: int) -> Iterator[str]:
    """Junk frames; the same seed gives the same frames."""
    dice = random.Random(seed)
    for make in dice.choices(list(KINDS), list(KINDS.values()), k=count):
        yield make(dice)
