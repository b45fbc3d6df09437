"""Plain HTML forms of pages, for networks without websockets and before scripts are there.

The answer leads a browser back to its page, which tells it in a toast; a script gets it as JSON."""

from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from rookiebattle import routes
from rookiebattle.core.doors.access import Access
from rookiebattle.core.doors.plain_page import LOG_IN, TO_PAGE, actions, plain_page
from rookiebattle.core.errors import AppError, NotWelcomed, Unauthorized
from rookiebattle.settings import get_settings

URLENCODED = "application/x-www-form-urlencoded"
SECONDS = 60
"""A page is there within this time after its form; a sentence that is older tells nothing new."""
FAILED = "Error"


@dataclass(frozen=True, slots=True)
class Told:
    """The toast about a form. `to` is the path of the next page; empty: the page of the form."""

    title: str
    text: str = ""
    tone: str = "success"
    to: str = ""


def is_sent_by_browser(request: Request) -> bool:
    """Whether the answer is a browser's next page. Scripts of ours ask for no HTML."""
    return "text/html" in request.headers.get("accept", "")


def told(request: Request, what: Told) -> Response:
    if is_sent_by_browser(request):
        return _lead(request, what.to or page_of(request), what)
    return JSONResponse(asdict(what), headers={"cache-control": "no-store"})


def refused(request: Request, error: AppError, access: Access, usual: Response) -> Response:
    """The answer to a form that was refused; `usual` is what every other route answers."""
    page = page_of(request)
    asked = access.about(request.path_params)
    here = f"{page}#{asked.fragment}" if asked.fragment else page
    if not is_sent_by_browser(request):
        if onwards := _onwards(error, here):
            usual.headers["location"] = onwards
        return usual
    if isinstance(error, Unauthorized):
        # A redirect of a form may not end at the provider: `form-action` forbids it. No script has
        # noted the press, so the login's page must not promise what it would bring.
        links = actions((routes.login(page), "Login"), (page, TO_PAGE))
        return plain_page(LOG_IN, access.prompt, links, error.status)
    if not _origin(request):
        return usual
    return _lead(request, _onwards(error, page) or page, Told(FAILED, error.sentence, "error"))


def _onwards(error: AppError, here: str) -> str:
    """The path that has to come first; empty when none would help."""
    match error:
        case Unauthorized():
            return routes.login(here)
        case NotWelcomed():
            return routes.welcome(here)
    return ""


def page_of(request: Request) -> str:
    """The path and query of our page with the form; the start page when the browser hides it."""
    parts = urlsplit(request.headers.get("referer", ""))
    if f"{parts.scheme}://{parts.netloc}" not in get_settings().own_origins:
        return routes.HOME
    return "/" + parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "")


def _origin(request: Request) -> str:
    """Our own address from which the form was sent; empty for any other."""
    origin = request.headers.get("origin", "")
    return origin if origin in get_settings().own_origins else ""


def _lead(request: Request, path: str, what: Told) -> Response:
    """Lead the browser to a page of ours, whose first data brings the toast."""
    answer = RedirectResponse(_origin(request) + path, 303, {"cache-control": "no-store"})
    answer.set_cookie(
        _cookie(),
        _signer().dumps(asdict(what)),
        max_age=SECONDS,
        secure=get_settings().is_https,
        httponly=True,
        samesite="lax",
    )
    return answer


def recall(cookies: dict[str, str]) -> Told | None:
    """The toast that a form has left for its page."""
    try:
        return Told(**_signer().loads(cookies.get(_cookie(), ""), SECONDS))
    except BadSignature:
        return None


def forget(answer: Response) -> None:
    """Let the browser drop the toast: it is said once."""
    answer.delete_cookie(_cookie(), secure=get_settings().is_https, httponly=True, samesite="lax")


def _cookie() -> str:
    return "__Host-rb_told" if get_settings().is_https else "rb_told"


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(get_settings().signing_secret, salt="told")
