"""A mother with a teenager, an adult, a gate of an event, leads; and two versions in force."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers.models import Form, VersionState, WaiverVersion
from rookiebattle.waivers.schemas.signatures import SignatureRead, SignatureWrite
from rookiebattle.waivers.service import signatures
from rookiebattle.waivers.service.signatures import Signer
from tests.clocks import NOW
from tests.world import World

Do = Callable[..., Any]
WORDS = {form: f"# Release\n\nThe form for an {form}." for form in Form}
BORN = date(2010, 6, 1)
HERE = Signer("203.0.113.7", "Phone")


def version(form: Form, number: int = 1, **columns: Any) -> WaiverVersion:
    text = columns.pop("text", f"{WORDS[form]} Version {number}.")
    usual: dict[str, Any] = {
        "state": VersionState.PUBLISHED,
        "sha256": sha256(text.encode()).hexdigest(),
        "published_at": NOW - timedelta(days=400),
    }
    return WaiverVersion(form=form, number=number, text=text, **usual | columns)


@dataclass(frozen=True)
class Signers:
    """Mia is Tim's mother. Ana is an adult with a seat beside Tim's at Olga's event in Tampa.

    Gus is at its gate, Lea leads Tampa, Rex leads Miami, and Sam is a stranger.
    """

    mia: Actor
    tim: Actor
    ana: Actor
    olga: Actor
    gus: Actor
    lea: Actor
    rex: Actor
    sam: Actor
    admin: Actor
    event_id: str
    versions: dict[Form, str]

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


def assemble(world: World) -> Signers:
    tampa, miami = world.chapter("Tampa"), world.chapter("Miami")

    def person(name: str, **columns: Any) -> Actor:
        known = {"first_name": name, "last_name": "Stone", "email": f"{name.lower()}@example.org"}
        return world.person(**{**known, "issuer": "i", "subject": name, **columns})

    def holding(actor: Actor, role: Role, chapter: str | None, event: str | None = None) -> Actor:
        return Actor(user_id=actor.user_id, is_welcomed=True, grants=(Grant(role, chapter, event),))

    mia, olga = person("Mia"), person("Olga")
    tim = person("Tim", age_band=AgeBand.MINOR, birth_date=BORN, email=None, chapter_id=tampa)
    ana = person("Ana", chapter_id=tampa)
    world.add(Guardianship(minor_id=tim.user_id, guardian_id=mia.user_id))
    event_id = world.event(olga, chapter_id=tampa)
    for one in (tim, ana):
        world.seat(event_id, one)
    return Signers(
        mia=mia,
        tim=tim,
        ana=ana,
        olga=olga,
        gus=holding(person("Gus"), Role.GATE, None, event_id),
        lea=holding(person("Lea"), Role.LEAD, tampa),
        rex=holding(person("Rex"), Role.LEAD, miami),
        sam=person("Sam"),
        admin=person("Ada", is_admin=True),
        event_id=event_id,
        versions={form: world.add(version(form)) for form in Form},
    )


def signature(who: Actor, form: Form = Form.MINOR, number: int = 1, **sent: Any) -> SignatureWrite:
    digest = version(form, number).sha256
    usual = {"userId": who.user_id, "sha256": digest, "typedName": "Mia Stone"}
    return SignatureWrite.model_validate({**usual, **sent})


def sign(do: Do, actor: Actor, who: Actor, form: Form = Form.MINOR, **sent: Any) -> SignatureRead:
    values = signature(who, form, **sent)
    read: SignatureRead = do(signatures.sign, actor, form=form, values=values, signer=HERE)
    return read
