"""How each entity is written and read again, over HTTP and in the web app."""

import inspect
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import ModuleType
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import httpx
from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts import subscriptions
from rookiebattle.chapters import requests
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.doors.http import GatedRoute
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.state import EventFormState
from rookiebattle.events.view import BLANK
from rookiebattle.media import service as media
from rookiebattle.media.schemas import MediaFields
from rookiebattle.members import administration, welcome
from rookiebattle.members import service as members
from rookiebattle.members.drafts import ON, bead_control, path_controls
from rookiebattle.members.state.editor import UserFormState
from rookiebattle.members.state.profile import ProfileFormState
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationWrite
from rookiebattle.pages.account.state import AccountState, MailState
from rookiebattle.pages.admin.chapters.state import AdminChaptersState
from rookiebattle.pages.admin.resources.state import AdminResourcesState
from rookiebattle.pages.admin.settings.state import SettingsState
from rookiebattle.pages.admin.waivers.state import WaiversState
from rookiebattle.pages.chapters.state import StartChapterState
from rookiebattle.pages.media.state.form import MediaFormState
from rookiebattle.pages.welcome.state import WelcomeState
from rookiebattle.resources import service as resources
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from rookiebattle.waivers.service import versions
from tests.factories import VIDEO
from tests.identities import composed
from tests.matrix.cast import UNWELCOMED, Cast
from tests.matrix.stage import Stage
from tests.tab import Tab, Worker

HOME = "http://localhost:8000"
Values = dict[str, Any]
THE_CHAPTER = "the cast's chapter"
NAMED_ADMIN = "new@example.org"
"""An address in ADMIN_EMAILS: nobody else is made an administrator before signing in."""
EAST = ZoneInfo("America/New_York")


def routes() -> dict[str, GatedRoute]:
    """The routes of the running app that take a body, by the name of their operation."""
    return {
        route.operation_id or route.name: route
        for route in composed().api.routes
        if isinstance(route, GatedRoute) and route.body_field
    }


class Refused(AssertionError):
    """A door answered with an error."""


@dataclass(frozen=True)
class Doors:
    """Both doors of the site, with the cookies of the cast."""

    cast: Cast
    stage: Stage
    client: httpx.AsyncClient
    worker: Worker

    async def ask(self, method: str, path: str, role: str, body: Values | None = None) -> Any:
        headers = {"origin": HOME, "cookie": self.cast.cookies[role]}
        answer = await self.client.request(method, path, headers=headers, json=body)
        if answer.status_code >= 300:
            raise Refused(f"{method} {path} {body}: {answer.text}")
        return answer.json()

    async def send(self, operation: str, role: str, record: str, body: Values) -> Any:
        route = routes()[operation]
        path = re.sub(r"{\w+}", record, route.path)
        return await self.ask(next(iter(route.methods or ())), path, role, body)

    def tab(self, role: str) -> Tab:
        return self.worker.tab(cookie=self.cast.cookies[role], path="/events")


class Page(Protocol):
    """A form or switches of the web app."""

    def typed(self, name: str, value: Any) -> Values:
        """The controls' values for a value on the wire; empty without a control."""

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str: ...

    async def shown(self, doors: Doors, role: str, record: str) -> Values: ...


class EventForm:
    """The event form. Without a record it creates an event. It has no control for the end."""

    def typed(self, name: str, value: Any) -> Values:
        match name:
            case "startDate":
                local = datetime.fromisoformat(value).astimezone(EAST)
                return {"eventDate": f"{local:%Y-%m-%d}", "startTime": f"{local:%H:%M}"}
            case "isRecurring":
                return {} if value else {"recurrence": "none"}
            case "endDate":
                return {}
            case "durationHours":
                return {name: f"{float(value):g}"}
            case "recurrencePattern":
                return {"recurrence": value}
            case "recurrenceDaysOfWeek":
                return {f"weekday{day}": True for day in value}
            case "chapterId":
                return {name: value or "none"}
            case _:
                return {name: value if isinstance(value, bool) else str(value or "")}

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        tab, known = doors.tab(role), await self._ids(doors)
        draft = await self._opened(doors, tab, record)
        form = {"title": "Park day", **draft, "eventDate": draft["eventDate"], "eventId": record}
        if not record:
            form |= {"title": "Park day", "eventDate": "2031-03-14"}
        await tab.send(page_vars(EventFormState).save, form={**form, **typed})
        _assert_done(tab)
        return record or (await self._ids(doors) - known).pop()

    async def shown(self, doors: Doors, role: str, record: str) -> Values:
        return await self._opened(doors, doors.tab(role), record)

    async def _opened(self, doors: Doors, tab: Tab, record: str) -> Values:
        state = page_vars(EventFormState)
        await (tab.send(state.edit, event_id=record) if record else tab.send(state.create))
        return {**BLANK, **tab.of(EventFormState)["draft"]}

    async def _ids(self, doors: Doors) -> set[str]:
        found = await doors.ask("GET", "/api/admin/events?limit=500", "admin")
        return {one["id"] for one in found if one["parentEventId"] is None}


