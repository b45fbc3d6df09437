"""The form of a member: its values, what they draw, and the errors at its controls. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.core.errors import Invalid
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import simple_breaks
from rookiebattle.members.users import NO_CHAPTER, AdminUser, UserPatch
from rookiebattle.members.view import Worn
from rookiebattle.progression.catalogue import AWARDS, PATHS, WarriorPath
from rookiebattle.progression.ranks import ADMIN_RANKS, MEMBER_RANKS, Rank, admin_rank
from rookiebattle.progression.view import PathBadge, ProgressView, path_badge, progress_of
from rookiebattle.progression.wording import bead_words
from rookiebattle.ui.forms import Option

ON = "on"
BEADS, LEVELS = "awardBeads", "warriorPaths"
TEXTS = (
    *("email", "firstName", "lastName", "gameName", "bio", "profileImageUrl"),
    *("chapterId", "membershipTier", "membershipStatus"),
)
NUMBERS = ("adminRank", "memberRank", "beadLevel")
FLAGS = ("isBoardMember", "isSamurai", "isAdmin")
REASON = "reason"
INVITE = "invite"
"""The control that only the form for somebody new has."""
_WHOLE = re.compile(r"-?[0-9]{1,9}")

Draft = dict[str, str]
"""The value of each control by its name, which is that of its field on the wire.

Such names are `firstName`, `awardBeads.red` and `warriorPaths.bow.level`. The value of a switch is
'on' or empty.
"""


def bead_control(key: str) -> str:
    return f"{BEADS}.{key}"


def path_controls(key: str) -> tuple[str, str]:
    """The names of a path's two controls: its switch and its level."""
    return f"{LEVELS}.{key}.enabled", f"{LEVELS}.{key}.level"


def new_draft() -> Draft:
    blank = dict.fromkeys(TEXTS, "") | dict.fromkeys(NUMBERS, "0") | dict.fromkeys(FLAGS, "")
    blank |= {
        "chapterId": NO_CHAPTER,
        "membershipTier": Tier.NONE.value,
        "membershipStatus": MembershipStatus.INACTIVE.value,
    }
    blank |= {bead_control(one.key): "0" for one in AWARDS}
    for path in PATHS:
        switch, level = path_controls(path.key)
        blank |= {switch: "", level: "0"}
    return blank | {INVITE: ON}


def draft_of(one: AdminUser) -> Draft:
    stored: dict[str, Any] = one.model_dump(mode="json")
    plain = {name: stored[name] for name in (*TEXTS, *NUMBERS) if stored[name] is not None}
    draft = new_draft() | {name: simple_breaks(str(value)) for name, value in plain.items()}
    draft |= {name: _switch(stored[name]) for name in FLAGS}
    draft |= {bead_control(key): str(count) for key, count in one.award_beads.items()}
    for key, path in one.warrior_paths.items():
        switch, level = path_controls(key)
        draft |= {switch: _switch(path.enabled), level: str(path.level)}
    del draft[INVITE]
    return draft


def _switch(value: object) -> str:
    return ON if value else ""


def typed_values(form: Mapping[str, Any], draft: Draft) -> Draft:
    """The form's values of the controls that it has; disabled controls are not in it."""
    return {name: simple_breaks(str(form[name] or "")) for name in draft if name in form}


def on_the_wire(values: Draft) -> dict[str, Any]:
    """The values as the verbs take them; a number that is none stays a text, to be refused."""
    wire: dict[str, Any] = {}
    for name, text in values.items():
        *outer, last = name.split(".")
        place = wire
        for part in outer:
            place = place.setdefault(part, {})
        place[last] = _value(name, text)
    return wire


def _value(name: str, text: str) -> Any:
    if name in TEXTS:
        return text
    if name in (*FLAGS, INVITE) or name.endswith(".enabled"):
        return text == ON
    return int(text) if _WHOLE.fullmatch(text) else text


def errors_of(refused: Mapping[str, str], values: Draft) -> dict[str, str]:
    """The sentences of an error by the names of the form's controls, in the form's order."""
    found = dict(refused)
    for column in (BEADS, LEVELS):
        if column in found:
            found |= _within(column, found.pop(column), values)
    order = {name: place for place, name in enumerate(new_draft())}
    return dict(sorted(found.items(), key=lambda one: order.get(one[0], len(order))))


def _within(column: str, sentence: str, values: Draft) -> dict[str, str]:
    """The sentences at the wrong controls of a column; at its first one if each is right alone."""
    own = [name for name in new_draft() if name.startswith(f"{column}.")]
    wrong = {name: _refused(name, values[name]) for name in own if name in values}
    return {name: one for name, one in wrong.items() if one} or {own[0]: sentence}


def _refused(name: str, text: str) -> str:
    """Why a value is wrong by itself; empty if it is right."""
    try:
        parse(UserPatch, on_the_wire({name: text}))
    except Invalid as invalid:
        return invalid.sentence
    return ""


@dataclass(frozen=True)
class Drawn:
    """The form's values as pictures: the beads with the rank's title, and a crest for each path."""

    progress: ProgressView
    crests: list[PathBadge]


def drawn(values: Draft) -> Drawn:
    """The drawing of these values; what is no number yet counts as 0."""
    paths = {path.key: _path(values, path) for path in PATHS}
    worn = Worn(
        admin_rank=_number(values["adminRank"]),
        member_rank=_number(values["memberRank"]),
        is_board_member=values["isBoardMember"] == ON,
        is_samurai=values["isSamurai"] == ON,
        award_beads={one.key: _number(values[bead_control(one.key)]) for one in AWARDS},
        warrior_paths=paths,
    )
    progress = progress_of(worn)
    return Drawn(progress, [_crest(path, paths[path.key]) for path in PATHS])


def _path(values: Draft, path: WarriorPath) -> dict[str, Any]:
    switch, level = path_controls(path.key)
    return {"enabled": values[switch] == ON, "level": _number(values[level])}


def _crest(path: WarriorPath, held: Mapping[str, Any]) -> PathBadge:
    """The crest of a path; one that is not active looks like its beginning."""
    if held["enabled"]:
        return path_badge(path.key, held["level"])
    return replace(path_badge(path.key, 0), alt=f"{path.name}, not active")


def _number(text: str) -> int:
    return max(int(text), 0) if _WHOLE.fullmatch(text) else 0


def rank_options(ladder: Iterable[Rank]) -> list[Option]:
    """The steps of a ladder with their beads: 'Park Lead · 3 white beads'."""
    return [Option(str(one.value), _rank_words(one)) for one in ladder]


def admin_rank_options(stored: int) -> list[Option]:
    """The admin ranks that the console offers, and the stored one if it has no title of its own."""
    offered = rank_options(ADMIN_RANKS)
    if str(stored) not in {one.value for one in offered}:
        offered.append(Option(str(stored), f"{admin_rank(stored).title} ({stored})"))
    return sorted(offered, key=lambda one: int(one.value))


def _rank_words(rank: Rank) -> str:
    return f"{rank.title} · {bead_words(rank.beads, rank.bead)}" if rank.beads else rank.title


MEMBER_RANK_OPTIONS = rank_options(MEMBER_RANKS)
