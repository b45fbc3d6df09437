"""Rules of accounts: claiming a row, names, the last administrator, safe redirects. Pure."""

import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import unquote

from rookiebattle import routes
from rookiebattle.accounts.look_alikes import unmasked
from rookiebattle.accounts.models import AgeBand, MembershipStatus, Tier, User
from rookiebattle.accounts.naming import FORMER_MEMBER, is_overlong, letters_of, name_key, words_in
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address

_PATH_HERE = re.compile(r"/(?![/\\])[^\x00-\x20\x7f\\]*")
# Browsers and proxies shorten a path with dots or double slashes, and a percent sign that is left
# after decoding was encoded twice: such a path may lead elsewhere than it says.
_PLAIN = re.compile(r"(?!.*//)(?!.*/\.{1,2}(?:/|$))[^\x00-\x1f\x7f\\%]*")
_NO_PAGES = (routes.API, routes.CALENDARS, routes.SHEETS, routes.DEV_PROVIDER, routes.SOCKET)
LONGEST_NEXT = 2000
LAST_ADMIN = (
    "You’re the last administrator. Make someone else an administrator first, then you can "
    "delete your account."
)
# Names that the site itself uses. The long ones may stand nowhere in a member's name. The short
# ones are parts of ordinary words, such as 'Badminton' and 'Remember', so they count where a word
# begins with them, and 'admin' also where a word ends with it. Some count as whole words only.
RESERVED_ANYWHERE = (
    *(FORMER_MEMBER, "Administrator", "Organiser", "Organizer", "Moderator", "Webmaster"),
    *("Superuser", "Helpdesk", "Postmaster"),
)
RESERVED_AT_THE_START = ("Admin", "Member")
RESERVED_AT_THE_END = ("Admin",)
RESERVED_WORDS = ("Official", "Sysop", "Noreply")
# Words for people who look after a site. 'Staff of Oak' and 'Mod the Bold' are names like others,
# so these count only where a name consists of nothing but such words and those that go with them.
DUTIES = (
    *("Board", "Bot", "Helper", "Help", "Leadership", "Management", "Mod", "Mods", "Moderation"),
    *("Officials", "Operator", "Owner", "Root", "Security", "Service", "Staff", "Support"),
    *("System", "Team"),
)
GO_WITH_DUTIES = (
    *("Account", "And", "Billing", "Chapter", "Chief", "Club", "Community", "Crew", "Customer"),
    *("Desk", "Event", "Events", "Game", "Head", "Info", "Lead", "Of", "Online", "Our", "Payment"),
    *("Real", "Senior", "Site", "Tech", "Technical", "The", "Website"),
)
LONG_NAME = 8


def may_claim(user: User, *, email: str, admin_emails: frozenset[str]) -> bool:
    """Whether the proven owner of `email` may take over the row with that address.

    Only a row to which nobody has signed in; an administrator's row only when ADMIN_EMAILS has the
    address. To an account that a guardian made, or a gate for a guardian's minor, only the
    guardian's link leads.
    """
    is_of_guardian = user.birth_date is not None or (
        user.has_family and user.age_band == AgeBand.MINOR
    )
    is_free = user.issuer is None and not is_of_guardian
    return is_free and (not user.is_admin or email in admin_emails)


def is_untouched(user: User) -> bool:
    """Whether an account was made by a sign-in and has nothing in it: the welcome did not begin."""
    return user.age_band is None and user.lapses_at is not None and not user.is_admin


def may_be_admin(user: User, *, email: str | None, admin_emails: frozenset[str]) -> bool:
    """Whether an account may become an administrator's: somebody signs in to it, or is named.

    Nobody could take over an unclaimed administrator's account that ADMIN_EMAILS does not name.
    """
    return user.issuer is not None or folded_address(email or "") in admin_emails


def is_supporter(tier: str, status: str) -> bool:
    """Whether a member has an active membership that is paid for."""
    return tier in (Tier.PREMIUM, Tier.MASTER) and status == MembershipStatus.ACTIVE


def has_membership(tier: str, status: str) -> bool:
    """Whether a tier and status count as an active membership."""
    return status == MembershipStatus.ACTIVE and tier != Tier.NONE


def is_welcomed(age_band: str | None) -> bool:
    """Whether the welcome is finished: it alone sets the age band, together with a game name."""
    return age_band is not None


def sees_ages(actor: Actor) -> bool:
    """Whether the reader may know everybody's age: administrators may, and no role.

    A lead reads accounts, and no age in them. Members know their own age, guardians that of their
    people.
    """
    return Permission.ALL_ACCOUNT_READ in actor.permissions


def counts_as_minor(age_band: str | None, *, said_minor: bool) -> bool:
    """Whether a person is 13 to 17. Until the welcome asks, it counts what was said at the gate."""
    return age_band == AgeBand.MINOR or (age_band is None and said_minor)


def may_be_called(name: str, *, club: str) -> bool:
    """False for a name that looks like one that the site itself uses, or contains such a name.

    False for an overlong one, too, which is not looked at.
    """
    return not is_overlong(name) and not any(_is_reserved(one, club) for one in _readings(name))


def read_as(name: str) -> set[str]:
    """The keys of a name as it is written, and with letters for digits and signs."""
    return {name_key(name), name_key(unmasked(name))}


def _readings(name: str) -> set[str]:
    """The name as it is written, with letters for digits and signs, and without digits."""
    return {name, unmasked(name), "".join(sign for sign in name if not sign.isdigit())}


def _is_reserved(name: str, club: str) -> bool:
    letters, words, (clubs,) = letters_of(name), words_in(name), _keys((club,))
    is_long = sum(map(str.isalnum, club)) >= LONG_NAME
    starts, ends = _keys(RESERVED_AT_THE_START), _keys(RESERVED_AT_THE_END)
    runs = (*starts, *_keys(RESERVED_WORDS), clubs)
    return (
        any(one in letters for one in (*_keys(RESERVED_ANYWHERE), *([clubs] if is_long else [])))
        or any(word.startswith(starts) or word.endswith(ends) for word in _undecorated(words))
        or any(letters == one or _has_run(words, one) for one in runs if one)
        or _is_a_duty(letters, club)
    )


@cache
def _keys(names: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of names that never change. A file of members asks for them thousands of times."""
    return tuple(map(letters_of, names))


@cache
def _first_words(club: str) -> tuple[str, ...]:
    """The first word of the club's name, if it has one."""
    return tuple(words_in(club)[:1])


def _undecorated(words: Iterable[str]) -> list[str]:
    """The words without the letters x around them: 'xxadminxx' is 'admin'."""
    return [word.strip("x") for word in words]


def _is_a_duty(letters: str, club: str) -> bool:
    """Whether a name is made of words for a duty alone, such as 'The Support Team'.

    The first word of the club's name may be among them.
    """
    duties = _keys(DUTIES)
    words = (*duties, *_keys(GO_WITH_DUTIES), *_first_words(club))
    # Where a word may end, and whether a duty stands before that place.
    ends: dict[int, set[bool]] = {0: {False}}
    for place in range(len(letters)):
        for has_duty in ends.pop(place, ()):
            for word in (one for one in words if letters.startswith(one, place)):
                ends.setdefault(place + len(word), set()).add(has_duty or word in duties)
    return True in ends.get(len(letters), ())


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
    """The path after a sign-in. A new account goes to the welcome page first, unless it is about to
    take over one that a guardian has made."""
    here = safe_next(wanted)
    if welcomed or here.partition("?")[0] == routes.WELCOME or here.startswith(routes.CLAIM):
        return here
    return routes.WELCOME if here == routes.HOME else routes.welcome(here)
