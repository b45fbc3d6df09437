"""The texts before scripts of the membership page: whether the club takes cards is a setting."""

from collections.abc import Mapping

from rookiebattle.pages.membership.parts.money import NO_GIFTS, WAYS, no_gifts, ways
from rookiebattle.pages.membership.parts.plans import NOTICE, notice
from rookiebattle.pages.membership.state import MembershipState
from rookiebattle.pages.membership.view.own import visitor_view
from rookiebattle.settings import get_settings
from rookiebattle.ui.before_scripts import Template

TEXTS = {
    NOTICE: Template(notice, MembershipState),
    WAYS: Template(ways, MembershipState),
    NO_GIFTS: Template(no_gifts, MembershipState),
}


def texts() -> Mapping[str, str]:
    shown = {"shown": visitor_view(get_settings())}
    return {place: text.fill({MembershipState: shown}) for place, text in TEXTS.items()}
