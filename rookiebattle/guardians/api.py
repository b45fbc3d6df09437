"""`/api/dependents` and `/api/guardians`, and the server's pages behind the links of guardians."""

from typing import Annotated

import htpy as el
from fastapi import Path, Request, Response

from rookiebattle import routes
from rookiebattle.accounts.wording import HAS_ACCOUNT
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.forms import is_sent_by_browser
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, documented, router
from rookiebattle.core.doors.plain_page import TO_START, actions, plain_page
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError, Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.guardians import birthdays, dependents, invitations, service
from rookiebattle.guardians.schemas import (
    AcceptWrite,
    AgeRead,
    BirthDateWrite,
    ClaimLinkRead,
    Connected,
    DependentRead,
    DependentWrite,
    GuardianRead,
    HouseholdInvitationWrite,
    InvitationRead,
    InvitationWrite,
)
from rookiebattle.guardians.wording import AS_ADULTS, AS_GUARDIAN
from rookiebattle.settings import get_settings

api = router("guardians")
Token = Annotated[str, Path(max_length=100)]
LOG_IN, UNCHANGED = "Log In", "Nothing changed"
FIRST_LOG_IN = "Please log in first, or make an account."


@api.get("/api/dependents", responses=documented())
@requires(Permission.OWN_DEPENDENT_READ)
async def list_dependents(actor: ActorHere) -> list[DependentRead]:
    """Your people: the minors whose guardian you are, and those of age who cannot log in yet."""
    return await run(service.list_dependents, actor)


@api.post("/api/dependents", status_code=201, responses=documented(*UNREADABLE, Conflict))
@requires(Permission.OWN_DEPENDENT_CREATE)
async def add_dependent(actor: ActorHere, values: DependentWrite) -> DependentRead:
    """Add a teenager of 13 to 17; for adults. The account has no sign-in until it is claimed."""
    return await run(dependents.add_dependent, actor, values=values)


@api.post(
    "/api/dependents/{user_id}/claim-link",
    status_code=201,
    responses=documented(NotFound, Conflict),
)
@requires(Permission.OWN_DEPENDENT_CREATE)
async def make_claim_link(actor: ActorHere, response: Response, user_id: str) -> ClaimLinkRead:
    """Make the address by which the teenager takes over the account, once; the former one ends."""
    response.headers["cache-control"] = "private, no-store"
    return await run(dependents.make_claim_link, actor, user_id=user_id)


@api.delete("/api/dependents/{user_id}", status_code=204, responses=documented(NotFound, Conflict))
@requires(Permission.OWN_DEPENDENT_DELETE)
async def end_dependent(actor: ActorHere, user_id: str) -> None:
    """End the connection; not as the last guardian of somebody who cannot log in."""
    await run(service.end_dependent, actor, user_id=user_id)


@api.get("/api/guardians", responses=documented())
@requires(Permission.OWN_GUARDIAN_READ)
async def list_guardians(actor: ActorHere) -> list[GuardianRead]:
    """Your guardians."""
    return await run(service.list_guardians, actor)


@api.get("/api/guardians/invitations", responses=documented())
@requires(Permission.OWN_GUARDIAN_READ)
async def list_invitations(actor: ActorHere) -> list[InvitationRead]:
    """Your invitations that wait for an answer, the newest first."""
    return await run(invitations.own_invitations, actor)


@api.post(
    "/api/guardians/invitations", status_code=201, responses=documented(*UNREADABLE, Conflict)
)
@requires(Permission.OWN_GUARDIAN_CREATE)
async def invite_guardian(actor: ActorHere, values: InvitationWrite) -> InvitationRead:
    """Invite a guardian by email; for minors. The letter works for 14 days."""
    return await run(invitations.invite_guardian, actor, values=values)


@api.delete(
    "/api/guardians/invitations/{invitation_id}", status_code=204, responses=documented(NotFound)
)
@requires(Permission.OWN_GUARDIAN_DELETE)
async def withdraw_invitation(actor: ActorHere, invitation_id: str) -> None:
    """Let an invitation lead nowhere."""
    await run(invitations.withdraw, actor, invitation_id=invitation_id)


@api.post("/api/guardians/accept", responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.OWN_GUARDIAN_CREATE)
async def accept(actor: ActorHere, values: AcceptWrite) -> Connected:
    """Accept the invitation of a letter; for adults."""
    return await run(invitations.accept, actor, token=values.token)


@api.post("/api/guardians/{user_id}/keep", responses=documented(NotFound))
@requires(Permission.OWN_GUARDIAN_CREATE)
async def keep_sharing(actor: ActorHere, user_id: str) -> GuardianRead:
    """Stay connected with a guardian of before; for adults."""
    return await run(service.keep_sharing, actor, user_id=user_id)


@api.delete("/api/guardians/{user_id}", status_code=204, responses=documented(NotFound))
@requires(Permission.OWN_GUARDIAN_DELETE)
async def end_guardian(actor: ActorHere, user_id: str) -> None:
    """End the connection with a guardian."""
    await run(service.end_guardian, actor, user_id=user_id)


@api.get("/api/admin/users/{user_id}/birth-date", responses=documented(NotFound))
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def get_birth_date(actor: ActorHere, user_id: str) -> AgeRead:
    """A member’s birth date and guardians; for administrators alone."""
    return await run(birthdays.age_of, actor, user_id=user_id)


