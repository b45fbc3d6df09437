"""Tiers, statuses and names of members in words. Pure."""

TIERS = {
    "none": "No plan",
    "basic": "Community Member",
    "premium": "Supporting Member",
    "master": "Sustainer",
}
LOG_IN_FOR_ROSTER = "Please log in to see who is in a chapter"
TONES = {"active": "success", "inactive": "neutral", "expired": "danger"}


def tier_label(tier: str) -> str:
    """The plan's name; an unknown tier is shown as it is stored."""
    return TIERS.get(tier, tier.title())


def full_name(first: str | None, last: str | None) -> str:
    """First and last name, or the one that is known."""
    return " ".join(part for part in (first, last) if part)
