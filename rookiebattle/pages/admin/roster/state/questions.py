"""The state of the form that answers a question to the organizer."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.people import QuestionRow
from rookiebattle.registrations.schemas import AnswerWrite, QuestionRead
from rookiebattle.registrations.service import questions
from rookiebattle.ui.records import FormValues, WithForm, of_record
from rookiebattle.ui.state import attempt

DONE, DONE_TEXT = "Answer sent", "The club passed it on by email."


class AnswerState(WithForm, rx.State):
    """The question that is being answered; without an id the form is closed."""

    answering: QuestionRow = QuestionRow()

    @rx.event
    @requires(Permission.OWN_QUESTION_ANSWER)
    async def open(self, question_id: Id, asked: str, question: str) -> None:
        """Open the form for a question, which the page shows already."""
        await self._arrive()
        self.answering, self.errors = QuestionRow(question_id, asked, question), {}

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def sort_out(self, question_id: Id, is_spam: bool) -> None:
        sorting = run(
            questions.sort_out_question, current_actor(), question_id=question_id, is_spam=is_spam
        )
        await attempt(self, sorting, done="Deleted" if is_spam else "Sent to the organizer")
        await (await self.get_state(GateState))._show()

    @rx.event
    @requires(Permission.OWN_QUESTION_ANSWER)
    async def send(self, form: FormValues) -> EventSpec | None:
        work = _answered(form, self.answering.id)
        focus = await self._submit(work, done=DONE, text=DONE_TEXT, fields=("answer",))
        await (await self.get_state(GateState))._show()
        return focus

    def _close_dialogs(self) -> None:
        self.answering = QuestionRow()


async def _answered(form: FormValues, question_id: str) -> QuestionRead:
    of_record(form, question_id)
    values = parse(AnswerWrite, {"answer": form.get("answer") or ""})
    actor = current_actor()
    return await run(questions.answer_question, actor, question_id=question_id, values=values)
