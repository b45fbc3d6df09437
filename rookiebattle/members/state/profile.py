"""The profile form's state: the five fields that a member writes about themselves."""

from dataclasses import dataclass

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, Unavailable
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.members import service
from rookiebattle.members.schemas import ProfileWrite
from rookiebattle.members.wording import (
    NO_CHAPTER_LABEL,
    NOT_UPDATED,
    PROFILE_SAVED,
    PROFILE_UPDATED,
)
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.state import Refused, WithDialog, attempt
from rookiebattle.ui.views import fill

NO_CHAPTER = Option("none", NO_CHAPTER_LABEL)
FIELDS = ("firstName", "lastName", "gameName", "bio", "chapterId")

FormValues = dict[str, str | bool | None]


@dataclass(frozen=True)
class ProfileDraft:
    first_name: str = ""
    last_name: str = ""
    game_name: str = ""
    bio: str = ""
    chapter_id: str = NO_CHAPTER.value


@dataclass(frozen=True)
class ProfileForm:
    draft: ProfileDraft
    chapters: list[Option]


def draft_of(member: UserRead) -> ProfileDraft:
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
    """The values of a form. Raises Invalid unless all are there: a missing one would be emptied."""
    if not set(FIELDS) <= form.keys():
        raise Invalid("This isn’t the whole form.")
    return parse(ProfileWrite, {name: form[name] for name in FIELDS})


class ProfileFormState(WithDialog, rx.State):
    """One profile form for the whole tab."""

    draft: ProfileDraft = ProfileDraft()
    errors: dict[str, str] = {}
    chapters: list[Option] = []

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def edit(self) -> None:
        opened = await attempt(self, _opened())
        if not isinstance(opened, Refused):
            fill(self, opened)
            await self._arrive()
            self.errors, self.is_open = {}, True

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Replace the profile. After an error the form stays, at its first wrong field."""
        saved = await attempt(self, _saved(form), done=PROFILE_UPDATED, text=PROFILE_SAVED)
        self.errors = {}
        if isinstance(saved, Refused):
            self.errors = saved.fields
            return focus_on(saved.fields)
        self.is_open = False
        return None


async def _opened() -> ProfileForm:
    member = await run(accounts.current_user, current_actor())
    choices = await run(chapters.choices, current_actor())
    return ProfileForm(draft_of(member), options_of(choices))


async def _saved(form: FormValues) -> UserRead:
    try:
        return await run(service.update_profile, current_actor(), values=written(form))
    except Invalid as invalid:
        raise Invalid(NOT_UPDATED, invalid.fields) from invalid
    except (Conflict, Unavailable) as error:
        raise Conflict(NOT_UPDATED) from error
