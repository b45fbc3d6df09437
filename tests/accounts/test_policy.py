"""The rules of accounts."""

from datetime import date
from typing import Any

import pytest

from rookiebattle import routes
from rookiebattle.accounts import policy
from rookiebattle.accounts.models import AgeBand, MembershipStatus, Tier, User
from rookiebattle.accounts.naming import letters_of, name_key
from rookiebattle.accounts.policy import (
    has_membership,
    is_supporter,
    may_be_called,
    may_claim,
    may_lose_admin,
    safe_next,
)
from tests.clocks import NOW

EMAIL, NOBODY = "maya@example.org", frozenset[str]()


def test_a_row_that_nobody_signs_in_to_may_be_claimed() -> None:
    assert may_claim(User(email=EMAIL), email=EMAIL, admin_emails=NOBODY)


def test_a_row_with_an_identity_is_never_claimed_again() -> None:
    user = User(email=EMAIL, issuer="https://id.example.org", subject="maya")
    assert not may_claim(user, email=EMAIL, admin_emails=frozenset({EMAIL}))


def test_only_a_guardians_link_leads_to_a_minors_account() -> None:
    """An address that an administrator has entered does not. A gate knows no birth date."""
    teen = User(email=EMAIL, age_band=AgeBand.MINOR)
    assert may_claim(teen, email=EMAIL, admin_emails=NOBODY)
    teen.has_family = True
    assert not may_claim(teen, email=EMAIL, admin_emails=frozenset({EMAIL}))
    teen = User(email=EMAIL, birth_date=date(2012, 3, 14))
    assert not may_claim(teen, email=EMAIL, admin_emails=NOBODY)


def test_an_administrators_row_is_claimed_only_when_the_settings_name_it() -> None:
    user = User(email=EMAIL, is_admin=True)
    assert not may_claim(user, email=EMAIL, admin_emails=NOBODY)
    assert may_claim(user, email=EMAIL, admin_emails=frozenset({EMAIL}))


def test_a_name_of_letters_that_stand_for_whole_words_is_not_looked_at() -> None:
    """To compare four thousand letters took so long that one member could stop a worker."""
    assert not may_be_called("\ufdfa" * 255, club="Rookie Battle")
    assert may_be_called("\ufdfa" * 30, club="Rookie Battle")
    assert may_be_called(f"{'é' * 255} {'ü' * 30}", club="Rookie Battle")


@pytest.mark.parametrize("status", MembershipStatus)
@pytest.mark.parametrize("tier", Tier)
def test_a_membership_is_active_and_of_some_tier(tier: Tier, status: MembershipStatus) -> None:
    is_active = status == "active"
    assert has_membership(tier, status) is (is_active and tier in {"basic", "premium", "master"})
    assert is_supporter(tier, status) is (is_active and tier in {"premium", "master"})


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "a-d-m-i-n",
        "\u0410dmin",
        "\u0391dm\u0456n",
        "Ádmín",
        "Adm\u200bin",
        "Rookie B\u0430ttle",
        "\u13aadministrator",
        "\uff21dmin",
        "\U0001d400dmin",
        "ADM1N",
        "Adrnin",
        "AdmIn",
        "Org\u0251nizer",
        "Rookie Battle Team",
        "The Rookie-Battle",
        "R00kie Battle",
        "Administrator Mike",
        "theadministrators",
        "TheAdmin2",
        "xXAdminXx",
        "sysadmin",
        "a d m i n Mike",
        "Team Member",
        "Members",
        "The former member",
        "m" * 200 + "Administrator",
        *("ᴀᴅᴍɪɴ", "ᴀdmin", "ⓐⓓⓜⓘⓝ", "⒜⒟⒨⒤⒩", "🄐🄓🄜🄘🄝", "🄰🄳🄼🄸🄽", "🅐🅓🅜🅘🅝", "🅰🅳🅼🅸🅽"),
        *("🇦🇩🇲🇮🇳", "The 🇦🇩🇲🇮🇳", "𝐚𝐝𝐦𝐢𝐧", "𝔸𝔡𝕞𝓲𝚗", "ᵃᵈᵐⁱⁿ", "a⃣d⃣m⃣i⃣n⃣", "Ⱥᶁmin"),
        *(
            "@dmin",
            "4dm1n",
            "Adm!n",
            "∆dmin",
            "ɐdmin",
            "aclmin",
            "AclM1n",
            "4dministr4tor",
            "ΛΔΜΙΝ",
        ),
        *("xxadminxx", "Admin123", "1admin1", "ad1min", "the 4dm1ns"),
        *(
            "Moderator",
            "M0derat0r",
            "ᴍᴏᴅᴇʀᴀᴛᴏʀ",
            "Moderator Jim",
            "mod erator",
            "m.o.d.e.r.a.t.o.r",
        ),
        *("Mod", "The Mods", "Mod Team", "m0d", "Mod2", "Head Mod", "Rookie Mod"),
        *(
            "Support",
            "5upport",
            "$upport",
            "Support Team",
            "The Support",
            "support24",
            "Tech Support",
        ),
        *("Staff", "Club Staff", "Staff Team", "$taff", "S t a f f", "stafƒ", "Event Staff"),
        *("Official", "0fficial", "Official Fox", "Of-ficial", "0FF1C1AL", "Officials"),
        *(
            "Team",
            "Security",
            "Head of Security",
            "System",
            "r00t",
            "Owner",
            "The Owner",
            "Site Owner",
        ),
        *(
            "Help",
            "Helpdesk",
            "Help Desk",
            "Customer Service",
            "Webmaster",
            "Leadership",
            "Rookie Help",
        ),
        *("Mem8er", "0rganizer", "Org@nizer", "sysop", "superuser", "no-reply", "Board", "Bot"),
    ],
)
def test_nobody_takes_a_name_that_looks_like_or_contains_the_sites_own(name: str) -> None:
    assert not may_be_called(name, club="Rookie Battle")


