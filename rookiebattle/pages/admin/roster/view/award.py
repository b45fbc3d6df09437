"""For whom the beads of a roster's award are, in words. Pure."""

from rookiebattle.events.wording import counted


def receivers_of(*, chosen: int, there: int, held: int) -> str:
    if chosen:
        return f"For the {counted(chosen, 'selected member')}."
    if there:
        return f"For everyone who is checked in: {counted(there, 'member')}."
    return f"No one’s checked in, so it’s for everyone with a seat: {counted(held, 'member')}."
