"""Every event handler of the live registry: its payload, and the roles that write with it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import reflex as rx
from reflex.state import BaseState

from rookiebattle.events.models import Event
from rookiebattle.registrations.service import latecomers
from tests import reflex_internals
from tests.identities import composed
from tests.matrix.cast import ROLES, UNWELCOMED, Cast, id_of
from tests.matrix.routes import TEEN
from tests.tab import Tab, Worker

ADMIN = frozenset({"admin"})
SIGNED_IN = frozenset({"member", "other", "organizer", "admin", "ex_admin"})
OWNERS = frozenset({"organizer", "admin"})
Payload = dict[str, Any]
Steps = tuple[tuple[str, Callable[[Cast], Payload]], ...]


@dataclass(frozen=True)
class Row:
    """A valid payload, the roles that write with it, and the events to send before it."""

    payload: Callable[[Cast], Payload] = lambda _cast: {}
    writers: frozenset[str] = frozenset()
    first: Steps = ()


def _on_public(cast: Cast) -> Payload:
    return {"event_id": cast.event_id}


def _on_full(cast: Cast) -> Payload:
    return {"event_id": cast.full_id}


def _family_waits(cast: Cast) -> Payload:
    """Nobody is chosen."""
    return {"event_id": cast.full_id, "form": {}}


def _waiting(cast: Cast) -> Payload:
    return {"event_id": cast.full_id, "party_id": cast.waiting_id}


def _waits(cast: Cast) -> Payload:
    return {**_waiting(cast), "names": "Other", "place": "1"}


def _people(cast: Cast) -> Payload:
    """A member whom nobody of the cast is guardian of, and who may come by themselves."""
    return {"event_id": cast.event_id, "form": {f"person-{cast.users['other']}": "on"}}


def _on_taken(cast: Cast) -> Payload:
    return {"event_id": cast.taken_id}


def _of_other(cast: Cast) -> Payload:
    return {"event_id": cast.now_id, "user_id": cast.users["other"]}


def _of_other_taken(cast: Cast) -> Payload:
    return {**_on_taken(cast), "user_id": cast.users["other"]}


def _at_gate(cast: Cast) -> Payload:
    with cast.database.unit_of_work(write=False) as session:
        start = session.get_one(Event, cast.now_id).start_at
    return {"form": {"recordId": cast.now_id, "code": latecomers._code_of(cast.now_id, start)}}


def _award(cast: Cast) -> Payload:
    return {"form": {"recordId": cast.now_id, "bead": "red", "count": "1", "chosen": ""}}


def _newcomer(cast: Cast) -> Payload:
    named = {"firstName": "Nell", "lastName": "Ash", "email": "nell@example.org"}
    return {"form": {"recordId": cast.now_id, "ageBand": "minor", **named}}


def _form(**values: str) -> Callable[[Cast], Payload]:
    form = {
        "title": "Typed",
        "eventType": "training",
        "eventDate": "2027-03-14",
        "startTime": "18:00",
        "durationHours": "2",
        "chapterId": "none",
        "price": "0",
        "recurrencePattern": "none",
    }
    return lambda cast: {
        "form": form | {name: getattr(cast, value, value) for name, value in values.items()}
    }


PROFILE = {
    "firstName": "Typed",
    "lastName": "",
    "gameName": "",
    "bio": "",
    "chapterId": "none",
}
EDITING = (("EventFormState.edit", _on_public),)


def _on(record: str) -> Callable[[Cast], Payload]:
    """The payload with the id of one of the Cast's records, such as `resource_id`."""
    return lambda cast: {record: getattr(cast, record)}


def _record(record: str, **values: str | bool) -> Callable[[Cast], Payload]:
    """The form of one of the Cast's records."""
    return lambda cast: {"form": {"recordId": getattr(cast, record), **values}}


