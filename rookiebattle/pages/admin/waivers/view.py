"""The texts and the list of those without a waiver, with its query in the address. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, cast

from rookiebattle import routes
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core import clock
from rookiebattle.core.errors import Invalid
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.markdown import html_of_markdown
from rookiebattle.events.wording import counted
from rookiebattle.pages.admin.waivers.read import WaiversShown
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import (
    BY_NAME,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
    href,
)
from rookiebattle.ui.records import draft_of as stored_draft
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.lacking import Lack, Lacking, LackingSearch
from rookiebattle.waivers.schemas.versions import VersionRead
from rookiebattle.waivers.view import PaperView, paper_views
from rookiebattle.waivers.wording import FORMS, LACKS, version_words

STATE, CHAPTER = "state", "chapterId"
SHAPE = ListShape(
    routes.ADMIN_WAIVERS,
    sorts=(("name", BY_NAME),),
    filters=(Filter(STATE, "Status", tuple(LACKS.items())), Filter(CHAPTER, "Chapter")),
)


def wanted(query: ListQuery) -> LackingSearch:
    return LackingSearch(
        # `read_query` lets only the choices of the shape through.
        state=cast("Lack | None", query.chosen.get(STATE)),
        chapter_id=query.chosen.get(CHAPTER),
        text=query.text,
        window=query.window(SHAPE),
    )


BY_AGE = "By age"
"""The form, for a lead."""
BLANK = {"form": "", "text": "", "validMonths": ""}
FIXED = "A published text can never be changed or deleted. A typo takes a new version."
TOGETHER = (
    "Publish the other form right after this one. Otherwise rosters show by who is asked to sign "
    "again who is under 18."
)
MONTHS = "validMonths"
NO_VERSION = "Nothing is published yet, so no one is asked to sign it."
TONES = {"missing": "danger", "outdated": "danger", "expired": "danger"}


@dataclass(frozen=True)
class OlderRow:
    """A version that can be read: its number, and the days from which and until it was signed."""

    id: str = ""
    name: str = ""
    days: str = ""


@dataclass(frozen=True)
class FormCard:
    """A form with its version in force, its newest draft and its history; ids may be empty."""

    form: str = ""
    title: str = ""
    status: str = ""
    current: str = ""
    draft: str = ""
    older: list[OlderRow] = field(default_factory=list)


@dataclass(frozen=True)
class CountLink:
    """How many people are listed for one reason; the link shows them alone."""

    words: str = ""
    number: str = ""
    href: str = ""
    is_shown: bool = False


@dataclass(frozen=True)
class LackRow:
    id: str = ""
    name: str = ""
    href: str = ""
    chapter: str = ""
    form: str = ""
    status: str = ""
    tone: str = "neutral"
    about: str = ""


@dataclass(frozen=True)
class OpenedVersion:
    """The version that is read in a dialog; without a title none is open."""

    title: str = ""
    days: str = ""
    html: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Question:
    """The question before a draft is published; without an id none is open."""

    id: str = ""
    title: str = ""
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class WaiversView:
    """The vars of the page; `forms` is empty for a lead."""

    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[LackRow] = ()
    counts: Sequence[CountLink] = ()
    chapters: Sequence[Option] = ()
    forms: Sequence[FormCard] = ()
    papers: Sequence[PaperView] = ()
    loaded: bool = True


def view_of(query: ListQuery, shown: WaiversShown) -> WaiversView:
    found = shown.found
    count = counted(found.total, "member")
    frame = frame_of(SHAPE, query, found.total, count=count, csv=routes.WAIVERS_CSV)
    return WaiversView(
        frame,
        [_row(one) for one in found.items],
        _counts(query, found.counts),
        [Option(one.id, choice_words(one)) for one in shown.chapters],
        [] if shown.versions is None else [_card(form, shown.versions) for form in Form],
        paper_views(shown.papers),
    )


def _counts(query: ListQuery, counts: Mapping[str, int]) -> list[CountLink]:
    chosen = query.chosen.get(STATE)
    return [
        CountLink(
            words,
            f"{counts[lack]:,}",
            href(SHAPE, replace(query, chosen={**query.chosen, STATE: lack})),
            is_shown=lack == chosen,
        )
        for lack, words in LACKS.items()
        if counts.get(lack)
    ]


def _row(one: Lacking) -> LackRow:
    return LackRow(
        id=one.user_id,
        name=one.name,
        href=routes.admin_user(one.user_id),
        chapter=one.chapter or "",
        form=FORMS[one.form] if one.form else BY_AGE,
        status=LACKS[one.state],
        tone=TONES.get(one.state, "warning"),
        about=_about(one),
    )


def _about(one: Lacking) -> str:
    """'Version 2, signed Nov 1, 2025, ends Nov 1, 2026'; empty without one, and for leads."""
    if one.version is None or one.signed_at is None or one.ends_at is None:
        return ""
    days = f"signed {_day(one.signed_at)}, ends {_day(one.ends_at)}"
    return f"Version {one.version}, {days}"


def _card(form: Form, versions: Sequence[VersionRead]) -> FormCard:
    of_form = [one for one in versions if one.form == form]
    published = [one for one in of_form if one.state != "draft"]
    current = next((one for one in of_form if one.state == "published"), None)
    draft = next((one for one in of_form if one.state == "draft"), None)
    return FormCard(
        form=form,
        title=FORMS[form],
        status=_status(current) if current else NO_VERSION,
        current=current.id if current else "",
        draft=draft.id if draft else "",
        older=[
            OlderRow(one.id, f"Version {one.number}", _days(one, newer))
            for newer, one in pairwise(published)
        ],
    )


def _status(current: VersionRead) -> str:
    since = _day(current.published_at) if current.published_at else ""
    months = counted(current.valid_months, "month")
    return f"Version {current.number} since {since}. A signature is good for {months}."


def _days(one: VersionRead, newer: VersionRead) -> str:
    days = (at for at in (one.published_at, newer.published_at) if at)
    return " – ".join(map(_day, days))


def _day(at: datetime) -> str:
    return date_words(clock.day_of(at))


def opened_version(one: VersionRead) -> OpenedVersion:
    since = f"Published {_day(one.published_at)}" if one.published_at else "Not published"
    title = version_words(one.form, one.number)
    return OpenedVersion(title, since, html_of_markdown(one.text), one.sha256)


def question_about(draft: VersionRead, signed: int) -> Question:
    again = (
        f"{counted(signed, 'person', 'people')} signed the version before, and will be asked to "
        "sign again."
        if signed
        else "No one has signed this form yet. Everyone will be asked to."
    )
    return Question(draft.id, f"Publish this {FORMS[draft.form]}?", [again, TOGETHER, FIXED])


def draft_of(found: Any) -> dict[str, Any]:
    return {name: str(value) for name, value in stored_draft(found, BLANK).items()}


def written(form: Mapping[str, Any]) -> dict[str, Any]:
    """The values on the wire of a form's controls. Raises Invalid."""
    values = {name: form[name] for name in BLANK if name in form}
    try:
        return values | {MONTHS: int(str(form.get(MONTHS) or ""))}
    except ValueError:
        raise Invalid("", {MONTHS: "Please enter a number of months, such as 12"}) from None
