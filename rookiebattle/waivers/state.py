"""Waivers at a gate: on the own device, on paper with a photograph, and what a lead says of one."""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import PaperRefusal, PaperWrite
from rookiebattle.waivers.service import device, paper
from rookiebattle.waivers.view import PaperView, paper_view

WHICH_FORM = "Please choose the form that was signed."
SAY_WHY = "Please say why; the person reads it."


@dataclass(frozen=True)
class Noting:
    """The paper that is being noted; without an id the form is closed. `photo` was sent."""

    event_id: str = ""
    user_id: str = ""
    name: str = ""
    photo: str = ""
    photo_name: str = ""


class PaperState(rx.State):
    """The form of a paper, and the paper that a lead looks at."""

    noting: Noting = Noting()
    seen: PaperView = PaperView()
    errors: dict[str, str] = {}

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def hand_over(self, event_id: Id, user_id: Id) -> EventSpec | None:
        """Open the page where somebody who stands here signs on this device."""
        linking = run(device.device_link, current_actor(), event_id=event_id, user_id=user_id)
        path = await attempt(self, linking)
        return None if isinstance(path, Refused) else rx.redirect(path)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def ask(self, event_id: Id, user_id: Id, name: str) -> None:
        """Open the form of a paper."""
        self.errors, self.noting = {}, Noting(event_id, user_id, name)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def take_photo(self, claimed: dict[str, str | int | None]) -> None:
        """A photograph of the paper has been sent."""
        path, name = str(claimed.get("objectPath") or ""), str(claimed.get("fileName") or "")
        one = self.noting
        self.noting = Noting(one.event_id, one.user_id, one.name, path, name)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def note(self, form: dict[str, Any]) -> EventSpec | None:
        one = self.noting
        sent = {"userId": one.user_id, "eventId": one.event_id, "form": form.get("form") or ""}
        noting = _note(sent | ({"photo": one.photo} if one.photo else {}))
        said = {"done": "Paper waiver noted", "text": one.name}
        done = await attempt(self, noting, fields=["form"], **said)
        if isinstance(done, Refused):
            self.errors = done.fields
            return focus_on(done.fields)
        self.errors, self.noting = {}, Noting()
        return None

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def look_at(self, paper_id: Id) -> None:
        """Open a paper that waits, with its photograph."""
        found = await attempt(self, run(paper.get_paper, current_actor(), paper_id=paper_id))
        if not isinstance(found, Refused):
            self.errors, self.seen = {}, paper_view(found)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def verify(self) -> None:
        verifying = run(paper.verify_paper, current_actor(), paper_id=self.seen.id)
        done = await attempt(self, verifying, done="Paper waiver verified", text=self.seen.name)
        if not isinstance(done, Refused):
            self.seen = PaperView()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def refuse(self, form: dict[str, Any]) -> EventSpec | None:
        one = self.seen
        refusing = _refuse(one.id, str(form.get("because") or ""))
        said = {"done": "Paper refused", "text": one.name}
        done = await attempt(self, refusing, fields=["because"], **said)
        if isinstance(done, Refused):
            self.errors = done.fields
            return focus_on(done.fields)
        self.errors, self.seen = {}, PaperView()
        return None

    @rx.event
    @public
    async def close(self) -> None:
        self.errors, self.noting, self.seen = {}, Noting(), PaperView()


async def _note(sent: dict[str, Any]) -> None:
    if sent["form"] not in set(Form):
        raise Invalid(WHICH_FORM, {"form": WHICH_FORM})
    await run(paper.note_paper, current_actor(), values=parse(PaperWrite, sent))


async def _refuse(paper_id: str, because: str) -> None:
    if not because.strip():
        raise Invalid(SAY_WHY, {"because": SAY_WHY})
    values = parse(PaperRefusal, {"because": because})
    await run(paper.refuse_paper, current_actor(), paper_id=paper_id, values=values)
