"""Letters about waivers: where the file of a signature is, and that it is time to sign again."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import display_name
from rookiebattle.core import clock
from rookiebattle.core.mail.layout import Content, in_subject
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.dates import date_words
from rookiebattle.settings import get_settings
from rookiebattle.waivers.models import Form, StandingState, WaiverSignature, WaiverVersion
from rookiebattle.waivers.service.paper import REFUSED
from rookiebattle.waivers.service.reminders import ASKED
from rookiebattle.waivers.service.signatures import SIGNED, device_of
from rookiebattle.waivers.service.standing import form_now, is_own, standings
from rookiebattle.waivers.view import why
from rookiebattle.waivers.wording import READ_WAIVER, SIGN_NOW, version_words

REASON = "You’re getting this email because you signed a waiver, or because one was signed for you."
PDF_AFTER_LOGIN = "You can download it as a PDF at any time, after logging in."
NOT_YOU = "Was it signed without you? Please write to {}."
SIGN_IT = "Please read and sign it before the next event. It takes a minute."
GUARDIAN_SIGNS = (
    "A parent or guardian signs it for you, once their account is connected with yours."
)
NO_PAPER = "Your paper waiver doesn’t count"
COME_OF_AGE = "You’re 18 now, so you sign a waiver yourself"
ASKED_REASON = "You’re getting this email because a waiver has to be signed before you play."


def signed(session: Session, user_id: str, signature_id: str) -> Letter | None:
    """Tells what was signed. The file is behind the login: emails are read by others, too."""
    to, one = reader(session, user_id, None), session.get(WaiverSignature, signature_id)
    if to is None or one is None:
        return None
    version = session.get_one(WaiverVersion, one.version_id)
    what = version_words(version.form, version.number)
    device = device_of(session, one)
    content = Content(
        title=f"Signed: {what}",
        opening=["Here’s what was signed. Keep this email with your papers."],
        facts=[
            ("Waiver", what),
            ("For", one.subject_name or ""),
            ("Signed by", one.typed_name or ""),
            ("On", date_words(clock.day_of(one.signed_at))),
            *([("Device", device)] if device else []),
            ("Valid until", date_words(clock.day_of(one.ends_at))),
            ("SHA-256", version.sha256),
        ],
        closing=[*_not_you(device), PDF_AFTER_LOGIN],
        link=("See what was signed", routes.absolute(routes.sign_for(one.user_id))),
        reason=REASON,
    )
    return letter_to(to, SIGNED, content.title, content)


def _not_you(device: str) -> list[str]:
    """The way to the club for somebody who is told of a signature on the device of others."""
    return [NOT_YOU.format(get_settings().org_contact_email)] if device else []


def asked(session: Session, user_id: str, subject_id: str) -> Letter | None:
    """Asks to sign again; None once it was signed, or for somebody who may not sign it anymore."""
    to, subject = reader(session, user_id, None), session.get(User, subject_id)
    if to is None or subject is None or not is_own(session, user_id, subject):
        return None
    if user_id != subject_id and form_now(subject) is Form.ADULT:
        return None
    standing = standings(session, [subject_id])[subject_id]
    if not standing.lacks and not standing.ends_soon(clock.now()):
        return None
    name = _called(user_id, subject)
    # Somebody who is asked and has signed nothing has signed the form of another age before.
    words = COME_OF_AGE if standing.state is StandingState.MISSING else why(standing, name)
    what, way = _what_to_do(user_id, subject)
    content = Content(title=words, opening=[f"{words}.", what], link=way, reason=ASKED_REASON)
    return letter_to(to, ASKED, in_subject(words, "A waiver has to be signed"), content)


def refused(session: Session, user_id: str, paper_id: str) -> Letter | None:
    """Says why a paper does not count; None once something was signed that does."""
    to, paper = reader(session, user_id, None), session.get(WaiverSignature, paper_id)
    subject = session.get_one(User, paper.user_id) if paper else None
    if to is None or paper is None or subject is None or not is_own(session, user_id, subject):
        return None
    if not standings(session, [subject.id])[subject.id].lacks:
        return None
    name = _called(user_id, subject)
    title = f"The paper waiver for {name} doesn’t count" if name else NO_PAPER
    what, way = _what_to_do(user_id, subject)
    content = Content(
        title=title,
        opening=[f"{title}.", what],
        facts=[("Why", paper.refused_because or "")],
        link=way,
        reason=ASKED_REASON,
    )
    return letter_to(to, REFUSED, in_subject(title, NO_PAPER), content)


def _called(user_id: str, subject: User) -> str:
    """The name of the person whose waiver it is; empty for the reader."""
    return "" if user_id == subject.id else subject.first_name or display_name(subject)


def _what_to_do(user_id: str, subject: User) -> tuple[str, tuple[str, str]]:
    """The next step of the reader, and the link to it; a minor gets a copy."""
    is_copy = user_id == subject.id and form_now(subject) is Form.MINOR
    what, words = (GUARDIAN_SIGNS, READ_WAIVER) if is_copy else (SIGN_IT, SIGN_NOW)
    return what, (words, routes.absolute(routes.sign_for(subject.id)))
