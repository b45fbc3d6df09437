"""Every route of the running app: its body, and the answer for each role."""

import re
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import httpx
from fastapi.routing import APIRoute

from rookiebattle.core.doors.http import GatedRoute
from tests.identities import composed
from tests.matrix.cast import (
    CALENDAR_FILE,
    INVITATION,
    MEMBERS_FILE,
    ROLES,
    UNWELCOMED,
    Cast,
    id_of,
)
from tests.matrix.files import AWAITED, PART_TAG, PICTURE

HOME = "http://localhost:8000"
SIGNED_IN = ("member", "other", "organizer", "admin", "ex_admin")


def everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(ROLES, status)


def signed_in(status: int, **but: int) -> dict[str, int]:
    return {**everybody(401), **dict.fromkeys(SIGNED_IN, status), **but}


@dataclass(frozen=True)
class Row:
    """The status for each role, for the record whose id is the Cast's `on`.

    The body is JSON, or the bytes of a file. `query` may name the Cast's `files`.
    """

    answers: dict[str, int]
    on: str = ""
    body: dict[str, Any] | bytes | None = None
    extra: dict[str, str] = field(default_factory=dict)
    query: str = ""
    of_files: str = ""


NEW = {
    "title": "New",
    "eventType": "training",
    "startDate": "2027-03-14T18:00:00-04:00",
    "durationHours": 2,
}
NEW_NOTIFICATION = {"title": "New", "message": "Hello"}
CHAPTER = {"name": "New", "city": "Ocala", "state": "FL", "location": "A park"}
NEW_SHEET = {"list": "members", "columns": ["name"], "name": "For the board"}
NEW_USER = {"email": "new@example.org", "firstName": "Nell", "lastName": "Ash"}
NEWCOMER = {**NEW_USER, "ageBand": "minor"}
WALK_IN = {"name": "Nori Ash", "ageGroup": "minor", "guardianName": "Pat Ash"}
AT_TEN = "2026-03-14T10:00:00Z"
KEPT_CHECK_IN = {"checkIns": [{"clientId": "1", "userId": id_of("other"), "at": AT_TEN}]}
NEW_RESOURCE = {"title": "New", "externalUrl": "https://docs.example.org/new"}
NEW_VERSION = {"form": "adult", "text": "I play.", "validMonths": 12}
SIGNATURE = {"userId": id_of("member"), "sha256": "0" * 64, "typedName": "Member"}
PAPER = {"userId": id_of("other"), "form": "adult", "eventId": id_of("no event")}
GEAR = {"userId": id_of("other"), "item": "weapon", "passed": True}
INCIDENT = {"userId": id_of("other"), "text": "Hit a head.", "suspendedUntil": "2027-11-01"}
MESSAGE = {"to": "registered", "subject": "Bring water", "text": "It will be hot."}
PROFILE = {"firstName": "Maya", "lastName": "", "gameName": "", "bio": "", "chapterId": "none"}
ASKED = {"question": "May a parent watch?"}
WHO_ASKS = {"name": "Pat", "email": "pat@example.org"}
MAY_ASK = {**everybody(204), UNWELCOMED: 403}
NEW_MEDIA = {"title": "New", "fileUrl": "https://youtu.be/rookieDemo2"}
NEW_FILE = {"fileName": "park.jpg", "mimeType": "image/jpeg"}
TEEN = {
    "firstName": "Nori",
    "gameName": "Small Storm",
    "birthDate": f"{datetime.now(UTC).year - 15}-01-01",
}
WRITTEN_TO = {"email": "pat@example.org"}
KEY = "key=incoming/{record}"
SENT = f"/api/objects/content/incoming/{id_of('sent file')}"
OWNERS_ONLY = {"organizer": 200, "admin": 200}
WAITS = {**signed_in(200), "other": 409}
PARTY = {"party_id": id_of("waiting")}
OWNERS_DELETE = {"organizer": 204, "admin": 204}
TABLE: dict[str, list[Row]] = {
    "listDependents": [Row(signed_in(200))],
    "addDependent": [Row(signed_in(201), body=TEEN)],
    "makeClaimLink": [Row(signed_in(404, other=201), on="dependent_id")],
    # The teenager cannot log in and has no other guardian.
    "endDependent": [Row(signed_in(404, other=409), on="dependent_id")],
    "listGuardians": [Row(signed_in(200))],
    "listInvitations": [Row(signed_in(200))],
    # The cast's people are adults.
    "inviteGuardian": [Row(signed_in(403), body=WRITTEN_TO)],
    "withdrawInvitation": [Row(signed_in(404), on="dependent_id")],
    "accept": [Row(signed_in(200, other=409), body={"token": INVITATION})],
    "keepSharing": [Row(signed_in(404), on="other_id")],
    "endGuardian": [Row(signed_in(404), on="other_id")],
    "listHousehold": [Row(signed_in(200))],
    "listHouseholdBills": [Row(signed_in(200))],
    "inviteAdult": [Row(signed_in(409, other=201), body=WRITTEN_TO)],
    "readInvitation": [Row(everybody(200), on="invitation_token")],
    "acceptByForm": [Row(signed_in(200, other=409), on="invitation_token")],
    "readClaimLink": [Row(everybody(200), on="claim_token")],
    # Members take over nothing.
    "claimByForm": [Row(signed_in(409, **{UNWELCOMED: 409}), on="claim_token")],
    "listEvents": [Row(everybody(200))],
    "getEvent": [
        Row(everybody(200), on="event_id"),
        Row({**signed_in(200), "visitor": 404, "expired": 404}, on="private_id"),
    ],
    "createEvent": [
        Row(signed_in(201), body=NEW),
        Row(signed_in(201), body={**NEW, "chapterId": id_of("chapter")}),
    ],
    "copyEvent": [
        Row(signed_in(201), on="event_id", body={"startDate": NEW["startDate"]}),
        Row(
            {**signed_in(201), "visitor": 401, "expired": 401},
            on="private_id",
            body={"startDate": NEW["startDate"]},
        ),
    ],
    "listRoles": [
        Row(signed_in(200)),
        Row(signed_in(403, **OWNERS_ONLY), on="event_id", query="eventId={record}"),
        Row(signed_in(403, admin=200), on="chapter_id", query="chapterId={record}"),
        Row(signed_in(403, other=200, admin=200), on="other_id", query="userId={record}"),
    ],
    "giveRole": [
        Row(
            signed_in(403, admin=201),
            body={"userId": id_of("other"), "role": "gate", "chapterId": id_of("chapter")},
        )
    ],
    "endRole": [Row(signed_in(404, member=204, organizer=204, admin=204), on="grant_id")],
    "listWaitingEvents": [Row(signed_in(200))],
    "acceptEvent": [Row(signed_in(403, admin=200), on="event_id")],
    "declineEvent": [Row(signed_in(403, admin=200), on="event_id")],
    "reportEvent": [
        Row(MAY_ASK, on="event_id", body={"reason": "This is not ours."}),
        Row({**MAY_ASK, "visitor": 404, "expired": 404}, on="private_id", body={"reason": "No."}),
    ],
    "listReports": [Row(signed_in(403, admin=200), on="event_id")],
    "handleReports": [Row(signed_in(403, admin=204), on="event_id")],
    "updateEvent": [Row(signed_in(403, **OWNERS_ONLY), on="event_id", body={"title": "Changed"})],
    "deleteEvent": [Row(signed_in(403, **OWNERS_DELETE), on="event_id")],
    "cancelEvent": [
        Row(signed_in(403, **OWNERS_ONLY), on="event_id", body={"reason": "Lightning"})
    ],
    "reinstateEvent": [Row(signed_in(403, **OWNERS_ONLY), on="event_id")],
    "eventPicture": [
        Row(everybody(200), on="event_id"),
        Row({**signed_in(200), "visitor": 404, "expired": 404}, on="private_id"),
    ],
    "listAllEvents": [Row(signed_in(403, admin=200))],
    "downloadEvents": [Row(signed_in(403, admin=200))],
    "listEventsWithStatus": [Row(signed_in(200))],
    "listMyEvents": [Row(signed_in(200))],
    "listNextEvents": [Row(signed_in(200))],
    "register": [
        Row(signed_in(200), on="event_id"),
        Row(signed_in(200), on="private_id"),
    ],
    "registerAtGate": [
        # A member with a seat gets the same answer again, whatever is typed.
        Row(signed_in(422, other=200), on="now_id", body={"code": "CCC CCC"}),
        Row(signed_in(409), on="event_id", body={"code": "CCC CCC"}),
    ],
    "registerByForm": [
        Row(signed_in(200), on="event_id"),
        Row(signed_in(200), on="private_id"),
    ],
    # Nobody is chosen, and nobody of the cast is a guardian of another.
    "registerPeopleByForm": [Row(signed_in(422), on="event_id")],
    "unregisterPersonByForm": [
        Row(signed_in(404, other=200), on="taken_id", extra={"user_id": "other"})
    ],
    # A member without a seat wanted just that.
    "unregisterByForm": [Row(signed_in(200), on="taken_id")],
    # Only the full event takes nobody, and somebody waits for its seat already.
    "wishByForm": [Row(signed_in(409), on="event_id"), Row(WAITS, on="full_id")],
    "joinByForm": [Row(signed_in(409), on="event_id"), Row(WAITS, on="full_id")],
    "joinPeopleByForm": [Row(signed_in(422), on="full_id")],
    "leaveByForm": [Row(signed_in(200), on="full_id")],
    "readWaiting": [Row(signed_in(404, **OWNERS_ONLY, other=200), on="full_id")],
    "joinWaiting": [Row({**signed_in(201), "other": 409}, on="full_id", body={})],
    "leaveWaiting": [Row(signed_in(404, **OWNERS_DELETE, other=204), on="full_id", extra=PARTY)],
    "moveWaiting": [
        Row(
            signed_in(403, **OWNERS_ONLY),
            on="full_id",
            body={"position": 1, "reason": "They drove two hours."},
            extra=PARTY,
        )
    ],
    "unregister": [Row(signed_in(404, other=204), on="taken_id")],
    "registerForSeries": [Row(signed_in(200), on="event_id", body={})],
    "unregisterFromSeries": [Row(signed_in(404, other=200), on="taken_id")],
    "listAttendees": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    "settleRegistration": [
        Row(
            signed_in(403, **OWNERS_ONLY),
            on="taken_id",
            body={"paymentStatus": "completed"},
            extra={"user_id": "other"},
        )
    ],
    "refundOverpaid": [
        Row(signed_in(403, **OWNERS_ONLY), on="now_id", extra={"user_id": "other"}),
        Row(signed_in(403, organizer=409, admin=409), on="taken_id", extra={"user_id": "other"}),
    ],
    # Nobody of the cast has a token.
    "usePerk": [
        Row(signed_in(403, organizer=409, admin=409), on="taken_id", extra={"user_id": "other"})
    ],
    "returnPerk": [
        Row(signed_in(403, organizer=409, admin=409), on="taken_id", extra={"user_id": "other"})
    ],
    "checkIn": [
        Row(signed_in(403, **OWNERS_ONLY), on="now_id", extra={"user_id": "other"}),
        Row(signed_in(403, organizer=409, admin=409), on="taken_id", extra={"user_id": "other"}),
    ],
    "undoCheckIn": [
        Row(signed_in(403, **OWNERS_DELETE), on="taken_id", extra={"user_id": "other"}),
    ],
    "downloadRoster": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    "askOrganizer": [
        Row({**MAY_ASK, "visitor": 422, "expired": 422}, on="event_id", body=ASKED),
        Row(MAY_ASK, on="event_id", body={**ASKED, **WHO_ASKS}),
        Row({**MAY_ASK, "visitor": 404, "expired": 404}, on="private_id", body=ASKED),
    ],
    "listQuestions": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    "answerQuestion": [
        Row(signed_in(403, **OWNERS_ONLY), on="question_id", body={"answer": "Of course."})
    ],
    "checkGear": [
        Row(signed_in(403, organizer=201, admin=201), on="taken_id", body=GEAR),
        Row(signed_in(403, organizer=404, admin=404), on="event_id", body=GEAR),
    ],
    "listIncidents": [Row(signed_in(403, admin=200), on="taken_id")],
    "noteIncident": [Row(signed_in(403, admin=201), on="taken_id", body=INCIDENT)],
    "endSuspension": [
        Row(signed_in(403, admin=204), on="taken_id", extra={"incident_id": id_of("incident")})
    ],
    "sendMessage": [
        Row(signed_in(403, organizer=201, admin=201), on="taken_id", body=MESSAGE),
        Row(signed_in(403, **OWNERS_ONLY), on="taken_id", body=MESSAGE, query="dryRun=true"),
    ],
    "listMessages": [
        Row(signed_in(403, other=200, **OWNERS_ONLY, **{UNWELCOMED: 403}), on="taken_id")
    ],
    "readGate": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    "replayCheckIns": [Row(signed_in(403, **OWNERS_ONLY), on="now_id", body=KEPT_CHECK_IN)],
    "walkIn": [Row(signed_in(403, organizer=201, admin=201), on="now_id", body=WALK_IN)],
    "findWalkIns": [Row(signed_in(403, admin=200), on="taken_id")],
    "addWalkIn": [
        Row(signed_in(403, admin=201), on="now_id", body={"userId": id_of("member")}),
    ],
    "addNewcomer": [Row(signed_in(403, admin=201), on="now_id", body=NEWCOMER)],
    # The cast's site has no keys for card payments, so every refusal is a member's own.
    "createPaymentIntent": [Row(signed_in(409), body={"amount": "25.00"})],
    "getOrCreateSubscription": [Row(signed_in(409), body={"plan": "premium"})],
    "listPayments": [Row(signed_in(200))],
    "getMembership": [Row(signed_in(200))],
    "getPerks": [Row(signed_in(200))],
    "chooseCommunity": [Row(signed_in(200, unwelcomed=403))],
    "endMembership": [Row(signed_in(409))],
    "resumeMembership": [Row(signed_in(409))],
    "openPortal": [Row(signed_in(409))],
    "recordPayment": [
        Row(signed_in(403, admin=201), body={"userId": id_of("member"), "plan": "premium"})
    ],
    "correctPayment": [Row(signed_in(403, admin=404), on="event_id")],
    "handPaymentBack": [Row(signed_in(403, admin=404), on="event_id")],
    "keepPaymentAfterAll": [Row(signed_in(403, admin=404), on="event_id")],
    "downloadPayments": [Row(signed_in(403, admin=200))],
    "downloadBooks": [Row(signed_in(403, admin=200), query="month=2026-01")],
    "getAccountCodes": [Row(signed_in(403, admin=200))],
    "setAccountCodes": [Row(signed_in(403, admin=200), body={"event": "4100"})],
    "downloadVoters": [Row(signed_in(403, admin=200), query="on=2026-01-31")],
    "getVotingRules": [Row(signed_in(403, admin=200))],
    "setVotingRules": [Row(signed_in(403, admin=200), body={"attendances": 3})],
    "stripeWebhook": [Row(everybody(409), body={"id": "evt_1"})],
    "listNotifications": [Row(signed_in(200))],
    "listAllNotifications": [Row(signed_in(403, admin=200))],
    "createNotification": [Row(signed_in(403, admin=201), body=NEW_NOTIFICATION)],
    "updateNotification": [
        Row(signed_in(403, admin=200), on="notification_id", body={"title": "Changed"})
    ],
    "deleteNotification": [Row(signed_in(403, admin=204), on="notification_id")],
    "makeSheet": [Row(signed_in(403, admin=201), body=NEW_SHEET)],
    "listSheets": [Row(signed_in(200))],
    "revokeSheet": [Row(signed_in(404), on="event_id")],
    "readSheet": [Row(everybody(404), on="event_id")],
    "downloadNotifications": [Row(signed_in(403, admin=200))],
    "downloadChapters": [Row(signed_in(403, admin=200))],
    "downloadResources": [Row(signed_in(403, admin=200))],
    "downloadLog": [Row(signed_in(403, admin=200))],
    "getSystem": [Row(signed_in(403, admin=200))],
    "startJob": [
        Row(signed_in(403, admin=200), extra={"name": "reminders"}),
        Row(signed_in(403, admin=404), extra={"name": "nothing"}),
    ],
    "listChapters": [Row(everybody(200))],
    "listChapterMembers": [Row(signed_in(200, unwelcomed=403), on="chapter_id")],
    "createChapter": [Row(signed_in(403, admin=201), body=CHAPTER)],
    "updateChapter": [
        Row(signed_in(403, admin=200), on="chapter_id", body={"description": "Changed"})
    ],
    "deleteChapter": [Row(signed_in(403, admin=204), on="chapter_id")],
    "listResources": [Row(everybody(200))],
    "getStanding": [Row(signed_in(200))],
    "showPoster": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    "renewPoster": [Row(signed_in(403, **OWNERS_ONLY), on="taken_id")],
    # The code is nobody's.
    "readEntrance": [Row(everybody(404), on="event_id", extra={"code": "none"})],
    "comeIn": [Row(signed_in(404), on="event_id", extra={"code": "none"})],
    "getPass": [Row(signed_in(200), on="event_id", query="eventId={record}")],
    # No version is in force, so the person themself is refused last.
    "signWaiver": [
        Row(signed_in(403, member=409), extra={"form": "adult"}, body=SIGNATURE),
    ],
    "downloadSignature": [Row(signed_in(404), on="event_id")],
    "notePaperWaiver": [Row(signed_in(404), body=PAPER)],
    "verifyPaperWaiver": [Row(signed_in(404), on="event_id")],
    "refusePaperWaiver": [Row(signed_in(404), on="event_id", body={"because": "No name"})],
    "createResource": [Row(signed_in(403, admin=201), body=NEW_RESOURCE)],
    "updateResource": [Row(signed_in(403, admin=200), on="resource_id", body=NEW_RESOURCE)],
    "deleteResource": [Row(signed_in(403, admin=204), on="resource_id")],
    "listWaivers": [Row(everybody(200))],
    "listWaiverVersions": [Row(signed_in(403, admin=200))],
    "createWaiverVersion": [Row(signed_in(403, admin=201), body=NEW_VERSION)],
    "updateWaiverVersion": [
        Row(signed_in(403, admin=200), on="version_id", body={"validMonths": 6})
    ],
    "deleteWaiverVersion": [Row(signed_in(403, admin=204), on="version_id")],
    "publishWaiverVersion": [Row(signed_in(403, admin=200), on="version_id")],
    "listLackingWaivers": [Row(signed_in(403, admin=200))],
    "downloadLackingWaivers": [Row(signed_in(403, admin=200))],
    "listMedia": [Row(everybody(200))],
    "createMedia": [Row(signed_in(403, admin=201), body=NEW_MEDIA)],
    "updateMedia": [Row(signed_in(403, admin=200), on="media_id", body={"title": "Changed"})],
    "deleteMedia": [Row(signed_in(403, admin=204), on="media_id")],
    "reorderMedia": [Row(signed_in(403, admin=404), body={"mediaIds": [id_of("nothing")]})],
    "pinMedia": [Row(signed_in(403, admin=200), on="media_id", body={"isPinned": True})],
    "listUsers": [Row(signed_in(403, admin=200))],
    "downloadUsers": [Row(signed_in(403, admin=200))],
    "getUser": [Row(signed_in(403, admin=200), on="other_id")],
    "getBirthDate": [Row(signed_in(403, admin=200), on="other_id")],
    "putBirthDate": [
        Row(signed_in(403, admin=200), on="other_id", body={"birthDate": "2000-01-02"})
    ],
    "createUser": [Row(signed_in(403, admin=201), body=NEW_USER)],
    "updateUser": [Row(signed_in(403, admin=200), on="other_id", body={"bio": "Changed"})],
    "updateUsers": [
        Row(
            signed_in(403, admin=200),
            body={"userIds": [id_of("member"), id_of("other")], "membershipStatus": "expired"},
        )
    ],
    "moveUser": [Row(signed_in(403, admin=200), on="other_id", body={"chapterId": None})],
    "logOutUser": [Row(signed_in(403, admin=204), on="other_id")],
    "keepMembersFile": [Row(signed_in(403, admin=201), body=MEMBERS_FILE)],
    "checkMembersFile": [Row(signed_in(403, admin=200), on="members_file_id")],
    "downloadMembersCheck": [Row(signed_in(403, admin=200), on="members_file_id")],
    "importMembers": [Row(signed_in(403, admin=200), on="members_file_id", body={"new": 1})],
    "keepCalendarFile": [Row(signed_in(403, admin=201), body=CALENDAR_FILE)],
    "checkCalendarFile": [Row(signed_in(403, admin=200), on="calendar_file_id")],
    "downloadCalendarCheck": [Row(signed_in(403, admin=200), on="calendar_file_id")],
    "importCalendar": [
        Row(
            signed_in(403, admin=200),
            on="calendar_file_id",
            body={"eventType": "social", "events": 1},
        )
    ],
    "myProgress": [Row(signed_in(200))],
    "myTimeline": [Row(signed_in(200))],
    "memberTimeline": [Row(signed_in(403, admin=200), on="other_id")],
    "undoAward": [Row(signed_in(403, admin=201), on="award_id")],
    "undoEntry": [Row(signed_in(403, admin=201), on="entry_id", body={"reason": "A mistake"})],
    "awardChoices": [Row(signed_in(403, admin=200))],
    "findEventsToAward": [Row(signed_in(403, admin=200))],
    "awardUser": [Row(signed_in(403, admin=201), on="other_id", body={"bead": "red"})],
    "awardUsers": [
        Row(signed_in(403, admin=201), body={"bead": "red", "userIds": [id_of("other")]})
    ],
    "awardRoster": [Row(signed_in(403, admin=201), on="taken_id", body={"bead": "red"})],
    "mailPreferences": [Row(signed_in(200))],
    "chooseLetters": [Row(signed_in(200), body={"mailEvents": False})],
    # The address is signed, so whoever has the letter may unsubscribe, signed in or not.
    "askToUnsubscribe": [Row(everybody(200), on="unsubscribe_token")],
    "unsubscribe": [Row(everybody(200), on="unsubscribe_token")],
    "currentUser": [Row(signed_in(200))],
    "askForProfile": [Row(signed_in(200))],
    "updateProfileByForm": [Row(signed_in(200), body=PROFILE)],
    "updateProfile": [Row(signed_in(200), body={"firstName": "Maya"})],
    "welcome": [
        Row(
            signed_in(200, unwelcomed=200),
            body={"gameName": "Heron", "chapterId": "none", "ageBand": "adult"},
        ),
        Row(signed_in(422, unwelcomed=422), body={"ageBand": "under13"}),
    ],
    "welcomeByForm": [
        Row(
            signed_in(200, unwelcomed=200),
            body={"gameName": "Heron", "chapterId": "none", "ageBand": "adult"},
        ),
        Row(signed_in(422, unwelcomed=422), body={"ageBand": "under13"}),
    ],
    "deleteAccount": [
        Row(signed_in(204, unwelcomed=204), body={"confirmation": "DELETE"}),
        Row(signed_in(422, unwelcomed=422), body={"confirmation": "delete me"}),
    ],
    "exportAccount": [Row(signed_in(200, unwelcomed=200))],
    "updatePrivacy": [Row(signed_in(200), body={"hidesAttendance": True})],
    "logoutEverywhere": [Row(signed_in(204))],
    "currentUserWithChapter": [Row(signed_in(200))],
    "beginUpload": [Row(signed_in(403, admin=200), body={**NEW_FILE, "size": 1000})],
    "claimFile": [Row(signed_in(403, admin=200), body={"fileURL": f"{HOME}{SENT}"})],
    # The signature of the address is what counts. A session counts for nothing.
    "storeFile": [
        Row(everybody(403), body=b"x", extra={"folder": "incoming", "name": id_of("none")}),
        Row(
            everybody(200),
            body=PICTURE,
            extra={"folder": "incoming", "name": AWAITED},
            query="{signed}",
        ),
    ],
    "storeForm": [Row(everybody(400), body=b"no form")],
    "showFile": [
        Row(everybody(200), of_files="shown"),
        Row({**signed_in(200), "visitor": 404, "expired": 404}, of_files="private"),
        Row(everybody(200), of_files="private", query="{viewing}"),
        Row({**everybody(404), "admin": 200}, of_files="claimed"),
    ],
    "showCopy": [
        Row(everybody(200), of_files="shown", extra={"width": "320"}),
        Row(everybody(404), of_files="shown", extra={"width": "321"}),
        Row(
            {**signed_in(200), "visitor": 404, "expired": 404},
            of_files="private",
            extra={"width": "320"},
        ),
    ],
    "beginParts": [Row(signed_in(403, admin=200), body={"filename": "a", "type": "video/mp4"})],
    "listParts": [Row(signed_in(403, admin=200), of_files="parted", query=KEY)],
    "signParts": [
        Row(signed_in(403, admin=200), of_files="parted", query=f"{KEY}&partNumbers=1,2")
    ],
    "signPart": [
        Row(signed_in(403, admin=200), of_files="parted", query=KEY, extra={"number": "1"}),
        Row(signed_in(403, admin=422), of_files="parted", query=KEY, extra={"number": "10001"}),
    ],
    "completeParts": [
        Row(
            signed_in(403, admin=200),
            of_files="parted",
            query=KEY,
            body={"parts": [{"PartNumber": 1, "ETag": PART_TAG}]},
        )
    ],
    "abortParts": [Row(signed_in(403, admin=200), of_files="parted", query=KEY)],
    "offerForm": [
        Row(signed_in(403, admin=200), query="filename=a&type=image/png"),
        Row(signed_in(403, admin=415), query="filename=a&type=text/html"),
    ],
    "offerCredentials": [Row(signed_in(403, admin=404))],
    "firstData": [Row(everybody(404), extra={"path": "nothing"})],
    "health": [Row(everybody(200))],
    "alive": [Row(everybody(200))],
    "publicCalendar": [Row(everybody(200))],
    "sitemap": [Row(everybody(200))],
    "robots": [Row(everybody(200))],
    "manifest": [Row(everybody(200))],
    "chapterCalendar": [Row(everybody(200), on="chapter_id")],
    "eventCalendar": [
        Row(everybody(200), on="event_id"),
        Row({**signed_in(200), "visitor": 404, "expired": 404}, on="private_id"),
    ],
    # Without cookies of its own: it only turns a form into the same navigation.
    "callbackByForm": [Row(everybody(303))],
    # Navigation, not data. The tests of these routes are in tests/accounts.
    "login": [],
    "logout": [],
    "callback": [],
}


