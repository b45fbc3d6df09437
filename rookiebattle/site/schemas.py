"""What a browser keeps for the time without a network."""

from rookiebattle.core.schemas import InstantRead, Wire


class NextEvent(Wire):
    """An event with one's own seat, with every text ready."""

    path: str
    title: str
    when: str
    place: str
    address: str
    directions: str
    ends_at: InstantRead


class NextEventsRead(Wire):
    """The next events of a member. A browser forgets them when somebody else is in front of it."""

    member_id: str
    read_at: InstantRead
    events: list[NextEvent]
