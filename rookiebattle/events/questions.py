"""The questions before an event is removed. Pure."""

from rookiebattle.events.schemas import Affected
from rookiebattle.events.wording import counted

FOR_GOOD = "This cannot be undone."


def removal_question(affected: Affected) -> str:
    """The sentence about the registrations that would go with this one event."""
    return f"{_lost(affected.registrations)} {FOR_GOOD}"


def scope_labels(this: Affected, following: Affected) -> tuple[str, str]:
    """The labels of both answers to 'this one or this and following?', with their numbers."""
    return (
        f"Only this event ({counted(this.registrations, 'registration')})",
        (
            f"This and following ({counted(following.events, 'event')}, "
            f"{counted(following.registrations, 'registration')})"
        ),
    )


def _lost(registrations: int) -> str:
    if registrations == 0:
        return "Nobody has registered yet."
    verb = "is" if registrations == 1 else "are"
    return f"{counted(registrations, 'registration')} {verb} cancelled with it."