@api.put(
    "/api/admin/users/{user_id}/birth-date", responses=documented(*UNREADABLE, NotFound, Conflict)
)
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def put_birth_date(actor: ActorHere, user_id: str, values: BirthDateWrite) -> AgeRead:
    """Enter or change a birth date. A minor who is of age by it becomes an adult at once."""
    return await run(birthdays.mend_birth_date, actor, user_id=user_id, born=values.birth_date)


@api.get("/api/household", responses=documented())
@requires(Permission.OWN_GUARDIAN_READ)
async def list_household(actor: ActorHere) -> list[GuardianRead]:
    """The adults of your household."""
    return await run(service.list_household, actor)


@api.post(
    "/api/household/invitations", status_code=201, responses=documented(*UNREADABLE, Conflict)
)
@requires(Permission.OWN_GUARDIAN_CREATE)
async def invite_adult(actor: ActorHere, values: HouseholdInvitationWrite) -> InvitationRead:
    """Invite another adult to your household; for guardians."""
    return await run(invitations.invite_adult, actor, email=values.email)


@api.get(routes.GUARDIAN_INVITATION + "{token}", include_in_schema=False)
@public
async def read_invitation(actor: ActorHere, token: Token) -> Response:
    """The page of an invitation's letter. A GET changes nothing: scanners follow every link."""
    try:
        inviter = await run(invitations.inviter_of, VISITOR, token=token)
    except NotFound as unknown:
        return _mishap("Invitation", unknown)
    title, text, yes = _asked(inviter)
    here = routes.guardian_invitation(token)
    if not (actor.is_member and actor.is_welcomed):
        onwards = routes.welcome(here) if actor.is_member else routes.login(here)
        links = actions((onwards, LOG_IN), (routes.PARENTS, "What Parents Ask"))
        return plain_page(title, f"{text} {FIRST_LOG_IN}", links)
    return plain_page(title, f"{text} {_logged_in_as(actor)}", _question(here, yes, "Not Now"))


def _asked(inviter: Connected) -> tuple[str, str, str]:
    club, name = get_settings().org_name, inviter.name
    if inviter.is_minor:
        return (
            f"Are you {name}’s guardian?",
            f"{name} plays at {club} and is under 18. {AS_GUARDIAN}",
            "Yes, I’m Their Guardian",
        )
    return (f"Join {name}’s household?", AS_ADULTS, "Yes, Join")


@api.post(routes.GUARDIAN_INVITATION + "{token}", include_in_schema=False)
@requires(Permission.OWN_GUARDIAN_CREATE, prompt=FIRST_LOG_IN, takes_form=True)
async def accept_by_form(request: Request, actor: ActorHere, token: Token) -> Response:
    """Accept the invitation: the page's button."""
    try:
        connected = await run(invitations.accept, actor, token=token)
    except AppError as error:
        if not is_sent_by_browser(request):
            raise
        return _mishap(UNCHANGED, error)
    text = (
        f"You’re {connected.name}’s guardian. They’re in “Your People” on your dashboard."
        if connected.is_minor
        else f"You and {connected.name} are one household."
    )
    return plain_page("Thank you", text, actions((routes.HOME, "Your Dashboard")))


@api.get(routes.CLAIM + "{token}", include_in_schema=False)
@public
async def read_claim_link(actor: ActorHere, token: Token) -> Response:
    """The page of a guardian's link. A GET changes nothing: messengers look at every link."""
    try:
        claimed = await run(dependents.claimed_by, VISITOR, token=token)
    except NotFound as unknown:
        return _mishap("Your account", unknown)
    here, title = routes.claim(token), f"Hello {claimed.name}!"
    if not actor.is_member:
        text = (
            "Your guardian made you an account. Log in with your own email, and it’s yours: your "
            "seats and beads stay, and so does your guardian."
            if claimed.is_dependent
            else "You have an account since you were at the gate. Log in with your own email, and "
            "it’s yours, with everything that was noted there."
        )
        return plain_page(title, text, actions((routes.login(here), LOG_IN)))
    if actor.is_welcomed:
        links = actions((routes.LOGOUT, "Log Out"), (routes.HOME, TO_START))
        return plain_page("Is this link for you?", HAS_ACCOUNT, links)
    text = f"This account becomes yours, and your login leads to it. {_logged_in_as(actor)}"
    return plain_page(title, text, _question(here, "Yes, It’s Mine", "Not Now"))


@api.post(routes.CLAIM + "{token}", include_in_schema=False)
@requires(Permission.OWN_ACCOUNT_WELCOME, prompt=FIRST_LOG_IN, takes_form=True)
async def claim_by_form(request: Request, actor: ActorHere, token: Token) -> Response:
    """Take over the account: the page's button."""
    try:
        own = await run(dependents.claim, actor, token=token)
    except AppError as error:
        if not is_sent_by_browser(request):
            raise
        return _mishap(UNCHANGED, error)
    links = actions((routes.first_home(), "Your Dashboard"), (routes.ACCOUNT, "Your Account"))
    return plain_page(f"Welcome, {own.game_name}!", "The account is yours.", links)


def _logged_in_as(actor: Actor) -> str:
    return f"You’re logged in as {actor.name}."


def _question(here: str, yes: str, no: str) -> el.Element:
    """A form with one button, and a link that changes nothing."""
    return el.form(method="post", action=here)[
        el.div(".actions")[el.button(".button.primary")[yes], el.a(".button", href=routes.HOME)[no]]
    ]


def _mishap(title: str, error: AppError) -> Response:
    return plain_page(title, error.sentence, actions((routes.HOME, TO_START)), error.status)
