"""Turns a new person's record into the view of the welcome's form. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.chapters.wording import choice_words
from rookiebattle.pages.welcome.read import WelcomeShown
from rookiebattle.ui.forms import Option

NO_CHAPTER = Option("none", "No Chapter")


@dataclass(frozen=True)
class WelcomeView:
    """The vars of the page. A member who `is_welcomed` goes on to the next page.

    `errand` says what comes there, such as the seat that a visitor wanted.
    """

    email: str = ""
    game_name: str = ""
    chapter_id: str = NO_CHAPTER.value
    chapters: Sequence[Option] = ()
    is_welcomed: bool = False
    errand: str = ""


def view_of(shown: WelcomeShown) -> WelcomeView:
    """The form with the known data of the person; the chapter is the one that they come from."""
    user, known = shown.user, {one.id for one in shown.chapters}
    ahead = shown.chapter_ahead if shown.chapter_ahead in known else NO_CHAPTER.value
    return WelcomeView(
        email=user.email or "",
        game_name=user.game_name or "",
        chapter_id=user.chapter_id or ahead,
        chapters=[NO_CHAPTER, *(Option(one.id, choice_words(one)) for one in shown.chapters)],
        is_welcomed=shown.is_welcomed,
        errand=shown.errand,
    )
