"""Changes of a member's name and address, and why nobody may have some names."""

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.adding import leading_names
from rookiebattle.accounts.hooks import account_readdressed
from rookiebattle.accounts.look_alikes import is_of_one_script
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import is_overlong, name_key
from rookiebattle.accounts.policy import may_be_called, read_as
from rookiebattle.accounts.revising import revise
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.values.addresses import folded_address, has_address
from rookiebattle.settings import get_settings

NAME_TAKEN = "Another member already has this game name. Please choose another."
NAME_RESERVED = "The site uses this name or part of it. Please choose another."
NAME_OVERLONG = "This name has too many letters. Please shorten it."
NAME_MIXED = "This name mixes letters from different alphabets. Please use just one."
NAME_ADDRESS = (
    "Please choose a game name without an email address, a web address or a telephone number."
)
MOST_OF_ONE_NAME = 60
EMAIL_TAKEN = "Another account already has this email address"
ADDRESS_TAKEN = "Someone just logged in with this email. Please try again."


def rename(session: Session, user: User, *, game_name: str | None) -> None:
    """Change a member's game name.

    Raises Invalid for a name that is taken or reserved, for letters of several alphabets, and for
    an address.
    """
    if game_name:
        if problem := name_problem(game_name):
            raise Invalid(problem, {"gameName": problem})
        _refuse_leading_name(session, user, game_name)
    user.game_name, user.game_name_key = game_name, name_key(game_name) if game_name else None
    try:
        with session.begin_nested():
            session.flush()
    except IntegrityError:
        raise Invalid(NAME_TAKEN, {"gameName": NAME_TAKEN}) from None


def free_game_name(session: Session, wanted: str) -> str | None:
    """The wanted game name, or with a number behind it where somebody has it already; None for one
    that nobody may have."""
    numbered = [wanted, *(f"{wanted} {number}" for number in range(2, MOST_OF_ONE_NAME))]
    keys = {name_key(one): one for one in numbered if not name_problem(one)}
    taken = queries.taken_names(session, keys) | leading_names(session)
    return next((one for key, one in keys.items() if not ({key} | read_as(one)) & taken), None)


def name_problem(game_name: str) -> str:
    """Why nobody may have this game name; empty if only another member could be in the way."""
    if problem := _why_reserved(game_name):
        return problem
    if not is_of_one_script(game_name):
        return NAME_MIXED
    return NAME_ADDRESS if has_address(game_name) else ""


def _refuse_leading_name(session: Session, user: User, name: str) -> None:
    """Raise Invalid for the name of an administrator or board member, in whatever letters.

    The real names of other members may be used: a refusal would tell who is a member.
    """
    if read_as(name) & leading_names(session, without=user.id):
        raise Invalid(NAME_TAKEN, {"gameName": NAME_TAKEN})


def refuse_reserved(name: str, *, field: str) -> None:
    """Raise Invalid for a name by which a member would pass for the site itself."""
    if problem := _why_reserved(name):
        raise Invalid(problem, {field: problem})


def _why_reserved(name: str) -> str:
    if is_overlong(name):
        return NAME_OVERLONG
    return "" if may_be_called(name, club=get_settings().org_name) else NAME_RESERVED


def readdress(session: Session, user: User, *, email: str) -> None:
    """Change a member's address. Raises Invalid for one that another account has."""
    user.email = folded_address(email)
    try:
        with session.begin_nested():
            session.flush()
    except IntegrityError:
        raise Invalid(EMAIL_TAKEN, {"email": EMAIL_TAKEN}) from None


def follow_login(session: Session, user: User, *, email: str) -> None:
    """Give the account the verified address of its login, and follow it when it changes there.

    An address that an administrator has entered stays. One that another account has is left alone
    until a later sign-in finds it free. The address of before gets a letter.
    """
    before, known = folded_address(user.email or ""), folded_address(user.login_email or "")
    if email in ("", known):
        return
    if before in ("", known):
        if queries.by_email(session, email, lock=False):
            return
        _move(session, user, email=email)
    user.login_email = email


def _move(session: Session, user: User, *, email: str) -> None:
    before = user.email
    try:
        with session.begin_nested():
            user.email = email
    except IntegrityError:
        # Another sign-in or an import was faster.
        raise Conflict(ADDRESS_TAKEN) from None
    if before:
        member = Actor(user_id=user.id)
        revise(session, member, user=user, action="account.readdressed", fields=["email"])
        account_readdressed.fire(session, member, before=before)