class ProfileForm:
    def typed(self, name: str, value: Any) -> Values:
        return {name: value or ("none" if name == "chapterId" else "")}

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        tab = doors.tab(role)
        form = {**await self.shown(doors, role, record), **typed}
        await tab.send(page_vars(ProfileFormState).save, form=form)
        _assert_done(tab)
        return record

    async def shown(self, doors: Doors, role: str, record: str) -> Values:
        tab = doors.tab(role)
        await tab.send(page_vars(ProfileFormState).edit)
        return {to_camel(name): v for name, v in vars(tab.of(ProfileFormState)["draft"]).items()}


class RecordForm:
    """The form of a tab of the console. Without a record it adds one, which `found` then lists.

    `new` are the arguments of its button for a new record.
    """

    new: Mapping[str, str] = {}

    def __init__(self, state: Any, found: str) -> None:
        self._state, self._found = state, found

    def typed(self, name: str, value: Any) -> Values:
        return {name: value if isinstance(value, bool) else str(value or "")}

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        tab, known = doors.tab(role), await self._ids(doors)
        draft = await self._opened(tab, record)
        places = {name: doors.cast.chapter_id for name, v in typed.items() if v == THE_CHAPTER}
        form = {"recordId": record, **self._usual(draft), **typed, **places}
        await tab.send(self._state.event_handlers["save"], form=form)
        _assert_done(tab)
        return record or (await self._ids(doors) - known).pop()

    async def shown(self, doors: Doors, role: str, record: str) -> Values:
        return await self._opened(doors.tab(role), record)

    def _usual(self, draft: Values) -> Values:
        """The values that a person types into an empty form."""
        wanted = {"title": "Typed", "message": "Typed", "externalUrl": "https://example.org"}
        return draft | {name: wanted[name] for name in wanted if draft.get(name) == ""}

    async def _opened(self, tab: Tab, record: str) -> Values:
        edit = self._state.event_handlers["edit"]
        argument = next(name for name in inspect.signature(edit.fn).parameters if name != "self")
        create = self._state.event_handlers["create"]
        await (tab.send(edit, **{argument: record}) if record else tab.send(create, **self.new))
        draft = tab.of(self._state)["draft"]
        return dict(draft if isinstance(draft, dict) else vars(draft))

    async def _ids(self, doors: Doors) -> set[str]:
        return {one["id"] for one in await doors.ask("GET", self._found, "admin")}


class VersionForm(RecordForm):
    """The editor of a waiver, which a form's own button opens."""

    new = {"of_form": "adult"}  # noqa: RUF012  # never changed


class MediaForm(RecordForm):
    """The forms of the gallery: a new item is a video, whose link is typed."""

    def typed(self, name: str, value: Any) -> Values:
        if name == "fileUrl":
            return {"youtubeUrl": value}
        return {name: "\n".join(value)} if name == "tags" else super().typed(name, value)

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        if record:
            return await super().write(doors, role, record, typed)
        tab, known = doors.tab(role), await self._ids(doors)
        handlers, usual = self._state.event_handlers, {"title": "Typed", "youtubeUrl": VIDEO}
        await tab.send(handlers["create"])
        await tab.send(handlers["choose_source"], source="youtube")
        form = {"recordId": "", **usual, "isPublic": "on", **typed}
        await tab.send(handlers["add"], form=form)
        _assert_done(tab)
        return (await self._ids(doors) - known).pop()

    async def _opened(self, tab: Tab, record: str) -> Values:
        draft = await super()._opened(tab, record)
        return draft | {"tags": "\n".join(draft["tags"])}


class ChapterForm(RecordForm):
    """The form of a chapter: lists are lines, and each leader has four fields."""

    def typed(self, name: str, value: Any) -> Values:
        match name:
            case "practiceInfo":
                places = "\n".join(value["locations"])
                return {"practiceTimes": "\n".join(value["times"]), "practiceLocations": places}
            case "leadership":
                (leader,) = value
                return {f"leader-0-{part}": text for part, text in leader.items()}
            case "latitude" | "longitude":
                return {name: str(value or "").rstrip("0")}
            case _:
                return super().typed(name, value)

    def _usual(self, draft: Values) -> Values:
        wanted = dict.fromkeys(("name", "city", "state", "location"), "Typed")
        return draft | {name: wanted[name] for name in wanted if draft.get(name) == ""}


