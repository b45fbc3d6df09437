"""The words of waivers. Pure."""

from collections.abc import Mapping
from hashlib import sha256

from rookiebattle.waivers.models import Form

NO_ADVICE = "This is no legal advice. Have a lawyer read each text before you publish it."
FORMS: Mapping[str, str] = {Form.ADULT: "Adult Waiver", Form.MINOR: "Minor Waiver"}
LACKS: Mapping[str, str] = {
    "missing": "No waiver",
    "outdated": "Old version",
    "expired": "Expired",
    "ending": "Ends within 30 days",
    "unverified": "Paper to verify",
}
"""The reasons why somebody is asked for a waiver, the most urgent first."""


SIGN_NOW, READ_WAIVER = "Sign Now", "Read the Waiver"
NOTHING_TO_DO = "You don’t have to do anything."
"""About a paper that waits for a lead."""
ANY_GUARDIAN_SIGNS = "A parent or guardian has to sign your waiver."
ASK_GUARDIAN = "Ask a Parent or Guardian"
PHOTOGRAPH = "Photograph of the paper"


def version_words(form: str, number: int | None) -> str:
    """'Adult Waiver, version 3', and 'Adult Waiver, draft' before it has a number."""
    return f"{FORMS[form]}, {f'version {number}' if number else 'draft'}"


def digest_of(text: str) -> str:
    """The SHA-256 (hex) of a text as UTF-8."""
    return sha256(text.encode()).hexdigest()
