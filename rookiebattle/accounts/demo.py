"""The demo accounts of the development sign-in. The demo data gives them chapters and ranks."""

from dataclasses import dataclass

from rookiebattle import routes

DEV_ISSUER = f"http://rookiebattle.localhost{routes.DEV_PROVIDER}"


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """`subject` is the account's identity at the development provider.

    The demo data lets it hold the role `holds`, a word of core/roles.py, with `is_local` only in
    its chapter.
    """

    subject: str
    first_name: str
    last_name: str
    email: str
    role: str
    about: str
    is_admin: bool = False
    holds: str = ""
    is_local: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"


DEMO_ACCOUNTS = (
    DemoAccount(
        "demo-member",
        "Mara",
        "Quill",
        "member@example.org",
        "Member",
        "Registers for park days and keeps track of them.",
    ),
    DemoAccount(
        "demo-organizer",
        "Theo",
        "Marsh",
        "organizer@example.org",
        "Organizer",
        "Runs events: creates, edits and settles them.",
    ),
    DemoAccount(
        "demo-admin",
        "Ines",
        "Holloway",
        "admin@example.org",
        "Administrator",
        "Looks after everything.",
        is_admin=True,
    ),
    DemoAccount(
        "demo-guardian",
        "Nadia",
        "Ferro",
        "guardian@example.org",
        "Guardian",
        "Mother of two teenagers; one logs in alone.",
    ),
    DemoAccount(
        "demo-teen",
        "Luca",
        "Ferro",
        "teen@example.org",
        "Teenager",
        "Plays with a waiver that a guardian signs.",
    ),
    DemoAccount(
        "demo-newcomer",
        "Robin",
        "Vale",
        "newcomer@example.org",
        "Newcomer",
        "Signed up a minute ago: no chapter, no membership.",
    ),
    DemoAccount(
        "demo-lead",
        "Juno",
        "Abara",
        "lead@example.org",
        "Lead",
        "Runs the Tampa chapter: its members, its page and its events.",
        holds="lead",
        is_local=True,
    ),
    DemoAccount(
        "demo-second",
        "Ravi",
        "Stone",
        "second@example.org",
        "Second",
        "Runs the Tampa chapter with its lead, and gives no roles.",
        holds="second",
        is_local=True,
    ),
    DemoAccount(
        "demo-treasurer",
        "Odette",
        "Frost",
        "treasurer@example.org",
        "Treasurer",
        "Looks after the club’s payments and refunds.",
        holds="treasurer",
    ),
    DemoAccount(
        "demo-marshal",
        "Bram",
        "Okafor",
        "marshal@example.org",
        "Marshal",
        "Checks gear in Tampa, and helps at the gate.",
        holds="marshal",
        is_local=True,
    ),
    DemoAccount(
        "demo-media",
        "Lio",
        "Castell",
        "media@example.org",
        "Media",
        "Looks after the club’s gallery.",
        holds="media",
    ),
)
DEMO_ADMIN_EMAILS = frozenset(one.email for one in DEMO_ACCOUNTS if one.is_admin)
