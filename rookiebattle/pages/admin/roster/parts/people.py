"""The people of a roster, one row for each seat, and the form of a payment."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.admin.roster.parts.gear import check_button, gear_alert, gear_words
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.payments.components import how_fields
from rookiebattle.registrations.components.awards import AWARD
from rookiebattle.registrations.wording import (
    CHECK_IN,
    EDIT_PAYMENT,
    HANDED_BACK,
    KEEPS_SEAT,
    MARK_UNPAID,
    PAID_IN_CASH,
    PAID_OTHERWISE,
    PAYS_AT_GATE,
    REFUND,
    UNDO_CHECK_IN,
    WAIVE,
)
from rookiebattle.ui.buttons import action_button, button, link_button, text_link
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.listing import choose_row, choosing_form, list_card
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import record_dialog
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, Flag, Handler, Text, call, page_vars
from rookiebattle.uploads.components import upload_field
from rookiebattle.waivers.components import (
    device_button,
    look_button,
    opened_paper,
    paper_button,
    paper_form,
)
from rookiebattle.waivers.state import PaperState
from rookiebattle.waivers.wording import PHOTOGRAPH

State = page_vars(GateState)
SHOWN = State.shown
EVENT, RIGHTS, REFUNDING = SHOWN.event, SHOWN.rights, State.refunding
TO_CARD = "will be refunded to the card. This can’t be undone."
BY_HAND = "is yours to return in person. This only marks it as refunded."
PAYING: Any = State.paying


def people() -> rx.Component:
    """The list. Whoever awards beads here chooses people in it."""
    award = button(AWARD, kind="row", type="submit")
    listed = choosing_form(
        rx.el.input(type="hidden", name="eventId", value=EVENT.id, read_only=True),
        _list(choosing=True),
        on_submit=AwardState.open_for_chosen,
        done=page_vars(AwardState).done,
        acts=award,
    )
    return rx.cond(RIGHTS.may_award, listed, _list(choosing=False))


def _list(*, choosing: bool) -> rx.Component:
    about = "People show up here as soon as they register."
    nobody = empty_state("No one’s registered yet", about, symbol="users")
    all_here = empty_state(
        SHOWN.all_here, action=link_button("Show Everyone", SHOWN.everyone), symbol="users"
    )
    return list_card(
        "Roster",
        SHOWN,
        lambda one: _seat(one, choosing=choosing),
        nothing=rx.cond(SHOWN.all_here != "", all_here, nobody),
        head=("Name", "Status", "Check-in"),
        is_titled=True,
    )


def _seat(one: Any, *, choosing: bool) -> rx.Component:
    """A row of one or two lines. A press anywhere on it opens it; its one button checks in."""
    opened = call(State.open_row, one.user_id)
    opener = rx.el.button(one.name, type="button", on_click=opened, class_name="row-open")
    known_as = rx.cond(one.known_as != "", rx.el.span(one.known_as, class_name="known-as"))
    words = rx.el.div(
        rx.el.div(opener, known_as, class_name="seat-name"),
        rx.cond(one.about != "", rx.el.p(one.about)),
        gear_words(one),
    )
    box = rx.cond(one.is_taken, choose_row(one.user_id, "Select " + one.name))
    main = rx.el.div(box if choosing else rx.fragment(), words, class_name="row-main")
    return row(
        cell("Name", main, main=True),
        cell("Status", _status(one), class_name="cell-status"),
        cell("Check-in", rx.cond(one.is_taken, _presence(one)), class_name="cell-presence"),
        key=one.user_id,
        class_name=rx.cond(one.is_there, "is-there", ""),
    )


def _status(one: Any) -> Child:
    """How the seat stands, and the act that most seats need. The dialog has the others.

    On a phone that act takes the place of Check In, once its member is checked in.
    """
    return rx.fragment(_told(one), rx.cond(one.owes, _settle(PAID_IN_CASH, "completed", one)))


def _told(one: Any) -> rx.Component:
    return rx.el.span(
        badge(one.status, tone=one.tone),
        gear_alert(one),
        rx.cond(one.amount != "", rx.el.span(one.amount, class_name="amount")),
        rx.cond(one.age != "", badge(one.age, tone="warning")),
        rx.cond(one.waiver != "", badge(one.waiver, tone=one.waiver_tone)),
        rx.cond(one.way != "", rx.el.small(one.way)),
        rx.cond(one.by_plan != "", rx.el.small(one.by_plan)),
        rx.cond(one.over != "", rx.el.small(one.over_words)),
    )


def _presence(one: Any) -> Child:
    """One button, so that the keyboard's focus stays: it checks in, and then opens the row."""
    press = action_button(
        rx.cond(one.is_there, one.at, CHECK_IN),
        pending_label=rx.cond(one.is_there, "…", "Saving …"),
        kind="row",
        on_click=call(State.press, EVENT.id, one.user_id, one.is_there),
        aria_label=rx.cond(
            one.is_there, f"Checked in at {one.at}: {one.name}", f"{CHECK_IN}: {one.name}"
        ),
        class_name=rx.cond(one.is_there, "gate-mark is-there", "gate-mark"),
    )
    return rx.cond(one.is_there | RIGHTS.may_check, press)


