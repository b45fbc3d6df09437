"""The list of members as CSV."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.policy import sees_ages
from rookiebattle.accounts.wording import AGES, tier_label
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.values.spreadsheet import Cell, csv_of
from rookiebattle.core.values.words import sought
from rookiebattle.members import finding
from rookiebattle.members.users import UserFilter
from rookiebattle.members.wording import NOT_WELCOMED
from rookiebattle.progression.catalogue import AWARDS, PATHS, BeadColor, WarriorPath
from rookiebattle.progression.ranks import admin_rank, member_rank

Row = sa.Row[Any]
Column = Callable[[Row], Cell]
AGE = "Age group"


def export_users(
    session: Session, actor: Actor, *, wanted: UserFilter, user_ids: Sequence[str] = ()
) -> bytes:
    """All members who pass the filters, or these members, as a CSV file; for administrators, and
    for leads those of their chapter.

    The window is not used. A search finds at most as many as it finds on the page.
    """
    wanted = replace(wanted, reach=actor.require_reach(Permission.ALL_ACCOUNT_READ))
    found = finding.by_ids(session, user_ids, wanted) if user_ids else _rows(session, wanted)
    columns = _COLUMNS if sees_ages(actor) else _COLUMNS | {AGE: _untold}
    return csv_of([*columns], ([cell(row) for cell in columns.values()] for row in found))


def _rows(session: Session, wanted: UserFilter) -> Iterator[Row]:
    if not wanted.text.strip():
        yield from finding.all_of(session, wanted)
    elif beginnings := sought(wanted.text):
        found = finding.search(session, beginnings, wanted, finding.total(session, wanted))
        yield from finding.by_ids(session, found.items, wanted)


def _untold(row: Row) -> Cell:
    return "" if row.age_band else NOT_WELCOMED


def _yes(name: str) -> Column:
    return lambda row: "yes" if getattr(row, name) else "no"


def _text(name: str) -> Column:
    return lambda row: getattr(row, name)


def _beads(award: BeadColor) -> Column:
    return lambda row: row.award_beads.get(award.key, 0)


def _level(path: WarriorPath) -> Column:
    """The level of an active path; empty for any other."""

    def level(row: Row) -> Cell:
        held = row.warrior_paths.get(path.key, {})
        return held.get("level", 0) if held.get("enabled") else None

    return level


_COLUMNS: dict[str, Column] = {
    "Email": _text("email"),
    "First name": _text("first_name"),
    "Last name": _text("last_name"),
    "Game name": _text("game_name"),
    AGE: lambda row: AGES.get(row.age_band or "", NOT_WELCOMED),
    "Chapter": _text("chapter_name"),
    "Membership tier": lambda row: tier_label(row.membership_tier),
    "Membership status": lambda row: row.membership_status.title(),
    "Admin rank": lambda row: admin_rank(row.admin_rank).title,
    "Member rank": lambda row: member_rank(row.member_rank).title,
    "Board member": _yes("is_board_member"),
    "Samurai": _yes("is_samurai"),
    "Administrator": _yes("is_admin"),
    **{f"{award.meaning} beads": _beads(award) for award in AWARDS},
    **{path.name: _level(path) for path in PATHS},
    "Bio": _text("bio"),
    "Member since": lambda row: iso(row.created_at),
}
