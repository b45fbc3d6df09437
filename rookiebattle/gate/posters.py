"""The server's pages behind the poster at an event's entrance, and the poster itself."""

from collections.abc import Sequence
from typing import Annotated

import htpy as el
from fastapi import Path, Request, Response
from starlette.responses import HTMLResponse

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.forms import is_sent_by_browser
from rookiebattle.core.doors.http import ActorHere, router
from rookiebattle.core.doors.plain_page import TO_START, actions, plain_html, plain_page
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.markup import trusted
from rookiebattle.events.wording import when
from rookiebattle.gate.passes import svg_of
from rookiebattle.gate.service import entrance
from rookiebattle.gate.service.entrance import AtEntrance, Entrance, PosterRead
from rookiebattle.gate.wording import YOUR_PASS, since_words
from rookiebattle.settings import get_settings
from rookiebattle.waivers.wording import SIGN_NOW

api = router("gate")
Code = Annotated[str, Path(max_length=40)]
LOG_IN, TO_GATE = "Log In or Sign Up", "Please step to the gate"
GATE_KNOWS = "The gate knows that you’re here."
FIRST_LOG_IN = "Log in, and check in by yourself. New here? The same button makes your account."
RENEWING = (
    "Hang the poster where people come in. If the code got around, renew it: printed copies stop "
    "working, so print it again."
)
HOW = (
    "Scan the code with your phone’s camera.",
    "Log in, or make an account.",
    "Press “Check In”. That’s all.",
)
STYLES = """
main{max-width:640px;text-align:center}
main .mark,main picture{display:inline-block}
.qr{display:block;width:min(100%,26rem);margin:0 auto 24px;border-radius:14px}
ol{display:inline-grid;gap:4px;margin:0 0 24px;padding-left:1.5em;text-align:left;font-size:1.25rem}
.actions{justify-content:center}
form,.print{margin-bottom:24px}
[hidden]{display:none}
@media print{.no-print{display:none}body{background:#fff;color:#000}p{color:#000}
.qr{width:14cm}h1{font-size:2.5rem}@page{margin:15mm}}
"""
FORM_STYLES = """
fieldset{border:0;margin:0 0 24px;padding:0;display:grid;gap:12px}
label{display:flex;gap:12px;align-items:center;min-height:44px;font-weight:600}
label input{width:24px;height:24px;accent-color:var(--ai)}
label span span{display:block;font-weight:400;color:var(--quiet)}
"""


@api.get(f"{routes.ENTRANCE}/{{event_id}}/poster", include_in_schema=False)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def show_poster(actor: ActorHere, event_id: str) -> Response:
    """The poster, for paper. For those who check in at the event."""
    found = await run(entrance.read_poster, actor, event_id=event_id)
    title, script = found.event.title, routes.PRINT_SCRIPT
    page = plain_html(title, _when(found), _poster(found), styles=STYLES, script=script)
    return HTMLResponse(str(page), headers={"cache-control": "no-store"})


@api.post(f"{routes.ENTRANCE}/{{event_id}}/renew", include_in_schema=False)
@requires(Permission.OWN_REGISTRATION_CHECK, takes_form=True)
async def renew_poster(actor: ActorHere, event_id: str) -> Response:
    """Let the code of the poster lead nowhere, and say how to print the new one."""
    await run(entrance.renew_poster, actor, event_id=event_id)
    links = actions((routes.poster(event_id), "See the Poster"))
    return plain_page("The code is new", "Printed copies lead nowhere now. Print it again.", links)


@api.get(f"{routes.ENTRANCE}/{{event_id}}/{{code}}", include_in_schema=False)
@public
async def read_entrance(request: Request, actor: ActorHere, event_id: str, code: Code) -> Response:
    """The page behind the poster's code. A GET changes nothing: cameras look at every link."""
    try:
        found = await run(entrance.read_entrance, actor, event_id=event_id, code=code)
    except NotFound as unknown:
        if not is_sent_by_browser(request):
            raise
        links = actions((routes.event(event_id), "See the Event"), (routes.HOME, TO_START))
        return plain_page("This code has ended", unknown.sentence, links, unknown.status)
    if found.event is None and not is_sent_by_browser(request):
        raise Unauthorized
    here = routes.entrance(event_id, code)
    title = found.event.title if found.event else f"Welcome to {get_settings().org_name}"
    if not (actor.is_member and actor.is_welcomed):
        onwards = routes.welcome(here) if actor.is_member else routes.login(here)
        return plain_page(title, FIRST_LOG_IN, actions((onwards, LOG_IN)))
    if found.people and all(one.checked_in_at for one in found.people):
        return _told(found, found.people, actor)
    return _page(title, _asked(found), _form(found, here))