def opened_row() -> rx.Component:
    one = State.opened
    since = rx.el.p(icon("check"), "Checked in ", one.since, class_name="there-since")
    return dialog(
        rx.cond(one.known_as != "", rx.el.p(one.known_as)),
        rx.cond(one.about != "", rx.el.p(one.about)),
        gear_words(one),
        rx.el.p(_told(one), class_name="cell-status"),
        rx.cond(one.is_there, since),
        rx.el.div(*_acts(one), class_name="seat-acts"),
        title=one.name,
        open=one.user_id != "",
        on_close=State.keep,
        foot=button("Close", kind="outline", on_click=State.keep),
    )


def _acts(one: Any) -> tuple[Child, ...]:
    """The usual one first, then those that cost money or correct a mistake."""
    over = rx.cond(one.by_card, f"{REFUND} {one.over}", f"{HANDED_BACK} {one.over}")
    award = call(AwardState.open_for_one, EVENT.id, one.user_id)
    return (
        rx.cond(one.owes, _settle(PAID_IN_CASH, "completed", one)),
        rx.cond(one.perk != "", _use_perk(one.perk, one, uses=True)),
        rx.cond(one.to_hand, _settle(HANDED_BACK, "refunded", one)),
        rx.cond(one.may_refund_over, _ask(over, State.ask_over, one.user_id)),
        rx.cond(one.may_keep, _settle(PAYS_AT_GATE, "pending", one)),
        rx.cond(one.owes, _ask(PAID_OTHERWISE, State.ask_payment, EVENT.id, one.user_id)),
        rx.cond(one.may_note, _ask(EDIT_PAYMENT, State.ask_payment, EVENT.id, one.user_id)),
        rx.cond(one.owes & RIGHTS.may_refund, _settle(WAIVE, "waived", one)),
        rx.cond(one.may_return, _use_perk("Give Credit Back", one, uses=False)),
        rx.cond(one.may_correct, _settle(MARK_UNPAID, "pending", one)),
        rx.cond(one.paid & ~one.to_hand, _ask(REFUND, State.ask_refund, one.user_id)),
        check_button(one),
        rx.cond(RIGHTS.may_award & one.is_taken, button(AWARD, kind="outline", on_click=award)),
        rx.cond(
            one.is_there & RIGHTS.may_check,
            action_button(
                UNDO_CHECK_IN,
                kind="outline",
                on_click=call(State.mark, EVENT.id, one.user_id, False),
            ),
        ),
        rx.cond(one.lacks_waiver, device_button(EVENT.id, one.user_id)),
        rx.cond(one.lacks_waiver, paper_button(EVENT.id, one.user_id, one.name)),
        rx.cond(one.paper != "", look_button(one.paper, one.name)),
    )


