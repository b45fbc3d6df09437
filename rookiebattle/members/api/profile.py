"""`/api/auth/user/form`: one's own profile as a page that needs neither scripts nor a websocket."""

from collections.abc import Iterator, Mapping, Sequence

from fastapi import Request, Response
from htpy import Element, Node, a, button, div, form, label, option, p
from htpy import input as line
from htpy import select as choice
from htpy import textarea as lines
from starlette.responses import HTMLResponse

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import service as chapters
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.forms import Told, is_sent_by_browser, told
from rookiebattle.core.doors.http import ActorHere, router
from rookiebattle.core.doors.plain_page import plain_html
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.members import service, wording
from rookiebattle.members.state.profile import FIELDS, NO_CHAPTER, options_of, written
from rookiebattle.ui.forms import Option

api = router("members")
LOG_IN = "Please log in to edit your profile."
NAMES = (
    ("firstName", "First Name", "given-name"),
    ("lastName", "Last Name", "family-name"),
    ("gameName", "Game Name", "nickname"),
)
_STYLES = """
body{place-items:start center}
form{display:grid;gap:20px}
.field{display:grid;gap:4px}
label{font-weight:600}
.field p{margin:0;font-size:.9375rem}
.field .wrong{color:var(--shu);font-weight:600}
input,textarea,select{font:inherit;width:100%;min-height:44px;padding:8px 12px;color:inherit;
background:var(--panel);border:1px solid var(--quiet);border-radius:8px}
"""


@api.get(routes.PROFILE_FORM, include_in_schema=False)
@requires(Permission.OWN_ACCOUNT_UPDATE, prompt=LOG_IN, takes_form=True)
async def ask_for_profile(actor: ActorHere) -> Response:
    """The form with what is stored now."""
    member = await run(accounts.current_user, actor)
    stored = member.model_dump(mode="json", by_alias=True)
    return await _page(actor, {name: stored[name] or "" for name in FIELDS})


@api.post(routes.PROFILE_FORM, include_in_schema=False)
@requires(Permission.OWN_ACCOUNT_UPDATE, prompt=LOG_IN, takes_form=True)
async def update_profile_by_form(request: Request, actor: ActorHere) -> Response:
    """Replace the profile. After an error the form comes again with what was typed."""
    sent = await request.form()
    typed = {name: str(sent[name]) for name in FIELDS if name in sent}
    try:
        await run(service.update_profile, actor, values=written({**typed}))
    except (Invalid, Conflict) as wrong:
        if not is_sent_by_browser(request):
            raise
        return await _page(actor, typed, wrong)
    return told(request, Told(wording.PROFILE_UPDATED, wording.PROFILE_SAVED, to=routes.ACCOUNT))


async def _page(
    actor: Actor, values: Mapping[str, str], error: Invalid | Conflict | None = None
) -> Response:
    offered = options_of(await run(chapters.choices, actor))
    wrong = error.fields if error else {}
    drawn = plain_html(
        wording.EDIT_PROFILE,
        wording.NOT_UPDATED if error else "",
        form(method="post", action=routes.PROFILE_FORM)[
            _fields(values, wrong, offered),
            div(".actions")[
                button(".button.primary")["Save Changes"],
                a(".button", href=routes.ACCOUNT)["Cancel"],
            ],
        ],
        styles=_STYLES,
    )
    return HTMLResponse(str(drawn), error.status if error else 200, {"cache-control": "no-store"})


def _fields(
    values: Mapping[str, str], wrong: Mapping[str, str], offered: Sequence[Option]
) -> Iterator[Element]:
    for name, title, auto in NAMES:
        control = line(**_own(name, wrong), value=values.get(name, ""), autocomplete=auto)
        yield _field(name, title, control, wrong, wording.NAME_HINT if name == "gameName" else "")
    yield _field("bio", "Bio", lines(**_own("bio", wrong), rows="4")[values.get("bio", "")], wrong)
    chosen = values.get("chapterId") or NO_CHAPTER.value
    options = (option(value=one.value, selected=one.value == chosen)[one.label] for one in offered)
    yield _field("chapterId", "Chapter", choice(**_own("chapterId", wrong))[options], wrong)


def _own(name: str, wrong: Mapping[str, str]) -> dict[str, str | bool]:
    """The attributes of a control. The first wrong one gets the focus."""
    return {
        "id": name,
        "name": name,
        "aria-invalid": "true" if name in wrong else "false",
        "aria-describedby": f"{name}-about",
        "autofocus": name == next(iter(wrong), ""),
    }


def _field(
    name: str, title: str, control: Node, wrong: Mapping[str, str], hint: str = ""
) -> Element:
    about = p(".wrong")[wrong[name]] if name in wrong else p[hint]
    return div(".field")[label(for_=name)[title], control, div(id=f"{name}-about")[about]]
