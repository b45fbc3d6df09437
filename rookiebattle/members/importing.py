"""Verbs that import members from a CSV file: keeping it, the dry run, and the import itself.

A file is read before the import's transaction, so that others who write wait for inserts alone."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock, kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import Conflict
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.kept_files import CHANGED_MEANWHILE, NOTHING, KeptRead
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.core.values.text import folded
from rookiebattle.members import administration, matching
from rookiebattle.members.imports import (
    Existing,
    Imported,
    ImportQuery,
    ImportRow,
    ImportWrite,
    MembersImport,
    RowProblem,
    Totals,
    Verdict,
)
from rookiebattle.members.judging import Judged, Known, chapter_key, judge, says
from rookiebattle.members.reading import Entrant, Roll, read_roll
from rookiebattle.members.service import keep_chapter
from rookiebattle.members.users import UserPatch
from rookiebattle.members.wording import VERDICTS, field_label
from rookiebattle.progression import ledger
from rookiebattle.progression import service as progression

KIND = "members"
# The pages of a dry run read the same file again and again. It is forgotten soon after.
_rolls = Expiring[str, Roll](2)
_ROLL_SECONDS = 300.0
# Members read it in their own history. The name of the file is for the audit log alone.
IMPORTED = "Imported from a file of the club"
CSV_HEAD = ("Row", "Email", "Name", "Result", "Details")


@dataclass(frozen=True, slots=True)
class Plan:
    """An import that is about to be written, ready for the driver of the database.

    `known` is what the database knew of these people when they were judged.
    """

    file_id: str
    name: str
    people: Sequence[Entrant]
    known: Known
    chapter_ids: Sequence[str]
    accounts: accounts.NewAccounts
    ledgers: progression.NewLedgers
    patches: Mapping[str, UserPatch]
    done: Imported


def examine_members(_session: Session, actor: Actor, *, content: bytes) -> bytes:
    """The file as it is kept, after a first look; administrators only.

    Raises Invalid or TooLarge for a file that cannot be read as a whole.
    """
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    read_roll(content, accounts.name_problem)
    return kept_files.packed(content)


@writes
def keep_members(session: Session, actor: Actor, *, name: str, packed: bytes) -> KeptRead:
    """Keep an examined file for an hour, in place of the actor's previous one."""
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    file_id = kept_files.keep(session, actor, kind=KIND, name=name, packed=packed)
    return kept_files.read(session, actor, kind=KIND, file_id=file_id).read


def check_members(
    session: Session, actor: Actor, *, file_id: str, query: ImportQuery
) -> tuple[MembersImport, int]:
    """The dry run of a kept file, and how many rows the query finds. Raises NotFound."""
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    kept, roll = _kept(session, actor, file_id)
    judged = _judged(session, actor, roll.people, query.existing)
    found = [one for one in judged if _is_asked(one, query)]
    shown = MembersImport(
        **vars(kept.read),
        encoding=roll.encoding,
        separator=roll.separator,
        used=roll.used,
        ignored=roll.ignored,
        totals=_totals(judged),
        rows=[_row(one) for one in _page(found, query.window())],
    )
    return shown, len(found)


def _page(found: Sequence[Judged], window: Window) -> Sequence[Judged]:
    return found[window.offset : window.offset + window.limit]


def _kept(session: Session, actor: Actor, file_id: str) -> tuple[kept_files.Kept, Roll]:
    kept = kept_files.read(session, actor, kind=KIND, file_id=file_id)
    roll = _rolls.find(kept.id)
    if roll is None:
        roll = read_roll(kept.content, accounts.name_problem)
        _rolls.keep(kept.id, roll, _ROLL_SECONDS)
    return kept, roll


def _judged(
    session: Session, actor: Actor, people: Sequence[Entrant], existing: Existing
) -> list[Judged]:
    return judge(people, _known(session, actor, people), existing)


def _known(session: Session, actor: Actor, people: Sequence[Entrant]) -> Known:
    by_name: dict[str, list[str]] = {}
    for one in chapters.choices(session, actor):
        by_name.setdefault(chapter_key(one.name), []).append(one.id)
    return Known(
        members=matching.by_emails(session, {one.email for one in people if one.email}),
        keys=matching.taken_keys(session, {one.key for one in people if one.key}),
        leading=accounts.leading_names(session),
        chapters=by_name,
    )


def _is_asked(one: Judged, query: ImportQuery) -> bool:
    is_kind = query.verdict in (None, one.verdict)
    if not query.q:
        return is_kind
    words = folded(f"{one.entrant.email} {one.entrant.name} {one.entrant.row}")
    return is_kind and all(word in words for word in folded(query.q).split())