def papers() -> Child:
    """The form of a paper, and the paper that a lead judges."""
    photograph = rx.cond(
        RIGHTS.may_photograph,
        upload_field(
            on_uploaded=page_vars(PaperState).take_photo,
            label=PHOTOGRAPH,
            hint="You may leave it out. Leads and administrators see it, nobody else.",
            confirms=False,
            id="paper-photo",
        ),
    )
    return rx.fragment(paper_form(photograph, State.show_papers), opened_paper(State.show_papers))


def _ask(label: Text, handler: Any, *values: Any) -> rx.Component:
    return button(label, kind="outline", on_click=call(handler, *values))


def _settle(label: str, status: str, one: Any) -> rx.Component:
    return action_button(
        label,
        kind="outline",
        on_click=call(State.settle, EVENT.id, one.user_id, status),
        aria_label=f"{label}: {one.name}",
    )


def over_question() -> rx.Component:
    """Asks before the part of a seat's money is refunded that is beyond its price."""
    amount, act = REFUNDING.over + " ", call(State.refund_over, EVENT.id, REFUNDING.user_id)
    title = rx.Var.create("Refund ") + amount + "to " + REFUNDING.name + "?"
    stays = rx.el.p("The seat stays paid.")
    return _refund(amount, stays, title=title, when=State.refunds_over, act=act)


def refund_question() -> rx.Component:
    title = rx.Var.create("Refund ") + REFUNDING.name + "?"
    # Organizers see no sum, and no payments.
    part = rx.el.p(
        "To refund a part of it, open it in ", text_link("Payments", routes.ADMIN_PAYMENTS), "."
    )
    sees_sum = REFUNDING.by_card & (REFUNDING.amount != "")
    stays = rx.fragment(rx.cond(REFUNDING.is_taken, rx.el.p(KEEPS_SEAT)), rx.cond(sees_sum, part))
    act = call(State.settle, EVENT.id, REFUNDING.user_id, "refunded")
    return _refund(_came(), stays, title=title, when=~State.refunds_over, act=act)


def _refund(amount: Text, stays: Child, *, title: Text, when: Flag, act: Handler) -> rx.Component:
    return confirm_dialog(
        rx.el.p(amount, rx.cond(REFUNDING.by_card, TO_CARD, BY_HAND)),
        stays,
        title=title,
        open=(REFUNDING.user_id != "") & when,
        on_close=State.keep,
        on_confirm=act,
        confirm_label=REFUND,
        pending_label="Refunding …",
    )


def _came() -> rx.Var[str]:
    """Such as '$25.50 (Check 1042) '. Of a card, the sentence itself says so, and organizers see
    no sum."""
    is_named = (REFUNDING.way != "") & ~REFUNDING.by_card
    named: rx.Var[str] = rx.cond(is_named, f" ({REFUNDING.way}) ", " ")
    amount: Any = rx.cond(REFUNDING.amount != "", REFUNDING.amount, "The payment")
    return amount + named


def _use_perk(label: Text, one: Any, *, uses: bool) -> rx.Component:
    said: Any = rx.Var.create(label) if isinstance(label, str) else label
    return action_button(
        label,
        kind="outline",
        on_click=call(State.use_perk, EVENT.id, one.user_id, uses),
        aria_label=said + ": " + one.name,
    )


def payment_form() -> rx.Component:
    return record_dialog(
        rx.cond(PAYING.amount != "", rx.el.p("The seat costs ", PAYING.amount, ".")),
        *how_fields(
            State.errors,
            today=PAYING.today,
            day=PAYING.day,
            means=PAYING.means,
            number=PAYING.reference,
        ),
        name="paid-form",
        title=rx.Var.create("How did ") + PAYING.name + " pay?",
        open=PAYING.user_id != "",
        record=PAYING.user_id,
        on_close=State.keep,
        on_submit=State.record_payment,
        save=rx.cond(PAYING.is_known, "Save", "Mark Paid"),
    )