class UserForm(RecordForm):
    """The form of a member: every bead and path has controls, and switches are texts."""

    def typed(self, name: str, value: Any) -> Values:
        match name:
            case "awardBeads":
                return {bead_control(key): str(count) for key, count in value.items()}
            case "warriorPaths":
                ((key, path),) = value.items()
                switch, level = path_controls(key)
                return {switch: ON if path["enabled"] else "", level: str(path["level"])}
            case "chapterId":
                return {name: value or "none"}
            case _ if isinstance(value, bool):
                return {name: ON if value else ""}
            case _:
                return {name: str("" if value is None else value)}

    def _usual(self, draft: Values) -> Values:
        return draft | {name: USER[name] for name in USER if draft.get(name) == ""}


class Switches:
    """Handlers `set_…` that set the one field whose var they are named after, or told."""

    def __init__(
        self, state: Any, show: str, names: Mapping[str, str], *, flipped: Collection[str] = ()
    ) -> None:
        self._state, self._show, self._names, self._flipped = state, show, names, flipped

    def typed(self, name: str, value: Any) -> Values:
        return {self._names[name]: value is not (name in self._flipped)}

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        tab = doors.tab(role)
        for var, wanted in typed.items():
            handler, sent = "set_mailing", {"mailing": var, "wanted": wanted}
            if var.startswith("shows_"):
                handler, sent = f"set_{var.removeprefix('shows_')}", {"shown": wanted}
            await tab.send(self._state.event_handlers[handler], **sent)
            _assert_done(tab)
        return record

    async def shown(self, doors: Doors, role: str, record: str) -> Values:
        tab = doors.tab(role)
        await tab.send("reflex___state____state.hydrate")
        await tab.send(self._state.event_handlers[self._show])
        return tab.of(self._state)


class OneForm:
    """A form without a way to show what it wrote; that is read elsewhere."""

    def __init__(self, handler: Any, minimum: Values) -> None:
        self._handler, self._minimum = handler, minimum

    def typed(self, name: str, value: Any) -> Values:
        return {name: value or ("none" if name == "chapterId" else "")}

    async def write(self, doors: Doors, role: str, record: str, typed: Values) -> str:
        tab = doors.tab(role)
        await tab.send(self._handler, form={**self._minimum, **typed})
        _assert_done(tab)
        return record

    async def shown(self, doors: Doors, role: str, record: str) -> Values:
        return {}


def _assert_done(tab: Tab) -> None:
    toast = tab.of(ShellState)["toast"]
    if toast.tone != "success":
        raise Refused(f"{toast.title}: {toast.text}")


Read = Callable[[Doors, str, str], Awaitable[Values]]


def one_of(path: str) -> Read:
    """Read a record from a list."""

    async def read(doors: Doors, role: str, record: str) -> Values:
        found = await doors.ask("GET", path, role)
        wanted: Values = next(one for one in found if one["id"] == record)
        return wanted

    return read


def own(path: str) -> Read:
    """Read the person's own record."""

    async def read(doors: Doors, role: str, _record: str) -> Values:
        found: Values = await doors.ask("GET", path, role)
        return found

    return read


def exported(table: str) -> Read:
    """Read the latest row of a table in the person's own download."""

    async def read(doors: Doors, role: str, _record: str) -> Values:
        found = await doors.ask("GET", "/api/auth/export", role)
        return {to_camel(name): value for name, value in found[table][-1].items()}

    return read


async def read_event(doors: Doors, role: str, record: str) -> Values:
    found: Values = await doors.ask("GET", f"/api/events/{record}", role)
    return found


@dataclass(frozen=True)
class Way:
    """How the fields of one schema are written, and where they are read.

    `minimum` is sent every time, `along` together with certain fields. `makes` is the operation
    that creates the record to change. `page` shows the fields `on_page`, or all fields if that is
    None.
    """

    verb: tuple[ModuleType, str]
    role: str
    read: Read
    minimum: Values = field(default_factory=dict)
    along: dict[str, Values] = field(default_factory=dict)
    makes: str = ""
    page: Page | None = None
    on_page: frozenset[str] | None = None
    no_column: frozenset[str] = frozenset()
    schema: type[BaseModel] | None = None
    is_done_once: bool = False


def along(together: Values) -> dict[str, Values]:
    """For fields that are only valid together: the others to send along with each."""
    return {
        name: {one: value for one, value in together.items() if one != name} for name in together
    }


