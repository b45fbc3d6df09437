"""Turns the people and texts into the page where one signs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.ids import known_id
from rookiebattle.pages.sign.read import SignerShown, SignShown
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.schemas.versions import WaiverRead
from rookiebattle.waivers.service.device import OnDevice, ToRead
from rookiebattle.waivers.view import why
from rookiebattle.waivers.wording import LACKS, version_words

GATE = "gate"
TO_CHECK_IN, TO_EVENT = "Back to Check-In", "Back to the Event"
ME = "Me"
GUARDIAN_SIGNS = (
    "You’re under 18, so your parent or guardian signs for you. They find it on their dashboard."
)
ANY_GUARDIAN_SIGNS = (
    "You’re under 18, so a parent or guardian signs for you. They do it on this page, once their "
    "account is connected with yours."
)
AS_IN_ACCOUNT = "Type it as your account has it: {}."
OR_HERE = "You can also sign here."
BEING_CHECKED = "Being checked"
NOTHING = "There is nothing to sign right now."
YOUR_NAME = "Type your first and last name."


@dataclass(frozen=True)
class Person:
    """Somebody for whom the reader signs, or who is asked for a signature."""

    user_id: str = ""
    name: str = ""
    state: str = ""
    tone: str = "neutral"
    href: str = ""
    is_chosen: bool = False


@dataclass(frozen=True)
class Text:
    form: str = ""
    title: str = ""
    html: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class DeviceView:
    """Signing on the gate's device, whose address has the `token`.

    `name` is the subject's. `typed` is the name of the signer, once it was right. `gone` says that
    the link leads nowhere. `back` is the page that the device came from.
    """

    token: str = ""
    name: str = ""
    event: str = ""
    typed: str = ""
    text: Text = Text()
    asks_birth_date: bool = False
    gone: str = ""
    back: str = ""


@dataclass(frozen=True)
class SignView:
    """The page. `device` has a token where somebody signs at a gate; `texts` are for visitors.

    Of the chosen person `text` is what is to be signed. `done` says that nothing is to be signed
    now, `checked` that a paper waits for a lead, `waits` why the reader cannot sign it (with
    `asks_guardian` nobody can yet), and `pdf` leads to what was signed last. `back` leads to the
    poster's or the event's page that the reader came from, as `back_label` says.
    """

    people: Sequence[Person] = ()
    texts: Sequence[Text] = ()
    chosen: Person = Person()
    text: Text = Text()
    title: str = ""
    hint: str = ""
    asks_birth_date: bool = False
    done: str = ""
    checked: str = ""
    waits: str = ""
    asks_guardian: bool = False
    pdf: str = ""
    back: str = ""
    back_label: str = ""
    has_texts: bool = False
    device: DeviceView = DeviceView()


def device_view(token: str, found: OnDevice, back: str) -> SignView:
    """The page on the gate's device, before anybody has said who signs."""
    page = routes.gate if back == GATE else routes.admin_roster
    return SignView(device=DeviceView(token, found.name, found.event, back=page(found.event_id)))


def gone_view(token: str, sentence: str) -> SignView:
    return SignView(device=DeviceView(token, gone=sentence, back=routes.MY_EVENTS))


def named_view(before: DeviceView, typed: str, found: ToRead) -> SignView:
    """The page on the gate's device once the signer's name was right: the text, and questions."""
    text, asks = _text(found.text), found.asks_birth_date
    return SignView(device=replace(before, typed=typed, text=text, asks_birth_date=asks))


def view_of(shown: SignShown, chosen: str, now: datetime, *, back: str = "") -> SignView:
    texts = {one.form: _text(one) for one in shown.texts}
    if not shown.people:
        return SignView(texts=list(texts.values()), has_texts=bool(texts))
    one = chosen_of(shown, chosen, now)
    text = texts.get(one.standing.form, Text())
    is_open = bool(text.sha256) and needs(one, now)
    is_waiting = is_open and one.is_self and one.standing.form is Form.MINOR
    is_checked = is_open and one.standing.state is StandingState.UNVERIFIED
    name = "" if one.is_self else one.name
    return SignView(
        people=[_person(each, one, now, back) for each in shown.people],
        chosen=_person(one, one, now, back),
        text=text if is_open else Text(),
        title="Sign for Yourself" if one.is_self else f"Sign for {one.name}",
        hint=AS_IN_ACCOUNT.format(shown.name) if shown.name else YOUR_NAME,
        asks_birth_date=one.asks_birth_date,
        done="" if is_open else _done(one),
        checked=f"{why(one.standing, name)}. {OR_HERE}" if is_checked and not is_waiting else "",
        waits=_why_not(shown, one.standing) if is_waiting else "",
        asks_guardian=is_waiting and not shown.has_guardian and not is_checked,
        pdf=routes.signature_pdf(one.signature_id) if one.signature_id else "",
        **_way_back(back),
        has_texts=bool(texts),
    )


def _way_back(back: str) -> dict[str, Any]:
    """The poster's page that an address names as `event/code`, or the page of `event`; nothing of
    another site is one."""
    known, code = event_of(back), back.partition("/")[2]
    if not known:
        return {}
    if code:
        return {"back": routes.entrance(known, code), "back_label": TO_CHECK_IN}
    return {"back": routes.event(known), "back_label": TO_EVENT}


def event_of(back: str) -> str:
    """The id of the event that the reader came from; empty without one."""
    try:
        return known_id(back.partition("/")[0])
    except NotFound:
        return ""


def _why_not(shown: SignShown, standing: Standing) -> str:
    if standing.state is StandingState.UNVERIFIED:
        return f"{why(standing)}."
    return GUARDIAN_SIGNS if shown.has_guardian else ANY_GUARDIAN_SIGNS


def chosen_of(shown: SignShown, chosen: str, now: datetime) -> SignerShown:
    """The person whom the address names, else the first who has something to sign."""
    named = (one for one in shown.people if one.user_id == chosen)
    lacking = (one for one in shown.people if needs(one, now))
    return next(named, None) or next(lacking, shown.people[0])


def needs(one: SignerShown, now: datetime) -> bool:
    """Whether something is to be signed for somebody, or may be signed again already."""
    return one.standing.lacks or one.standing.ends_soon(now)


def next_of(shown: SignShown, now: datetime) -> str:
    """The id of the next person for whom the reader can sign; empty when everything is signed.

    Nobody is led to the waiver of somebody who stays at home.
    """
    able = (one for one in shown.people if not (one.is_self and one.standing.form is Form.MINOR))
    return next((one.user_id for one in able if one.is_going and needs(one, now)), "")


def _text(one: WaiverRead) -> Text:
    return Text(one.form, version_words(one.form, one.version), one.html, one.sha256)


def _person(one: SignerShown, chosen: SignerShown, now: datetime, back: str) -> Person:
    state = one.standing.state
    is_signed = state is StandingState.SIGNED and not one.standing.ends_soon(now)
    word = "ending" if one.standing.ends_soon(now) else state.value
    nothing = one.standing.in_force is None
    lack = BEING_CHECKED if state is StandingState.UNVERIFIED else LACKS.get(word, "")
    return Person(
        user_id=one.user_id,
        name=ME if one.is_self else one.name,
        state="" if nothing else "Signed" if is_signed else lack,
        tone="success" if is_signed else "warning",
        href=routes.sign_for(one.user_id, back=back),
        is_chosen=one is chosen,
    )


def _done(one: SignerShown) -> str:
    ends_at = one.standing.ends_at
    if one.standing.in_force is None or ends_at is None:
        return NOTHING
    day = date_words(clock.day_of(ends_at))
    return f"Signed. It holds until {day}."
