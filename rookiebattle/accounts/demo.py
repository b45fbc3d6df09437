"""The demo accounts of the development sign-in. The demo data gives them chapters and ranks."""

from dataclasses import dataclass

from rookiebattle import routes

DEV_ISSUER = f"http://rookiebattle.localhost{routes.DEV_PROVIDER}"


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """`subject` is the account's identity at the development provider."""

    subject: str
    first_name: str
    last_name: str
    email: str
    role: str
    about: str
    is_admin: bool = False

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
        "demo-newcomer",
        "Robin",
        "Vale",
        "newcomer@example.org",
        "Newcomer",
        "Signed up a minute ago: no chapter, no membership.",
    ),
)
DEMO_ADMIN_EMAILS = frozenset(one.email for one in DEMO_ACCOUNTS if one.is_admin)
