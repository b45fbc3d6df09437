"""Members in the words that other members read. Pure."""

TIERS = {
    "none": "No plan",
    "basic": "Community Member",
    "premium": "Supporting Member",
    "master": "Sustainer",
}
TONES = {"active": "success", "inactive": "neutral", "expired": "danger"}


def tier_label(tier: str) -> str:
    """The plan's name; one we do not know is shown as it was written."""
    return TIERS.get(tier, tier.title())


def full_name(first: str | None, last: str | None) -> str:
    """First and last name, as far as they are known."""
    return " ".join(part for part in (first, last) if part)
