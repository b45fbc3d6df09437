"""Turns roles into what a page shows of them, and its form into what is sent. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from rookiebattle import routes
from rookiebattle.core.errors import Invalid
from rookiebattle.events.wording import when_near
from rookiebattle.roles.schemas import About, Helping, NamedGrant, Person, RolesShown
from rookiebattle.roles.wording import AT_18, CHOOSE_ROLE, NO_DAY, ROLES, role_options, since_words
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option

SUBJECTS = {
    routes.ADMIN_USERS: "user_id",
    routes.CHAPTERS: "chapter_id",
    routes.ADMIN_EVENTS: "event_id",
    routes.EVENTS: "event_id",
}
FIND_ANYBODY, FIND_BY_GAME_NAME = "Name or email", "Exact game name"


@dataclass(frozen=True)
class GrantRow:
    """A role: `title` is its member, or on a member's page the role, and `about` all else."""

    id: str = ""
    title: str = ""
    about: str = ""
    may_end: bool = False


@dataclass(frozen=True)
class PersonRow:
    """A member who was found. With the role `suggested` and the place `home` the form begins."""

    user_id: str = ""
    name: str = ""
    known_as: str = ""
    about: str = ""
    suggested: str = ""
    home: str = ""


@dataclass(frozen=True)
class RolesView:
    """The roles of a page; `member` is whom it is about, if it is about one.

    `options` are the roles to give, and `places` where, if the page does not say it.
    """

    held: Sequence[GrantRow] = ()
    options: Sequence[Option] = ()
    places: Sequence[Option] = ()
    member: PersonRow = PersonRow()
    find: str = FIND_BY_GAME_NAME
    note: str = ""
    may_open: bool = False


@dataclass(frozen=True)
class HelpRow:
    """An event at which the member helps, such as 'Gate' with its time, and its roster."""

    title: str = ""
    about: str = ""
    href: str = ""


def about_of(path: str) -> About:
    """The subject of the page at this path."""
    folder, _, id_ = path.rstrip("/").rpartition("/")
    return About(**{SUBJECTS[folder]: id_}) if folder in SUBJECTS else About()


def view_of(
    shown: RolesShown | None, about: About, now: datetime, *, finds_anybody: bool
) -> RolesView:
    """The part of a page with roles; closed where nothing may be read of them."""
    if shown is None:
        return RolesView()
    begins = {"suggested": shown.suggested or "", "home": shown.home}
    member = PersonRow(about.user_id, shown.name, **begins)
    return RolesView(
        held=[_row(one, about, now) for one in shown.held],
        options=_options(shown),
        places=[Option(one.chapter_id, one.name) for one in shown.places],
        member=member if about.user_id else PersonRow(),
        find=FIND_ANYBODY if finds_anybody else FIND_BY_GAME_NAME,
        note=AT_18 if shown.waits else "",
        may_open=True,
    )


def _options(shown: RolesShown) -> list[Option]:
    options = [Option(*one) for one in role_options(shown.givable)]
    return [Option("", "Choose a role"), *options] if options else []


def _row(one: NamedGrant, about: About, now: datetime) -> GrantRow:
    grant = one.grant
    role, since = ROLES[grant.role], since_words(grant.starts_at, grant.ends_at, now)
    title, more = (role, one.place) if about.user_id else (one.name, role)
    return GrantRow(grant.id, title, " · ".join(filter(None, (more, since))), one.may_end)


def person_rows(found: Sequence[Person]) -> list[PersonRow]:
    return [
        PersonRow(one.user_id, one.name, about=one.about, suggested=one.suggested or "")
        for one in found
    ]


def help_rows(found: Sequence[Helping], now: datetime) -> list[HelpRow]:
    """The events with links to their gates, or rosters for those who don’t check in; a minor, whose
    role waits, gets the reason."""
    return [
        HelpRow(
            one.title,
            " · ".join((ROLES[one.role], when_near(one.start, one.end, one.time_zone, now))),
            "" if one.waits else _place_of(one),
        )
        for one in found
    ]


def _place_of(one: Helping) -> str:
    return routes.gate(one.event_id) if one.checks else routes.admin_roster(one.event_id)


def written(form: Mapping[str, Any], about: About, user_id: str) -> dict[str, Any]:
    """The body of a form. Its place is that of the page, or was chosen. Raises Invalid."""
    if not form.get("role"):
        raise Invalid(CHOOSE_ROLE, {"role": CHOOSE_ROLE})
    return {
        "userId": user_id,
        "role": form["role"],
        "chapterId": about.chapter_id or form.get("chapterId") or None,
        "eventId": about.event_id or None,
        "endsAt": _end_of(str(form.get("endsAt") or "")),
    }


def _end_of(day: str) -> datetime | None:
    """The end of a day on the organization's calendar."""
    if not day:
        return None
    try:
        next_day = date.fromisoformat(day) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Invalid(NO_DAY, {"endsAt": NO_DAY}) from None
    return datetime.combine(next_day, time(), get_settings().org_zone)
