"""Rules of accounts: claiming a row, names, the last administrator, safe redirects. Pure."""

import re
from urllib.parse import unquote

from rookiebattle import routes
from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.accounts.naming import letters_of, words_in
from rookiebattle.core.addresses import folded_address

_PATH_HERE = re.compile(r"/(?![/\\])[^\x00-\x20\x7f\\]*")
# Browsers and proxies shorten a path with dots or double slashes, and a percent sign that is left
# after decoding was encoded twice: such a path may lead elsewhere than it says.
_PLAIN = re.compile(r"(?!.*//)(?!.*/\.{1,2}(?:/|$))[^\x00-\x1f\x7f\\%]*")
_NO_PAGES = (routes.API, routes.CALENDARS, routes.DEV_PROVIDER, routes.SOCKET)
LONGEST_NEXT = 2000
LAST_ADMIN = (
    "You are the last administrator. Make somebody else an administrator first, then you can "
    "delete your account."
)
# Names that the site itself uses. The long ones may stand nowhere in a member's name. The short
# ones are parts of ordinary words, such as 'Badminton' and 'Remember', so they count where a word
# begins with them, and 'admin' also where a word ends with it.
RESERVED_ANYWHERE = ("Former member", "Administrator", "Organiser", "Organizer")
RESERVED_AT_THE_START = ("Admin", "Member")
RESERVED_AT_THE_END = ("Admin",)
LONG_NAME = 8


def may_claim(user: User, *, email: str, admin_emails: frozenset[str]) -> bool:
    """Whether the proven owner of `email` may take over the row with that address.

    Only a row to which nobody has signed in; an administrator's row only when ADMIN_EMAILS has the
    address.
    """
    return user.issuer is None and (not user.is_admin or email in admin_emails)


def may_be_admin(user: User, *, email: str | None, admin_emails: frozenset[str]) -> bool:
    """Whether an account may become an administrator's: somebody signs in to it, or is named.

    Nobody could take over an unclaimed administrator's account that ADMIN_EMAILS does not name.
    """
    return user.issuer is not None or folded_address(email or "") in admin_emails


def has_membership(tier: str, status: str) -> bool:
    """Whether a tier and status count as an active membership."""
    return status == MembershipStatus.ACTIVE and tier != Tier.NONE


def is_welcomed(age_band: str | None) -> bool:
    """Whether the welcome is finished: it alone sets the age band, together with a game name."""
    return age_band is not None


def may_be_called(name: str, *, club: str) -> bool:
    """False for a name that looks like one that the site itself uses, or contains such a name."""
    letters, words, clubs = letters_of(name), words_in(name), letters_of(club)
    is_long = sum(map(str.isalnum, club)) >= LONG_NAME
    anywhere = [letters_of(one) for one in RESERVED_ANYWHERE] + ([clubs] if is_long else [])
    starts, ends = (
        tuple(map(letters_of, some)) for some in (RESERVED_AT_THE_START, RESERVED_AT_THE_END)
    )
    return not (
        any(one in letters for one in anywhere)
        or any(word.startswith(starts) or word.endswith(ends) for word in words)
        or any(letters == one or _has_run(words, one) for one in (*starts, clubs) if one)
    )


def _has_run(words: list[str], wanted: str) -> bool:
    """Whether some words in a row are the wanted ones without spaces: 'ad min' is 'admin'."""
    for first in range(len(words)):
        rest = wanted
        for word in words[first:]:
            if not rest or not rest.startswith(word):
                break
            rest = rest.removeprefix(word)
        if not rest:
            return True
    return False


def confirms_deletion(typed: str, *, game_name: str | None) -> bool:
    """Whether the typed text is the word DELETE or the member's game name."""
    return bool(typed.strip()) and typed.strip() in {"DELETE", game_name}


def may_lose_admin(user: User, *, administrators: int) -> bool:
    """False for the last administrator."""
    return not user.is_admin or administrators > 1


def safe_next(wanted: str) -> str:
    """`wanted` when it is a page of this site, else `/`. Never an address of the API."""
    # The path as the server reads it: decoded, without the query and the fragment.
    path = unquote(re.split("[?#]", wanted, maxsplit=1)[0])
    is_here = (
        len(wanted) <= LONGEST_NEXT and _PATH_HERE.fullmatch(wanted) and _PLAIN.fullmatch(path)
    )
    is_page = not any(path == one or path.startswith(f"{one}/") for one in _NO_PAGES)
    return wanted if is_here and is_page else routes.HOME


def after_sign_in(wanted: str, *, welcomed: bool) -> str:
    """The path after a sign-in. A new account goes to the welcome page first."""
    here = safe_next(wanted)
    if welcomed or here.partition("?")[0] == routes.WELCOME:
        return here
    return routes.WELCOME if here == routes.HOME else routes.welcome(here)
