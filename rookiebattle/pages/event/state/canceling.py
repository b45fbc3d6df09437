"""The state of the question before an event is canceled, and of taking that back."""

from typing import Literal

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events import canceling, service
from rookiebattle.events.questions import scope_labels
from rookiebattle.events.schemas import Affected, CancelWrite, EventRead, Scope
from rookiebattle.events.wording import NEEDS_REASON
from rookiebattle.messages import service as messages
from rookiebattle.messages.schemas import MessageWrite
from rookiebattle.messages.wording import CANCELED_SUBJECT
from rookiebattle.registrations.policy import sees_sums
from rookiebattle.registrations.schemas import Audience
from rookiebattle.registrations.wording import (
    cancel_question,
    canceled_words,
    money_question,
)
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import FormValues, of_record
from rookiebattle.ui.state import Refused, attempt, toast

UNDO = "cancel:"
DONE, TAKEN_BACK = "Event canceled", "The event is on again"


class CancelState(rx.State):
    """Which event the question is about. `done` is the event that 'Undo' brings back, `_done_scope`
    how much of its series.

    `question` and `money` are about the chosen dates: who is told, and what goes back to whom.
    """

    event_id: str = ""
    question: str = ""
    money: str = ""
    is_series: bool = False
    scope: str = Scope.THIS.value
    scopes: list[Option] = []
    errors: dict[str, str] = {}
    done: str = ""
    _done_scope: str = Scope.THIS.value
    _asked: dict[str, tuple[str, str]] = {}

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def ask(self, event_id: Id) -> None:
        """Ask before canceling, and name who will be told."""
        lost = await attempt(self, _lost(event_id))
        if isinstance(lost, Refused):
            return
        event, this, following = lost
        self.event_id, self.errors, self.scope = event_id, {}, Scope.THIS.value
        self.is_series = event.is_in_series
        told = [_question(one) for one in (this, following)]
        self._asked = dict(zip((one.value for one in Scope), told, strict=True))
        self.question, self.money = self._asked[self.scope]
        labels = scope_labels(this, following)
        self.scopes = [Option(one.value, label) for one, label in zip(Scope, labels, strict=True)]

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question without canceling."""
        self.event_id = ""

    @rx.event
    @public
    async def choose_scope(self, scope: Literal["this", "following"]) -> None:
        """Choose whether only this event is canceled, or also the following ones."""
        self.scope = scope
        self.question, self.money = self._asked.get(scope, ("", ""))

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def cancel(self, form: FormValues) -> EventSpec | None:
        """Cancel the event or the rest of its series.

        The toast offers to take it back, unless money is on its way to cards.
        """
        work = _cancel(form, self.event_id, Scope(self.scope))
        told = await attempt(self, work, fields=("reason", "text"))
        if isinstance(told, Refused):
            self.errors = told.fields
            return focus_on(told.fields)
        self.done, self._done_scope, self.event_id = self.event_id, self.scope, ""
        undo = "" if told.back.card_cents else UNDO + self.done
        words = canceled_words(told.reach, told.back, sees_sums=sees_sums(current_actor()))
        await toast(self, DONE, words, undo=undo)
        return None

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def reinstate(self, event_id: Id) -> None:
        """Take back that an event was canceled, as far as it was canceled in one go."""
        scope = Scope(self._done_scope) if event_id == self.done else Scope.THIS
        work = run(canceling.reinstate_event, current_actor(), event_id=event_id, scope=scope)
        await attempt(self, work, done=TAKEN_BACK)


def _question(lost: Affected) -> tuple[str, str]:
    money = money_question(lost.back, sees_sums=sees_sums(current_actor()))
    return lost.obstacle or cancel_question(lost.registrations, lost.reach), money


async def _lost(event_id: str) -> tuple[EventRead, Affected, Affected]:
    actor = current_actor()
    event = await run(service.get_event, actor, event_id=event_id)
    this = await run(canceling.affected, actor, event_id=event_id, scope=Scope.THIS)
    if not event.is_in_series:
        return event, this, this
    following = await run(canceling.affected, actor, event_id=event_id, scope=Scope.FOLLOWING)
    return event, this, following


async def _cancel(form: FormValues, event_id: str, scope: Scope) -> Affected:
    """Cancel, and return what is concerned. The API alone cancels without a reason."""
    of_record(form, event_id)
    values = parse(CancelWrite, {"reason": form.get("reason") or None})
    if not values.reason:
        raise Invalid(fields={"reason": NEEDS_REASON})
    actor, message = current_actor(), _message(form)
    lost = await run(canceling.affected, actor, event_id=event_id, scope=scope)
    verb = messages.cancel_with_message
    await run(verb, actor, event_id=event_id, values=values, scope=scope, message=message)
    return lost


def _message(form: FormValues) -> MessageWrite | None:
    """More than the reason, for everybody with a seat, if somebody has written it."""
    text = str(form.get("text") or "").strip()
    if not text:
        return None
    to = Audience.REGISTERED
    return parse(MessageWrite, {"to": to, "subject": CANCELED_SUBJECT, "text": text})