@pytest.mark.parametrize(
    "name",
    [
        *("Heron", "Rookie", "Battle Owl", "Badminton", "Remember", "Team Ember", "Mad Minotaur"),
        *("Admiral", "Organist", "Zoë", "李小龙", "Иван", "!!!", "🦊"),
        *("Adam Stafford", "Mod the Bold", "Robin", "Staffan", "Leon Staffelbach", "Elihu Root"),
        *("Conrad Miner", "Brad Mintz", "Thad Minor", "Vlad", "Broadminded Ben", "Deadmines"),
        *("Staff of Oak", "Quarterstaff", "Battle Staff", "Staff Sergeant Fox", "Support Mage"),
        *("Moral Support", "Modesty", "Modern Fox", "Modred", "Commodore", "Team Rocket"),
        *(
            "Rooted",
            "Root of Oak",
            "Beetroot",
            "Robot",
            "Botany",
            "Bottle",
            "Boardwalk",
            "Snowboard",
        ),
        *("Helper Fox", "Helpless", "Ownerless", "Unofficial Fox", "Systematic", "Securitas"),
        *("The Chief", "Head Hunter", "Lead Balloon", "Real Deal", "Crew of One", "Game of Crowns"),
        *(
            "Agent 47",
            "R2D2",
            "Heron 3",
            "Player 1",
            "4 Winds",
            "Cl4udia",
            "M1ke",
            "$ly Fox",
            "C-4",
        ),
        *("xXFoxXx", "Max", "Oak @ Dawn", "Fox 🇺🇸", "🅱️ig Ben", "Νίκος", "Ωmega", "Ⓕox", "7 of 9"),
        *("Ines", "Quillfeather", "Marsh Warden", "Ember", "December", "Cumber", "Timber Wolf"),
    ],
)
def test_ordinary_names_stay_free(name: str) -> None:
    assert may_be_called(name, club="Rookie Battle")


@pytest.mark.parametrize(
    ("name", "is_free"),
    [("Ash", False), ("Club Ash", False), ("Ashley", True), ("Flash", True), ("Oak", True)],
)
def test_a_short_name_of_a_club_counts_as_a_whole_word(name: str, is_free: bool) -> None:
    assert may_be_called(name, club="Ash") is is_free
    assert may_be_called(name, club="") is True


