"""The profile form's state: the five fields that a member writes about themselves."""

from dataclasses import dataclass

import reflex as rx
from reflex_base.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, Unavailable
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.members import service
from rookiebattle.members.schemas import ProfileWrite
from rookiebattle.ui.forms import Option
from rookiebattle.ui.state import telling

NO_CHAPTER = Option("none", "No Chapter")
FAILED = "Failed to update profile. Please try again."
FIELDS = ("firstName", "lastName", "gameName", "bio", "chapterId")

FormValues = dict[str, str | bool | None]


@dataclass(frozen=True)
class ProfileDraft:
    """What the form shows when it opens."""

    first_name: str = ""
    last_name: str = ""
    game_name: str = ""
    bio: str = ""
    chapter_id: str = NO_CHAPTER.value


def draft_of(member: UserRead) -> ProfileDraft:
    """The form's values for a member's record."""
    return ProfileDraft(
        member.first_name or "",
        member.last_name or "",
        member.game_name or "",
        member.bio or "",
        member.chapter_id or NO_CHAPTER.value,
    )


def options_of(choices: list[ChapterChoice]) -> list[Option]:
    """'No Chapter', then every chapter as 'name - city, state'."""
    return [NO_CHAPTER, *(Option(one.id, choice_words(one)) for one in choices)]


def written(form: FormValues) -> ProfileWrite:
    """What a form says. Raises Invalid; what is left out would be emptied, so all must be there."""
    if not set(FIELDS) <= form.keys():
        raise Invalid("This is not the whole form.")
    return parse(ProfileWrite, {name: form[name] for name in FIELDS})


class ProfileFormState(rx.State):
    """One profile form for the whole tab."""

    is_open: bool = False
    draft: ProfileDraft = ProfileDraft()
    errors: dict[str, str] = {}
    chapters: list[Option] = []

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def edit(self) -> None:
        """Open the form with what is stored now."""
        async with telling(self):
            self.draft = draft_of(await run(accounts.current_user, current_actor()))
            self.chapters = options_of(await run(chapters.choices, current_actor()))
            self.errors, self.is_open = {}, True

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; what was typed is gone."""
        self.is_open = False

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Replace the profile; on failure the form stays, at its first wrong field."""
        self.errors = {}
        text = "Your profile has been successfully updated."
        async with telling(self, done="Profile Updated", text=text):
            try:
                await run(service.update_profile, current_actor(), values=written(form))
            except (Conflict, Invalid, Unavailable) as error:
                self.errors = error.fields if isinstance(error, Invalid) else {}
                raise Conflict(FAILED) from error
            self.is_open = False
        wrong = next(iter(self.errors), "")
        return rx.set_focus(f"field-{wrong}") if wrong else None