@api.post(f"{routes.ENTRANCE}/{{event_id}}/{{code}}", include_in_schema=False)
@requires(Permission.OWN_REGISTRATION_CREATE, prompt=FIRST_LOG_IN, takes_form=True)
async def come_in(request: Request, actor: ActorHere, event_id: str, code: Code) -> Response:
    """Check in those who are chosen: the page's button."""
    form = await request.form()
    chosen = [str(one) for one in form.getlist("people")]
    found = await run(entrance.come_in, actor, event_id=event_id, code=code, people_ids=chosen)
    came = [one for one in found.people if not chosen or one.user_id in chosen]
    shown = came if chosen else [one for one in came if one.user_id == actor.user_id]
    return _told(found, shown, actor, code=code)


def _poster(found: PosterRead) -> el.Node:
    code = trusted(svg_of(routes.absolute(found.path), "QR code of the entrance"))
    # Without scripts a button would do nothing. The browser can print in its own way.
    out = el.button(".button.primary", type="button", hidden=True, data_print=True)["Print"]
    renew = el.form(".no-print", method="post", action=routes.renewed_poster(found.event.id))[
        el.p[RENEWING], el.button(".button")["Renew the Code"]
    ]
    back = el.a(".button.no-print", href=routes.admin_roster(found.event.id))["To the Roster"]
    how = el.ol[(el.li[one] for one in HOW)]
    return el.fragment[el.div(".print.no-print")[out], code, how, renew, back]


def _when(found: PosterRead) -> str:
    event = found.event
    # 'Today' would be wrong on paper.
    return when(event.start_date, event.end_date, event.time_zone, event.start_date)


def _page(title: str, text: str, content: el.Node) -> Response:
    page = plain_html(title, text, content, styles=FORM_STYLES)
    return HTMLResponse(str(page), headers={"cache-control": "no-store"})


def _asked(found: Entrance) -> str:
    """The sentence about what the button will do."""
    if all(one.has_seat for one in found.people):
        return "Are you here? This checks you in."
    price = found.price
    cost = f" A seat is {price}." if price else ""
    return f"This takes a seat for whoever has none, and checks you in.{cost}"


def _form(found: Entrance, here: str) -> el.Node:
    # Alone, there is nobody to choose.
    lines = [_line(one, found) for one in found.people] if len(found.people) > 1 else []
    return el.form(method="post", action=here)[
        bool(lines) and el.fieldset(aria_label="Who is here?")[lines],
        el.div(".actions")[
            el.button(".button.primary")["Check In"],
            found.event and el.a(".button", href=routes.event(found.event.id))["See the Event"],
        ],
    ]


def _line(one: AtEntrance, found: Entrance) -> el.Node:
    zone = found.event.time_zone if found.event else ""
    about = since_words(one.checked_in_at, zone) if one.checked_in_at else "; ".join(one.missing)
    box = el.input(type="checkbox", name="people", value=one.user_id, checked=not one.name)
    words = el.span[one.name or "Me", bool(about) and el.span[about]]
    return el.label[box, words]


def _told(found: Entrance, came: Sequence[AtEntrance], actor: Actor, *, code: str = "") -> Response:
    """The page that says who is in, and what the gate has to see first. Whoever signs it away on
    this phone comes back with `code`."""
    event = found.event
    zone, event_id = (event.time_zone, event.id) if event else ("", "")
    waits = [one for one in came if one.checked_in_at is None]
    lines = [
        el.li[
            el.strong[one.name or actor.first_name or actor.name],
            ": ",
            since_words(one.checked_in_at, zone) if one.checked_in_at else "; ".join(one.missing),
        ]
        for one in came
    ]
    title = TO_GATE if waits else "You’re in. Have fun!"
    text = GATE_KNOWS if waits else "Nobody has to check you in anymore."
    links = [(routes.own_pass(event_id), YOUR_PASS), (routes.event(event_id), "See the Event")]
    unsigned = [one.user_id for one in waits if one.user_id in found.to_sign]
    if unsigned:
        text = f"{GATE_KNOWS} You can sign on this phone, and then check in."
        links = [(routes.sign_for(unsigned[0], back=f"{event_id}/{code}"), SIGN_NOW), *links]
    return _page(title, text, el.fragment[el.ul[lines], actions(*links)])
