"""Says how somebody stands with a waiver, to those who can sign it. Pure."""

from rookiebattle.core.values.dates import date_words
from rookiebattle.settings import get_settings
from rookiebattle.waivers.policy import Standing, StandingState


def why(standing: Standing, name: str = "") -> str:
    """Says why somebody is asked to sign; `name` is that of a minor, empty for the reader."""
    whose = f"The waiver for {name}" if name else "Your waiver"
    if standing.state is StandingState.OUTDATED:
        return f"{whose} has a new version"
    if standing.state is StandingState.MISSING:
        return f"{whose} isn’t signed yet"
    if standing.state is StandingState.EXPIRED or standing.ends_at is None:
        return f"{whose} has ended"
    if standing.state is StandingState.UNVERIFIED:
        return f"{whose} on paper is waiting for a lead to check it"
    day = standing.ends_at.astimezone(get_settings().org_zone).date()
    return f"{whose} ends on {date_words(day)}"