def test_names_that_never_change_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of members asks about thousands of names."""
    may_be_called("Heron", club="Rookie Battle")
    read: list[str] = []

    def note(name: str) -> str:
        read.append(name)
        return letters_of(name)

    monkeypatch.setattr(policy, "letters_of", note)
    assert may_be_called("Ranger 7", club="Rookie Battle")
    assert {*read} == {"Ranger 7", "Ranger t", "Ranger "}


def test_the_last_administrator_stays_one() -> None:
    admin, member = User(is_admin=True), User()
    assert not may_lose_admin(admin, administrators=1)
    assert may_lose_admin(admin, administrators=2)
    assert may_lose_admin(member, administrators=1)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/events", "/events?month=2026-12&view=list", "/events/1#top", "/apiary", "/é"),
        *("/%C3%A9", "/welcome?next=/api/logout", "/events?q=100%25&x=../..", "/.well", "/events/"),
    ],
)
def test_a_page_of_this_site_is_a_place_to_go_to(path: str) -> None:
    assert safe_next(path) == path


@pytest.mark.parametrize(
    "path",
    [
        *("", "events", "//x.org", "/\\x.org", "/a\\b", "/\tx", "/a b", "/\x00", "/api", "/api/x"),
        *("/api?x=1", "/api#x", "/cal/public.ics", "/dev-oidc/authorize", "/_event/"),
        # Each of these reaches the API after a browser, a proxy or the server has read it.
        *(
            "/./api/logout",
            "/%61pi/logout",
            "/x/../api/logout",
            "/%2e/api/logout",
            "/.//api/logout",
        ),
        *("/x/%2E%2E/api/logout", "/%2Fapi/logout", "/%5capi/logout", "/%2561pi/logout"),
        *("/events/..", "/events/.", "/events//x", "/%2F/x.org", "/%09/x.org"),
    ],
)
def test_anything_else_leads_to_the_start_page(path: str) -> None:
    assert safe_next(path) == "/"


@pytest.mark.parametrize(
    ("issuer", "email", "named", "may"),
    [
        ("https://id.example.org", None, False, True),
        ("https://id.example.org", EMAIL, False, True),
        (None, EMAIL, False, False),
        (None, "Maya@Example.org", True, True),
        (None, "another@example.org", True, False),
        (None, None, True, False),
    ],
)
def test_an_administrators_account_is_one_that_somebody_signs_in_to_or_that_is_named(
    issuer: str | None, email: str | None, named: bool, may: bool
) -> None:
    admins = frozenset({EMAIL}) if named else NOBODY
    assert policy.may_be_admin(User(issuer=issuer), email=email, admin_emails=admins) is may


def test_the_welcome_is_finished_when_it_set_the_age() -> None:
    assert policy.is_welcomed("adult")
    assert not policy.is_welcomed(None)


def test_a_name_is_read_as_written_and_with_letters_for_signs() -> None:
    assert policy.read_as("H3ron") == {name_key("H3ron"), name_key("Heron")}


@pytest.mark.parametrize(
    ("typed", "game_name", "confirms"),
    [
        (" DELETE ", None, True),
        ("Heron ", "Heron", True),
        ("delete", "Heron", False),
        ("Crane", "Heron", False),
        ("", "Heron", False),
        (" ", "", False),
    ],
)
def test_deleting_takes_the_word_or_the_game_name(
    typed: str, game_name: str | None, confirms: bool
) -> None:
    assert policy.confirms_deletion(typed, game_name=game_name) is confirms


def test_a_path_may_be_as_long_as_this_and_have_signs_in_its_query() -> None:
    longest = f"/{'e' * (policy.LONGEST_NEXT - 1)}"
    assert safe_next(longest) == longest
    assert safe_next(f"{longest}e") == "/"
    assert safe_next("/events?q=a?b%2525") == "/events?q=a?b%2525"


@pytest.mark.parametrize(
    ("wanted", "welcomed", "path"),
    [
        ("/events?q=a", True, "/events?q=a"),
        ("//evil.example", True, "/"),
        ("/events?q=a", False, routes.welcome("/events?q=a")),
        ("/", False, "/welcome"),
        ("/welcome", False, "/welcome"),
        ("/welcome?next=/events?q=a", False, "/welcome?next=/events?q=a"),
    ],
)
def test_a_new_account_goes_to_the_welcome_first(wanted: str, welcomed: bool, path: str) -> None:
    assert policy.after_sign_in(wanted, welcomed=welcomed) == path


@pytest.mark.parametrize(
    ("name", "club", "is_free"),
    [
        ("Rookie Team", "Rookie Battle", False),
        ("Battle Team", "Rookie Battle", True),
        ("afoambatsy", "Foambats", False),
        ("afoambaty", "Foambat", True),
    ],
)
def test_the_first_word_of_a_club_and_a_long_name_of_one_are_the_clubs(
    name: str, club: str, is_free: bool
) -> None:
    assert may_be_called(name, club=club) is is_free


@pytest.mark.parametrize(
    ("band", "said", "is_minor"),
    [
        (AgeBand.MINOR, False, True),
        (AgeBand.ADULT, True, False),
        (None, True, True),
        (None, False, False),
    ],
)
def test_what_was_said_at_the_gate_counts_until_the_welcome(
    band: AgeBand | None, said: bool, is_minor: bool
) -> None:
    assert policy.counts_as_minor(band, said_minor=said) is is_minor


@pytest.mark.parametrize(
    ("changes", "untouched"),
    [
        ({}, True),
        ({"age_band": AgeBand.ADULT}, False),
        ({"lapses_at": None}, False),
        ({"is_admin": True}, False),
    ],
)
def test_an_account_is_untouched_until_the_welcome_begins(
    changes: dict[str, Any], untouched: bool
) -> None:
    assert policy.is_untouched(User(**{"lapses_at": NOW, **changes})) is untouched
