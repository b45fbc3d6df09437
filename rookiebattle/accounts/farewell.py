"""The HTTP answer that ends a session: it deletes the cookie and names the next page."""

from starlette.responses import PlainTextResponse, Response

from rookiebattle.accounts import sessions
from rookiebattle.core.doors.http import forget_session


def farewell(to: str, *, status: int = 204, sentence: str = "") -> Response:
    """The answer to the last request of a session. Our pages go to `to`, whatever the status."""
    headers = {"location": to, "cache-control": "no-store"}
    if sentence:
        response: Response = PlainTextResponse(sentence, status, headers)
    else:
        response = Response(status_code=status, headers=headers)
    forget_session(response, sessions.cookie_name())
    return response