def routes() -> list[GatedRoute]:
    return [route for route in composed().api.routes if isinstance(route, GatedRoute)]


def name_of(route: APIRoute) -> str:
    return route.operation_id or route.name


def path_of(route: APIRoute, row: Row, cast: Cast, record: str = "") -> str:
    path = route.path.replace(":path", "")
    for name, value in row.extra.items():
        path = path.replace(f"{{{name}}}", cast.users.get(value, value))
    named = record or (getattr(cast, row.on) if row.on else "")
    if row.of_files and not record:
        named = getattr(cast.files, row.of_files)
    path = re.sub(r"{\w+_id}|{token}", lambda _: named, path)
    query = row.query.format(record=quote(named), **asdict(cast.files)) if row.query else ""
    return f"{path}?{query}" if query else path


async def ask(
    client: httpx.AsyncClient, route: APIRoute, path: str, cookie: str, body: Any
) -> httpx.Response:
    method = next(iter(route.methods or {"GET"}))
    headers = {"origin": HOME, "cookie": cookie}
    if isinstance(route, GatedRoute) and route.access.takes_form and isinstance(body, dict):
        return await client.request(method, path, headers=headers, data=body)
    if isinstance(body, bytes):
        return await client.request(method, path, headers=headers, content=body)
    return await client.request(method, path, headers=headers, json=body)
