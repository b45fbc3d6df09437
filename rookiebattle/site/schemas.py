"""The events that a browser keeps for the time without a network."""

from rookiebattle.core.schemas import InstantRead, Wire


class NextEvent(Wire):
    """An event with one's own seat, with every text ready.

    `organizer` is as the event's page names the organizer to members, and `about` what it tells.
    """

    path: str
    title: str
    when: str
    place: str
    address: str
    directions: str
    organizer: str
    about: list[str]
    ends_at: InstantRead


class NextEventsRead(Wire):
    """The next events of a member. A browser forgets them when somebody else is in front of it."""

    member_id: str
    read_at: InstantRead
    events: list[NextEvent]