def _of_console(state: str, record: str, **values: str | bool) -> "dict[str, Row]":
    """The rows of a tab with a list, a form and a question before deleting."""
    return {
        f"{state}.create": Row(),
        f"{state}.edit": Row(_on(record)),
        f"{state}.ask": Row(_on(record)),
        f"{state}.save": Row(_record(record, **values), ADMIN, ((f"{state}.edit", _on(record)),)),
        f"{state}.delete": Row(writers=ADMIN, first=((f"{state}.ask", _on(record)),)),
    }


def _on_other(cast: Cast) -> Payload:
    return {"user_id": cast.users["other"]}


def _expire_other(cast: Cast) -> Payload:
    return {"form": {f"chosen-{cast.users['other']}": "on", "membershipStatus": "expired"}}


def _found(_cast: Cast) -> Payload:
    return {"form": {"text": "other@example.org"}}


def _asked(cast: Cast) -> Payload:
    return {"question_id": cast.question_id, "asked": "Pat", "question": "May a parent watch?"}


EDITING_OTHER = (("UserFormState.edit", _on_other),)
EDITING_WAIVER: Steps = (("WaiversState.edit", _on("version_id")),)
FINDING: Steps = (("BooksState.find", _found),)
CONSOLE = {
    **_of_console(
        "AdminResourcesState",
        "resource_id",
        title="Typed",
        externalUrl="https://docs.example.org/typed",
    ),
    **_of_console("AdminChaptersState", "chapter_id", description="Typed"),
    **_of_console("SettingsState", "notification_id", title="Typed", message="Typed"),
    "AdminResourcesState.publish": Row(
        lambda cast: {"form": {f"chosen-{cast.resource_id}": "on", "visibility": "public"}}, ADMIN
    ),
    # Before a bulk act there is nothing to undo.
    "AdminResourcesState.undo": Row(),
    "AdminChaptersState.add_leader": Row(),
    **dict.fromkeys(
        ("AdminChaptersState.try_channel", "AdminChaptersState.disconnect"),
        Row(first=(("AdminChaptersState.edit", _on("chapter_id")),)),
    ),
    "AdminChaptersState.start": Row(_on("request_id")),
    "RequestsState.answer": Row(
        lambda cast: {"request_id": cast.request_id, "is_answered": True}, ADMIN
    ),
    "RequestsState.clear": Row(lambda cast: {"request_id": cast.strange_request_id}, ADMIN),
    **_of_console("WaiversState", "version_id", text="Typed", validMonths="6"),
    "WaiversState.create": Row(lambda _cast: {"of_form": "adult"}),
    "WaiversState.follow": Row(_record("version_id", text="Typed"), first=EDITING_WAIVER),
    "WaiversState.read": Row(_on("version_id")),
    "WaiversState.ask_to_publish": Row(_on("version_id")),
    "WaiversState.publish": Row(
        writers=ADMIN, first=(("WaiversState.ask_to_publish", _on("version_id")),)
    ),
    "BoardState.open": Row(),
    "BoardState.choose_month": Row(lambda _cast: {"month": "2026-01"}),
    "BoardState.choose_day": Row(lambda _cast: {"day": "2026-01-31"}),
    "BoardState.save_codes": Row(lambda _cast: {"form": {"event": "4100"}}, ADMIN),
    "BoardState.save_rules": Row(
        lambda _cast: {"form": {"attendances": "3", "months": "12"}}, ADMIN
    ),
    "BooksState.add_up": Row(),
    "BooksState.begin": Row(),
    "BooksState.find": Row(_found),
    "BooksState.choose": Row(_on_other, first=FINDING),
    "BooksState.record": Row(
        lambda cast: {
            "form": {"recordId": cast.users["other"], "what": "donation", "amount": "5.00"}
        },
        ADMIN,
        (*FINDING, ("BooksState.choose", _on_other)),
    ),
    "BooksState.open_row": Row(_on("payment_id")),
    "BooksState.ask": Row(_on("payment_id")),
    # The Cast's payment came by card, which is refunded and not taken back.
    "BooksState.settle": Row(_on("payment_id")),
    "BooksState.refund": Row(lambda _cast: {"form": {"recordId": "", "amount": "1.00"}}),
    "AdminMemberState.begin": Row(),
    "AdminMemberState.ask_to_log_out": Row(),
    "AdminMemberState.log_out": Row(lambda cast: {"user_id": cast.users["other"]}, ADMIN),
    "AdminMemberState.mend_birth_date": Row(_record("other_id", birthDate="2000-01-02"), ADMIN),
    "AdminMemberState.find_events": Row(lambda _cast: {"text": "Public"}),
    "AdminMemberState.award": Row(
        _record("other_id", bead="red", count="1", reason="Typed"), ADMIN
    ),
    "AdminMemberState.ask": Row(_on("entry_id")),
    "AdminMemberState.undo": Row(_record("entry_id", reason="Typed"), ADMIN),
    "UserFormState.create": Row(),
    "UserFormState.edit": Row(_on_other),
    "UserFormState.draw": Row(
        lambda cast: {"form": {"recordId": cast.users["other"]}}, first=EDITING_OTHER
    ),
    "UserFormState.save": Row(
        lambda cast: {"form": {"recordId": cast.users["other"], "bio": "Typed"}},
        ADMIN,
        EDITING_OTHER,
    ),
    "UsersState.ask": Row(_expire_other),
    "UsersState.change_chosen": Row(writers=ADMIN, first=(("UsersState.ask", _expire_other),)),
    "ImportState.bring_members": Row(
        lambda cast: {"file_id": cast.members_file_id, "new": 1, "changed": 0}, ADMIN
    ),
    "ImportState.bring_events": Row(
        lambda cast: {"file_id": cast.calendar_file_id, "new": 1}, ADMIN
    ),
    "SystemState.start": Row(lambda _cast: {"name": "reminders"}, ADMIN),
    "SystemState.replay": Row(writers=ADMIN),
    "WaitingState.show_letters": Row(),
    "WaitingState.send_again": Row(_on("letter_id"), ADMIN),
    "WaitingState.set_aside": Row(_on("letter_id"), ADMIN),
    "WaitingState.set_all_aside": Row(writers=ADMIN),
}
ADDING: Steps = (
    ("MediaFormState.create", lambda _cast: {}),
    ("MediaFormState.choose_source", lambda _cast: {"source": "youtube"}),
)
CLIP = {"recordId": "", "title": "Typed", "youtubeUrl": "https://youtu.be/rookieDemo2"}
GALLERY = {
    "MediaState.sort": Row(
        lambda cast: {
            "media_id": cast.media_id,
            "seen": [cast.media_id, cast.hidden_media_id],
            "wanted": [cast.hidden_media_id, cast.media_id],
            "number": 1,
        },
        ADMIN,
    ),
    "MediaState.pin": Row(
        lambda cast: {"media_id": cast.media_id, "is_pinned": True, "number": 1}, ADMIN
    ),
    "MediaFormState.create": Row(),
    "MediaFormState.choose_source": Row(lambda _cast: {"source": "youtube"}, first=ADDING[:1]),
    "MediaFormState.check_link": Row(lambda _cast: {"text": "rookieDemo2"}, first=ADDING),
    "MediaFormState.take_file": Row(
        lambda cast: {"claimed": {"objectPath": f"/objects/{cast.files.claimed}"}},
        first=ADDING[:1],
    ),
    "MediaFormState.drop_file": Row(
        lambda cast: {"path": f"/objects/{cast.files.claimed}"}, first=ADDING[:1]
    ),
    "MediaFormState.miss_file": Row(first=ADDING[:1]),
    "MediaFormState.count_coming": Row(lambda _cast: {"count": 2, "moving": 2}, first=ADDING[:1]),
    "MediaFormState.take_again": Row(
        lambda cast: {"lines": [f"/objects/{cast.files.claimed}"]}, first=ADDING[:1]
    ),
    "MediaFormState.edit": Row(_on("media_id")),
    "MediaFormState.ask": Row(_on("media_id")),
    "MediaFormState.reach": Row(lambda _cast: {"adds_all": True}, first=ADDING[:1]),
    "MediaFormState.propose": Row(_on("event_id"), first=ADDING[:1]),
    "MediaFormState.add": Row(lambda _cast: {"form": CLIP}, ADMIN, ADDING),
    "MediaFormState.save": Row(
        _record("media_id", title="Typed"), ADMIN, (("MediaFormState.edit", _on("media_id")),)
    ),
    "MediaFormState.delete": Row(writers=ADMIN, first=(("MediaFormState.ask", _on("media_id")),)),
}
ROLES_SHOWN: Steps = (("RolesState.show", lambda _cast: {}),)
# The address of each tab is that of the public event.
GIVEN_ROLES = {
    "RolesState.begin": Row(),
    "RolesState.find": Row(lambda _cast: {"form": {"text": "Heron"}}),
    "RolesState.choose": Row(_on_other),
    "RolesState.give": Row(_record("other_id", role="gate"), OWNERS),
    "RolesState.ask": Row(_on("grant_id"), first=ROLES_SHOWN),
    "RolesState.end": Row(
        writers=OWNERS, first=(*ROLES_SHOWN, ("RolesState.ask", _on("grant_id")))
    ),
}
AT_THE_GATE: Steps = (("WalkInState.open", lambda cast: {"event_id": cast.now_id}),)
MESSAGING: Steps = (("MessageState.open", _on_taken),)
AWARDING: Steps = (("AwardState.open_for_all", lambda cast: {"event_id": cast.now_id}),)
# No waiver is in force, so that nobody notes a paper or hands over a device.
PAPER: Steps = (("PaperState.ask", lambda cast: {**_of_other(cast), "name": "Other"}),)
ROSTER = {
    "PaperState.hand_over": Row(_of_other),
    "PaperState.ask": Row(lambda cast: {**_of_other(cast), "name": "Other"}),
    "PaperState.take_photo": Row(
        lambda _cast: {"claimed": {"objectPath": "/objects/none"}}, first=PAPER
    ),
    "PaperState.note": Row(lambda _cast: {"form": {"form": "adult"}}, first=PAPER),
    "PaperState.look_at": Row(lambda cast: {"paper_id": cast.event_id}),
    "PaperState.verify": Row(),
    "PaperState.refuse": Row(lambda _cast: {"form": {"because": "No name"}}),
    "GatePageState.draw": Row(lambda _cast: {"url": "https://club.example/family/claim/a"}),
    "GatePageState.sign_here": Row(lambda cast: {"user_id": cast.users["other"]}),
    "GateState.mark": Row(lambda cast: {**_of_other(cast), "is_there": True}, OWNERS),
    "GateState.settle": Row(lambda cast: {**_of_other_taken(cast), "status": "waived"}, OWNERS),
    "GateState.undo": Row(lambda cast: {**_of_other_taken(cast), "status": "waived"}, OWNERS),
    # Nobody of the cast has a token that could pay.
    "GateState.use_perk": Row(lambda cast: {**_of_other_taken(cast), "uses": True}),
    "GateState.ask_refund": Row(lambda cast: {"user_id": cast.users["other"]}),
    "GateState.press": Row(lambda cast: {**_of_other(cast), "is_there": False}, OWNERS),
    "GateState.open_row": Row(lambda cast: {"user_id": cast.users["other"]}),
    "GateState.ask_over": Row(lambda cast: {"user_id": cast.users["other"]}),
    "GateState.refund_over": Row(_of_other, OWNERS),
    "GateState.ask_payment": Row(_of_other_taken),
    "GateState.record_payment": Row(
        lambda cast: {"form": {"recordId": cast.users["other"], "means": "check"}},
        OWNERS,
        (("GateState.ask_payment", _of_other_taken),),
    ),
    "GateState.mark_again": Row(_of_other, OWNERS),
    "WalkInState.open": Row(lambda cast: {"event_id": cast.now_id}),
    "WalkInState.find": Row(lambda _cast: {"form": {"text": "member"}}, first=AT_THE_GATE),
    "WalkInState.add": Row(
        lambda cast: {"event_id": cast.now_id, "user_id": cast.users["member"]}, ADMIN
    ),
    "WalkInState.add_new": Row(_newcomer, ADMIN, AT_THE_GATE),
    "MessageState.open": Row(_on_taken),
    "MessageState.choose": Row(lambda _cast: {"to": "unpaid"}, first=MESSAGING),
    "MessageState.send": Row(
        _record("taken_id", to="registered", subject="Hello", text="Bring water."),
        OWNERS,
        MESSAGING,
    ),
    "GearState.begin_check": Row(_of_other_taken),
    "GearState.check": Row(
        _record("other_id", item="weapon", passed="yes"),
        OWNERS,
        (("GearState.begin_check", _of_other_taken),),
    ),
    "GearState.begin_incident": Row(_on_taken),
    "GearState.note": Row(
        _record("taken_id", text="Hit a head."),
        ADMIN,
        (("GearState.begin_incident", _on_taken),),
    ),
    "GearState.end_suspension": Row(
        lambda cast: {**_on_taken(cast), "incident_id": id_of("incident")}, ADMIN
    ),
    "AnswerState.open": Row(_asked),
    "AnswerState.send": Row(
        _record("question_id", answer="Of course."), OWNERS, (("AnswerState.open", _asked),)
    ),
    "AnswerState.sort_out": Row(
        lambda cast: {"question_id": cast.strange_question_id, "is_spam": False}, ADMIN
    ),
    "AwardState.open_for_all": Row(lambda cast: {"event_id": cast.now_id}),
    "AwardState.open_for_one": Row(
        lambda cast: {"event_id": cast.now_id, "user_id": cast.users["other"]}
    ),
    "AwardState.open_for_chosen": Row(
        lambda cast: {"form": {"eventId": cast.now_id, f"chosen-{cast.users['other']}": "on"}}
    ),
    "AwardState.save": Row(_award, ADMIN, AWARDING),
    "AwardState.undo": Row(_on("award_id"), ADMIN),
    "ChosenAwardState.open_for_chosen": Row(lambda cast: {"user_ids": [cast.users["other"]]}),
    "ChosenAwardState.find_events": Row(lambda _cast: {"text": "duels"}),
    "ChosenAwardState.save": Row(
        lambda cast: {
            "form": {"recordId": "", "bead": "red", "count": "1", "chosen": cast.users["other"]}
        },
        ADMIN,
    ),
    "ChosenAwardState.undo": Row(_on("award_id"), ADMIN),
    "PaletteState.find": Row(lambda _cast: {"text": "duels"}),
    "LogState.ask": Row(_on("award_id")),
    "LogState.undo": Row(_on("award_id"), ADMIN),
}
PAYING = {
    "CheckoutState.check_login": Row(),
    "CheckoutState.report": Row(lambda _cast: {"reason": "Your card was declined."}),
    "MembershipState.ask_end": Row(),
    "MembershipState.change_card": Row(),
    "MembershipState.end": Row(),
    "MembershipState.join": Row(writers=SIGNED_IN),
    "MembershipState.look_again": Row(),
    "MembershipState.resume": Row(),
    "MembershipState.show_more": Row(),
    "MembershipState.subscribe": Row(lambda _cast: {"plan": "premium"}),
}
GUARDIANS = {
    "PeopleState.open_form": Row(),
    "PeopleState.add": Row(lambda _cast: {"form": dict(TEEN)}, SIGNED_IN),
    "PeopleState.make_link": Row(lambda cast: {"user_id": cast.dependent_id}, frozenset({"other"})),
    # The teenager cannot log in and has no other guardian.
    "PeopleState.end": Row(lambda cast: {"user_id": cast.dependent_id}),
    # The inviter reads the address again, so it is one that everybody knows.
    "FamilyState.invite": Row(
        lambda _cast: {"form": {"email": "contact@example.org"}}, frozenset({"other"})
    ),
    "FamilyState.withdraw": Row(lambda cast: {"invitation_id": cast.dependent_id}),
    "FamilyState.keep": Row(_on_other),
    "FamilyState.end": Row(_on_other),
}
REGISTER = Row(_on_public, SIGNED_IN)
UNREGISTER = Row(_on_taken, frozenset({"other"}))
# The handlers that write or need a permission. A public handler that only reads needs no row.
TABLE: dict[str, Row] = {
    **CONSOLE,
    **ROSTER,
    **GIVEN_ROLES,
    **GALLERY,
    **PAYING,
    **GUARDIANS,
    "EventFormState.ask_about": Row(_on_public),
    "EventFormState.copy": Row(_on_public),
    "EventFormState.create": Row(),
    "EventFormState.edit": Row(_on_public),
    "EventFormState.ask_to_remove": Row(first=EDITING),
    "EventFormState.save": Row(_form(eventId="event_id"), OWNERS, EDITING),
    "EventFormState.go_ahead": Row(first=EDITING),
    "EventFormState.remove": Row(writers=OWNERS, first=EDITING),
    "SheetState.make": Row(
        lambda _cast: {"form": {"name": "For the board", "column-name": "on"}},
        ADMIN,
        first=(("SheetState.open", lambda _cast: {"which": "members"}),),
    ),
    "SheetState.open": Row(lambda _cast: {"which": "members"}),
    "SheetState.revoke": Row(lambda cast: {"sheet_id": cast.event_id}),
    "MailState.set_mailing": Row(lambda _cast: {"mailing": "events", "wanted": False}, SIGNED_IN),
    "CalendarState.register": REGISTER,
    "ChapterState.register": REGISTER,
    "ChapterState.accept": Row(_on_public),
    "ChapterState.decline": Row(_on_public),
    "EventState.accept": Row(_on_public),
    "EventState.decline": Row(_on_public),
    "EventState.handle_reports": Row(_on_public),
    "EventState.look_again": Row(),
    "EventState.register": REGISTER,
    "EventState.register_at_gate": Row(_at_gate, SIGNED_IN - {"other"}),
    "EventState.register_people": Row(_people, frozenset({"other"})),
    "EventState.unregister": UNREGISTER,
    "EventState.unregister_person": Row(_of_other_taken, frozenset({"other"})),
    "MyEventsState.unregister_person": Row(_of_other_taken, frozenset({"other"})),
    "MyEventsState.unregister": UNREGISTER,
    "MyEventsState.register": REGISTER,
    "MyEventsState.register_until": Row(_record("event_id", until=""), SIGNED_IN),
    "MyEventsState.unregister_series": UNREGISTER,
    "DashboardState.unregister": UNREGISTER,
    "DashboardState.register": REGISTER,
    "DashboardState.show_older": Row(),
    "ProgressState.show_older": Row(),
    "ProfileFormState.edit": Row(),
    "ProfileFormState.save": Row(lambda _cast: {"form": PROFILE}, SIGNED_IN),
    "RosterState.view": Row(lambda cast: {"chapter_id": cast.chapter_id, "name": "Tampa Bay"}),
    "RosterState.turn": Row(
        lambda _cast: {"page": 1},
        first=(("RosterState.view", lambda c: {"chapter_id": c.chapter_id, "name": "Tampa"}),),
    ),
    "WelcomeState.finish": Row(
        lambda _cast: {"form": {"gameName": "Heron", "chapterId": "none", "ageBand": "minor"}},
        frozenset({UNWELCOMED}),
    ),
    "SignState.sign": Row(
        lambda cast: {
            "form": {
                "userId": cast.users["member"],
                "sha256": "0" * 64,
                "form": "adult",
                "typedName": "Member",
            }
        }
    ),
    "SignState.name_signer": Row(lambda _cast: {"form": {"typedName": "Member"}}),
    "SignState.sign_here": Row(lambda _cast: {"form": {"stroke": ""}}),
    "AccountState.set_attendance": Row(lambda _cast: {"shown": False}, SIGNED_IN),
    "AccountState.set_profile": Row(lambda _cast: {"shown": True}, SIGNED_IN),
    "EventState.wish": Row(_on_full, SIGNED_IN - {"other"}),
    "EventState.join_list": Row(_on_full, SIGNED_IN - {"other"}),
    "EventState.join_with": Row(_family_waits),
    "EventState.leave_list": Row(_on_full, frozenset({"other"})),
    "WaitingListState.open": Row(_waits),
    "WaitingListState.move": Row(
        _record("waiting_id", position="1", reason="They drove."),
        OWNERS,
        (("WaitingListState.open", _waits),),
    ),
    "WaitingListState.remove": Row(_waiting, OWNERS | {"other"}),
    "CancelState.ask": Row(_on_public),
    "CancelState.cancel": Row(
        _record("event_id", reason="Lightning"), OWNERS, (("CancelState.ask", _on_public),)
    ),
    "CancelState.reinstate": Row(_on_public),
}
# The handlers with which everybody may write: visitors, and members after the welcome. A donation
# writes nothing, but takes what was typed, and leads visitors to the login itself.
OPEN: dict[str, Row] = {
    "ReportState.send": Row(
        _record("event_id", reason="This is not ours."),
        frozenset(ROLES),
        (("ReportState.open", _on_public),),
    ),
    "AskState.send": Row(
        lambda cast: {
            "form": {
                "recordId": _on_public(cast)["event_id"],
                "name": "Amara",
                "email": "amara@example.org",
                "question": "May a parent watch?",
                "seal": "",
            }
        },
        frozenset(ROLES),
        (("AskState.open", lambda cast: {**_on_public(cast), "title": "Public"}),),
    ),
    "StartChapterState.send": Row(
        lambda _cast: {
            "form": {
                "name": "Amara",
                "email": "amara@example.org",
                "city": "Ocala",
                "message": "Five of us.",
                "seal": "",
            }
        },
        frozenset(ROLES),
    ),
    "MembershipState.donate": Row(lambda _cast: {"form": {"amount": "25"}}),
    "ViewsState.count": Row(_on("media_id"), frozenset(ROLES)),
}
CREATING: Steps = (("EventFormState.create", lambda _cast: {}),)
NEW_EVENT = Row(_form(eventId=""), SIGNED_IN, CREATING)


