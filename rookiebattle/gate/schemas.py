"""The gate on the wire."""

from rookiebattle.core.schemas import Id, InstantRead, Wire


class PassQuery(Wire):
    """The event, and the person whose pass it is; without `userId`, the caller."""

    event_id: Id
    user_id: Id | None = None


class PassRead(Wire):
    """A pass. `svg` is its drawing; the gate finds nobody by it after `endsAt`."""

    token: str
    svg: str
    ends_at: InstantRead