EVENT = {"title": "Park day", "eventType": "training", "startDate": "2031-03-14T22:00:00+00:00"}
SERIES = {
    "isRecurring": True,
    "recurrencePattern": "custom",
    "recurrenceInterval": 1,
    "recurrenceDaysOfWeek": [5],
    "recurrenceEndDate": "2031-04-25",
}
CHAPTER = {"name": "Tampa", "city": "Tampa", "state": "FL", "location": "The park"}
RESOURCE = {"title": "Rules", "externalUrl": "https://docs.example.org/rules"}
VERSION = {"form": "adult", "text": "I play.", "validMonths": 12}
NOTIFICATION = {"title": "Park change", "message": "Meet at the pavilion."}
OF_A_CHAPTER = {
    "chapterId": {"targetType": "chapter"},
    "targetType": {"chapterId": THE_CHAPTER},
}
NEWCOMER = {"gameName": "Heron", "ageBand": "adult"}
REQUEST = {"name": "Ines", "email": "i@example.org", "city": "Ocala", "message": "Five of us."}
SHOWN_OF_MEDIA = frozenset(map(to_camel, MediaFields.model_fields))
SHOWN_OF_EVENTS = frozenset(map(to_camel, EventPatch.model_fields)) - {"endDate"}
SHOWN_OF_PRIVACY = {"hidesAttendance": "shows_attendance", "showsProfile": "shows_profile"}
SHOWN_OF_MAIL = {"mailEvents": "events", "mailReminders": "reminders", "mailNotices": "notices"}

MEDIA = one_of("/api/media?limit=500")
CHAPTERS = one_of("/api/chapters?limit=500")
RESOURCES = one_of("/api/resources?limit=500")
VERSIONS = one_of("/api/admin/waivers/versions")
NOTIFICATIONS = one_of("/api/admin/notifications?limit=500")
USERS = one_of("/api/admin/users?limit=500")
USER = {"email": NAMED_ADMIN, "firstName": "Nell", "lastName": "Ash"}
# Values that are sent beside the fields of a member, and kept elsewhere or not at all.
BESIDE = frozenset({"reason", "version"})

CHAPTER_FORM = ChapterForm(AdminChaptersState, "/api/chapters?limit=500")
USER_FORM = UserForm(UserFormState, "/api/admin/users?limit=500")
RESOURCE_FORM = RecordForm(AdminResourcesState, "/api/resources?limit=500")
VERSION_FORM = VersionForm(WaiversState, "/api/admin/waivers/versions")
MEDIA_FORM = MediaForm(MediaFormState, "/api/media?limit=500")
NOTIFICATION_FORM = RecordForm(SettingsState, "/api/admin/notifications?limit=500")
# The form asks for a day, which ends at midnight in the organization's zone.
SHOWN_OF_NOTIFICATIONS = frozenset(map(to_camel, NotificationWrite.model_fields)) - {"expiresAt"}