@cache
def registry() -> dict[str, str]:
    """The full name of every registered handler by 'State.handler'."""
    composed()  # fills the registry
    names = reflex_internals.handlers()
    found = {f"{reflex_internals.state_of(n).__name__}.{n.rpartition('.')[2]}": n for n in names}
    assert len(found) == len(names), "two states have one name: a row would play the wrong one"
    return found


def full_name(short: str) -> str:
    state, _, handler = short.partition(".")
    return f"{_state(state).get_full_name()}.{handler}"


@cache
def _state(name: str) -> type[BaseState]:
    found = (full for short, full in registry().items() if short.startswith(f"{name}."))
    return reflex_internals.state_of(next(found))


def of_the_product() -> list[str]:
    found = registry().items()
    handlers = reflex_internals.handlers()
    return [one for one, full in found if handlers[full].__module__.startswith("rookiebattle")]


# The form of a member is drawn by two pages of the console, so it stands in its slice.
CONSOLE_MODULES = (
    *("rookiebattle.console.", "rookiebattle.pages.admin."),
    "rookiebattle.members.state.editor",
)


def is_on_console(short: str) -> bool:
    """Whether a handler belongs to the console, where administrators see more than elsewhere."""
    return short in _of_the_console()


@cache
def _of_the_console() -> frozenset[str]:
    handlers = reflex_internals.handlers()
    return frozenset(
        short
        for short, full in registry().items()
        if handlers[full].__module__.startswith(CONSOLE_MODULES)
    )


async def opened(worker: Worker, cast: Cast, role: str) -> Tab:
    tab = worker.tab(cookie=cast.cookies[role], path=f"/events/{cast.event_id}")
    await tab.send(rx.State.event_handlers["hydrate"])
    return tab


async def play(tab: Tab, cast: Cast, short: str, row: Row, payload: Payload) -> None:
    for name, values in row.first:
        await tab.send(full_name(name), **values(cast))
    await tab.send(full_name(short), **payload)
