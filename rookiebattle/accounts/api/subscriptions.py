"""`/api` routes about email notifications: choosing them, and unsubscribing without a sign-in."""

from typing import Annotated

from fastapi import Path, Response
from htpy import a, button, div, form

from rookiebattle import routes
from rookiebattle.accounts import subscriptions as mail_service
from rookiebattle.accounts.schemas import MailPreferences, MailPreferencesPatch
from rookiebattle.accounts.subscriptions import ENDS, NAMES
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.access import proves_itself, public, requires
from rookiebattle.core.doors.http import ActorHere, router
from rookiebattle.core.doors.plain_page import TO_START, actions, plain_page
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission

api = router("letters")
Token = Annotated[str, Path(max_length=200)]


@api.get("/api/auth/mail-preferences")
@requires(Permission.OWN_ACCOUNT_READ)
async def mail_preferences(actor: ActorHere) -> MailPreferences:
    """The kinds of letters that you get."""
    return await run(mail_service.mail_preferences, actor)


@api.patch("/api/auth/mail-preferences")
@requires(Permission.OWN_ACCOUNT_UPDATE)
async def choose_letters(actor: ActorHere, values: MailPreferencesPatch) -> MailPreferences:
    """Turn kinds of letters on or off."""
    return await run(mail_service.choose_letters, actor, values=values)


@api.get(routes.UNSUBSCRIBE + "{token}", include_in_schema=False)
@public
async def ask_to_unsubscribe(token: Token) -> Response:
    """A page with one button. A GET changes nothing, because mail scanners follow every link."""
    try:
        mailing = await run(mail_service.mailing_of, VISITOR, token=token)
    except NotFound as unknown:
        return _mishap(unknown)
    choice = form(method="post", action=routes.unsubscribe(token))[
        div(".actions")[
            button(".button.primary")["Stop These Emails"],
            a(".button", href=routes.HOME)["Keep Them"],
        ]
    ]
    return plain_page(f"No more {NAMES[mailing]}?", ENDS[mailing], choice)


@api.post(routes.UNSUBSCRIBE + "{token}", include_in_schema=False)
@proves_itself
async def unsubscribe(token: Token) -> Response:
    """Unsubscribe. The page's button sends this, and so does a mail program's own (RFC 8058)."""
    try:
        mailing = await run(mail_service.unsubscribe, VISITOR, token=token)
    except NotFound as unknown:
        return _mishap(unknown)
    return plain_page(
        "Done",
        f"{NAMES[mailing].capitalize()} are off. You can turn them back on in your account.",
        actions((routes.HOME, TO_START), (routes.ACCOUNT, "My Account")),
    )


def _mishap(error: NotFound) -> Response:
    links = actions((routes.ACCOUNT, "My Account"), (routes.HOME, TO_START))
    return plain_page("Nothing was changed", error.sentence, links, error.status)