WAYS: dict[str, Way] = {
    "createEvent": Way(
        (events, "create_event"),
        "organizer",
        read_event,
        minimum=EVENT,
        along=along(SERIES),
        page=EventForm(),
        on_page=SHOWN_OF_EVENTS,
    ),
    "updateEvent": Way(
        (events, "change_event"),
        "organizer",
        read_event,
        makes="createEvent",
        page=EventForm(),
        on_page=SHOWN_OF_EVENTS,
    ),
    "createChapter": Way(
        (chapters, "create_chapter"), "admin", CHAPTERS, minimum=CHAPTER, page=CHAPTER_FORM
    ),
    "updateChapter": Way(
        (chapters, "update_chapter"),
        "admin",
        CHAPTERS,
        makes="createChapter",
        page=CHAPTER_FORM,
        # A secret that nobody reads again: tests/events/test_posting.py.
        no_column=frozenset({"discordWebhook"}),
    ),
    "createResource": Way(
        (resources, "create_resource"),
        "admin",
        RESOURCES,
        minimum=RESOURCE,
        page=RESOURCE_FORM,
    ),
    "updateResource": Way(
        (resources, "update_resource"),
        "admin",
        RESOURCES,
        minimum=RESOURCE,
        makes="createResource",
        page=RESOURCE_FORM,
    ),
    "createWaiverVersion": Way(
        (versions, "create_version"), "admin", VERSIONS, minimum=VERSION, page=VERSION_FORM
    ),
    "updateWaiverVersion": Way(
        (versions, "update_version"),
        "admin",
        VERSIONS,
        makes="createWaiverVersion",
        page=VERSION_FORM,
    ),
    "createMedia": Way(
        (media, "create_media"),
        "admin",
        MEDIA,
        minimum={"title": "Clip", "fileUrl": VIDEO},
        page=MEDIA_FORM,
        # The file says what it is, and only a video that was uploaded has a picture beside it.
        no_column=frozenset({"fileName", "fileSize", "mediaType", "mimeType", "thumbnailUrl"}),
        on_page=SHOWN_OF_MEDIA,
    ),
    "updateMedia": Way(
        (media, "update_media"), "admin", MEDIA, makes="createMedia", page=MEDIA_FORM
    ),
    "createNotification": Way(
        (notifications, "create_notification"),
        "admin",
        NOTIFICATIONS,
        minimum=NOTIFICATION,
        along=OF_A_CHAPTER,
        page=NOTIFICATION_FORM,
        no_column=frozenset({"alsoEmail"}),
        on_page=SHOWN_OF_NOTIFICATIONS,
    ),
    "updateNotification": Way(
        (notifications, "update_notification"),
        "admin",
        NOTIFICATIONS,
        along=OF_A_CHAPTER,
        makes="createNotification",
        page=NOTIFICATION_FORM,
        no_column=frozenset({"alsoEmail"}),
        on_page=SHOWN_OF_NOTIFICATIONS,
    ),
    "createUser": Way(
        (administration, "create_user"),
        "admin",
        USERS,
        minimum=USER,
        page=USER_FORM,
        no_column=BESIDE | {"invite"},
        is_done_once=True,
    ),
    "updateUser": Way(
        (administration, "update_user"),
        "admin",
        USERS,
        makes="createUser",
        page=USER_FORM,
        no_column=BESIDE,
        is_done_once=True,
    ),
    "moveUser": Way(
        (administration, "move_user"),
        "admin",
        USERS,
        minimum={"chapterId": None},
        makes="createUser",
        is_done_once=True,
    ),
    "updateProfile": Way(
        (members, "update_profile"), "member", own("/api/auth/user"), page=ProfileForm()
    ),
    "chooseLetters": Way(
        (subscriptions, "choose_letters"),
        "member",
        exported("users"),
        page=Switches(MailState, "show", SHOWN_OF_MAIL),
    ),
    "updatePrivacy": Way(
        (accounts, "choose_privacy"),
        "member",
        exported("users"),
        page=Switches(AccountState, "show", SHOWN_OF_PRIVACY, flipped={"hidesAttendance"}),
    ),
    "welcome": Way(
        (welcome, "welcome"),
        UNWELCOMED,
        exported("users"),
        minimum=NEWCOMER,
        page=OneForm(page_vars(WelcomeState).finish, NEWCOMER),
        on_page=frozenset(),
        no_column=frozenset({"confirmed"}),
        is_done_once=True,
    ),
    "": Way(
        (requests, "ask_about_chapter"),
        "member",
        exported("chapter_requests"),
        minimum=REQUEST,
        page=OneForm(page_vars(StartChapterState).send, REQUEST),
        on_page=frozenset(),
        schema=ChapterRequestWrite,
        is_done_once=True,
    ),
}
# Operations whose body writes no field: a confirmation, and acts with rules of their own.
ACTS = frozenset(
    {"deleteAccount", "settleRegistration", "updateUsers", "undoEntry", "awardUser", "awardRoster"}
    | {"awardUsers"}
    | {"walkIn", "replayCheckIns"}
    | {"addWalkIn", "addNewcomer", "importMembers", "importCalendar", "registerAtGate"}
    | {"register", "signWaiver", "notePaperWaiver", "refusePaperWaiver"}
    | {"cancelEvent", "copyEvent", "askOrganizer", "answerQuestion", "reportEvent"}
    | {"registerForSeries", "reorderMedia", "pinMedia", "makeSheet"}
    | {"beginUpload", "claimFile", "beginParts", "completeParts"}
    | {"setAccountCodes", "setVotingRules"}
    | {"addDependent", "inviteGuardian", "inviteAdult", "accept"}
    | {"checkGear", "noteIncident", "sendMessage", "joinWaiting", "moveWaiting", "putBirthDate"}
    | {"giveRole", "createPaymentIntent", "getOrCreateSubscription", "recordPayment"}
)


def schema_of(operation: str) -> type[BaseModel]:
    body = routes()[operation].body_field if operation else None
    schema = body.field_info.annotation if body else WAYS[operation].schema
    assert isinstance(schema, type)
    assert issubclass(schema, BaseModel)
    return schema


def fields_of(operation: str) -> list[str]:
    """The fields of a schema that have a column."""
    way = WAYS[operation]
    return [n for n in map(to_camel, schema_of(operation).model_fields) if n not in way.no_column]
