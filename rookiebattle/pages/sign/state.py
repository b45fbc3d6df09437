"""The state of the page where one signs."""

from typing import Any

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.pages.sign.read import show_sign
from rookiebattle.pages.sign.view import (
    YOUR_NAME,
    DeviceView,
    SignView,
    device_view,
    event_of,
    gone_view,
    named_view,
    next_of,
    view_of,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.state import PageState, Refused, attempt, toast
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import DeviceSignature, SignatureRead, SignatureWrite
from rookiebattle.waivers.service.device import on_device, sign_on_device, signer_named
from rookiebattle.waivers.service.signatures import Signer
from rookiebattle.waivers.service.signatures import sign as sign_waiver

FIELDS = ("typedName", "birthDate")
SENT = ("userId", "sha256", "typedName")
IF_GIVEN = ("stroke", "birthDate")
LOG_IN = "Please log in to sign"
BORN_WHEN = "Please enter the birth date."
UNREAD = "Please open this page again."


async def load(actor: Actor, params: Query) -> SignView:
    """The view of the page, for the websocket and for first data."""
    if token := params.get("device", ""):
        return await _on_device(actor, token, params.get("back", ""))
    shown = await run(show_sign, actor)
    return view_of(shown, params.get("for", ""), clock.now(), back=params.get("back", ""))


async def _on_device(actor: Actor, token: str, back: str) -> SignView:
    try:
        return device_view(token, await run(on_device, actor, token=token), back)
    except (NotFound, Forbidden, Unauthorized) as refused:
        return gone_view(token, refused.sentence)


class SignState(PageState, rx.State):
    shown: SignView = SignView()
    errors: dict[str, str] = {}

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it is opened, and when another person is chosen."""
        self.errors = {}
        await self._show(load(current_actor(), self._params()))

    @rx.event
    @requires(Permission.OWN_WAIVER_CREATE, prompt=LOG_IN)
    async def sign(self, form: dict[str, Any]) -> EventSpec | None:
        """Sign what the form shows, and go on with the next person. After an error it stays."""
        self.errors = {}
        signer = Signer(address_of(self), str(self.router.headers.user_agent))
        signing = _signed(form, signer, asks=self.shown.asks_birth_date)
        signed = await attempt(self, signing, fields=FIELDS)
        if isinstance(signed, Refused):
            self.errors = signed.fields
            return focus_on(signed.fields)
        names = {one.user_id: one.name for one in self.shown.people}
        back = self._params().get("back", "")
        shown = await run(show_sign, current_actor(), event_id=event_of(back))
        further = next_of(shown, clock.now())
        # The next text looks like the one that was just signed.
        await toast(self, "Signed", f"Next: {names[further]}" if further in names else "")
        return rx.redirect(routes.sign_for(further or signed.user_id, back=back))

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK, prompt=LOG_IN)
    async def name_signer(self, form: dict[str, Any]) -> EventSpec | None:
        """On the gate's device: show the text that whoever has typed their name signs."""
        self.errors, device = {}, self.shown.device
        typed = str(form.get("typedName") or "").strip()
        naming = run(signer_named, current_actor(), token=device.token, typed_name=typed)
        found = await attempt(self, naming, fields=FIELDS)
        if isinstance(found, Refused):
            self.errors = found.fields
            return focus_on(found.fields)
        self.shown = named_view(device, typed, found)
        return None

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK, prompt=LOG_IN)
    async def sign_here(self, form: dict[str, Any]) -> EventSpec | None:
        """On the gate's device: sign, forget who did, and go back to the gate."""
        self.errors, device = {}, self.shown.device
        signer = Signer(address_of(self), str(self.router.headers.user_agent))
        signing = _signed_here(form, device, signer)
        signed = await attempt(self, signing, done="Signed", text=device.name, fields=FIELDS)
        if isinstance(signed, Refused):
            self.errors = signed.fields
            return focus_on(signed.fields)
        self.shown = SignView()
        return rx.redirect(device.back, replace=True)


async def _signed_here(form: dict[str, Any], device: DeviceView, signer: Signer) -> SignatureRead:
    given = _given(form, asks=device.asks_birth_date)
    sent = {"sha256": device.text.sha256, "typedName": device.typed}
    values = parse(DeviceSignature, sent | given)
    return await run(
        sign_on_device, current_actor(), token=device.token, values=values, signer=signer
    )


def _given(form: dict[str, Any], *, asks: bool) -> dict[str, Any]:
    """The stroke, and the birth date. Raises Invalid without one that is asked for."""
    given = {name: form[name] for name in IF_GIVEN if form.get(name)}
    if asks and "birthDate" not in given:
        raise Invalid(BORN_WHEN, {"birthDate": BORN_WHEN})
    return given


async def _signed(form: dict[str, Any], signer: Signer, *, asks: bool) -> SignatureRead:
    given = _given(form, asks=asks)
    if form.get("form") not in set(Form):
        raise Invalid(UNREAD)
    if not str(form.get("typedName") or "").strip():
        raise Invalid(YOUR_NAME, {"typedName": YOUR_NAME})
    values = parse(SignatureWrite, {name: form.get(name, "") for name in SENT} | given)
    kind = Form(str(form["form"]))
    return await run(sign_waiver, current_actor(), form=kind, values=values, signer=signer)