def _totals(judged: Sequence[Judged]) -> Totals:
    return Totals(**Counter(one.verdict.value for one in judged))


def _row(one: Judged) -> ImportRow:
    return ImportRow(
        row=one.entrant.row,
        email=one.entrant.email,
        name=one.entrant.name,
        verdict=one.verdict,
        changes=[field_label(name) for name in one.changed],
        problems=[RowProblem(field=of.field, sentence=of.sentence) for of in one.problems],
    )


def export_check(session: Session, actor: Actor, *, file_id: str, query: ImportQuery) -> bytes:
    """The rows that a dry run finds as a CSV file; the window is not used. Raises NotFound."""
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    _, roll = _kept(session, actor, file_id)
    judged = _judged(session, actor, roll.people, query.existing)
    return csv_of(CSV_HEAD, _cells([one for one in judged if _is_asked(one, query)]))


def _cells(judged: Sequence[Judged]) -> Iterator[tuple[int, str, str, str, str]]:
    for one in map(_row, judged):
        details = ". ".join(of.sentence for of in one.problems) or ", ".join(one.changes)
        yield one.row, one.email, one.name, VERDICTS[one.verdict], details


def plan_members(session: Session, actor: Actor, *, file_id: str, values: ImportWrite) -> Plan:
    """What an import of a kept file would write; administrators only.

    Raises NotFound, and Conflict when the totals are no longer those that the caller saw.
    """
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    kept, roll = _kept(session, actor, file_id)
    known = _known(session, actor, roll.people)
    judged = judge(roll.people, known, values.existing)
    totals, seen = _totals(judged), (values.new, values.changed)
    if (totals.new, totals.changed) != seen:
        raise Conflict(CHANGED_MEANWHILE)
    if not any(seen):
        raise Conflict(NOTHING)
    added = {new_id(): one for one in judged if one.verdict is Verdict.NEW}
    changed = {one.user_id: one for one in judged if one.verdict is Verdict.CHANGED}
    facts = {id_: ledger.applied(one.entrant.facts, ()) for id_, one in added.items()}
    now, why = clock.now(), progression.Why(reason=IMPORTED)
    rows = [_columns(one, id_, facts[id_], now) for id_, one in added.items()]
    return Plan(
        file_id=kept.id,
        name=kept.name,
        people=roll.people,
        known=known,
        chapter_ids=sorted({one.chapter_id for one in judged if one.chapter_id}),
        accounts=accounts.new_accounts(session, rows),
        ledgers=progression.new_ledgers(session, actor, members=facts, why=why),
        patches={id_: _patch(one) for id_, one in changed.items()},
        done=Imported(added=len(added), changed=len(changed)),
    )


def _columns(one: Judged, user_id: str, facts: ledger.Facts, now: datetime) -> dict[str, Any]:
    own = {"id": user_id, "email": one.entrant.email, "chapter_id": one.chapter_id}
    made = {"created_at": now, "updated_at": now}
    return {**one.entrant.plain, **own, **ledger.columns_of(facts), **made}


def _patch(one: Judged) -> UserPatch:
    wanted = says(one.entrant, one.chapter_id)
    return UserPatch.model_validate({name: wanted[name] for name in one.changed})


@writes
def import_members(session: Session, actor: Actor, *, plan: Plan) -> Imported:
    """Add and change the planned members, all of them or none; administrators only.

    Raises NotFound when the file was imported already, and Conflict when anything that the plan
    was made from has changed.
    """
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    kept_files.take(session, actor, kind=KIND, file_id=plan.file_id)
    if _known(session, actor, plan.people) != plan.known:
        raise Conflict(CHANGED_MEANWHILE)
    for chapter_id in plan.chapter_ids:
        keep_chapter(session, chapter_id)
    accounts.add_accounts(session, accounts=plan.accounts)
    progression.open_ledgers(session, ledgers=plan.ledgers)
    if plan.patches:
        administration.update_each(session, actor, patches=plan.patches, reason=IMPORTED)
    _record(session, actor, plan)
    return plan.done


def _record(session: Session, actor: Actor, plan: Plan) -> None:
    """One line tells of the whole import; each changed member has a line besides."""
    done = plan.done
    told = {"Members added": done.added, "Members changed": done.changed}
    record_change(
        session,
        actor,
        "account.imported",
        plan.file_id,
        thing=plan.name,
        changes=[Change(field=name, after=f"{number:,}") for name, number in told.items()],
        details={"added": done.added, "changed": done.changed},
    )
