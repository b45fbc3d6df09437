"""Verbs that import members from a CSV file: the dry run, the plan, and the import itself.

A file is read before the import's transaction, so that others who write wait for inserts alone."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.hooks import people_invited
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock, kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.kept_files import CHANGED_MEANWHILE, KeptRead
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.core.values.text import clipped
from rookiebattle.members import administration, queries
from rookiebattle.members.imports import (
    Imported,
    ImportQuery,
    ImportRow,
    ImportWrite,
    MembersImport,
    RowProblem,
    Totals,
    UnknownChapter,
    Verdict,
)
from rookiebattle.members.judging import (
    Answers,
    Judged,
    Known,
    chapter_key,
    judge,
    likely_chapters,
    says,
    unknown_chapters,
)
from rookiebattle.members.reading import Entrant, Roll, read_roll
from rookiebattle.members.service import keep_chapter
from rookiebattle.members.users import NO_CHAPTER, UserPatch
from rookiebattle.members.wording import VERDICTS, field_label
from rookiebattle.progression import ledger
from rookiebattle.progression import service as progression


def _read(content: bytes) -> Roll:
    return read_roll(content, accounts.name_problem)


KIND = kept_files.FileKind("members", Permission.ALL_ACCOUNT_CREATE, _read)
# Members read it in their own history. The name of the file is for the audit log alone.
IMPORTED = "Imported from a file of the club"
WHICH_CHAPTER = "There is no chapter “{name}”. Choose one for it, or no chapter."
CSV_HEAD = ("Row", "Email", "Name", "Result", "Details")


@dataclass(frozen=True, slots=True)
class Plan:
    """An import that is about to be written, ready for the driver of the database.

    `known` is what the database knew of these people when they were judged.
    """

    file: KeptRead
    people: Sequence[Entrant]
    known: Known
    chapter_ids: Sequence[str]
    accounts: accounts.NewAccounts
    ledgers: progression.NewLedgers
    patches: Mapping[str, UserPatch]
    invited: Sequence[str]
    done: Imported


def check_members(
    session: Session, actor: Actor, *, file_id: str, query: ImportQuery
) -> tuple[MembersImport, int]:
    """The dry run of a kept file, and how many rows the query finds. Raises NotFound."""
    file, roll = kept_files.opened(session, actor, KIND, file_id)
    known = _known(session, actor, roll.people)
    answers = _answers(known, query.chapters)
    judged = judge(roll.people, known, query.existing, answers)
    found, window = kept_files.asked(judged, query), query.window()
    parks = chapters.choices(session, actor)
    shown = MembersImport(
        **vars(file),
        encoding=roll.encoding,
        separator=roll.separator,
        used=roll.used,
        ignored=roll.ignored,
        totals=_totals(judged),
        unknown_chapters=[
            UnknownChapter(
                name=one.name,
                rows=one.rows,
                likely=likely_chapters(one.name, parks),
                answer=(answers[one.key] or NO_CHAPTER) if one.key in answers else None,
            )
            for one in unknown_chapters(roll.people, known)
        ],
        rows=[_row(one) for one in found[window.offset : window.offset + window.limit]],
    )
    return shown, len(found)


def _known(session: Session, actor: Actor, people: Sequence[Entrant]) -> Known:
    by_name: dict[str, list[str]] = {}
    for one in chapters.choices(session, actor):
        by_name.setdefault(chapter_key(one.name), []).append(one.id)
    return Known(
        members=queries.by_emails(session, {one.email for one in people if one.email}),
        keys=queries.taken_keys(session, {one.key for one in people if one.key}),
        leading=accounts.leading_names(session),
        chapters=by_name,
    )


def _answers(known: Known, chosen: Mapping[str, str]) -> Answers:
    """The answers that name a chapter, or none; others wait."""
    ids = {id_ for some in known.chapters.values() for id_ in some} | {NO_CHAPTER}
    told = {chapter_key(name): id_ for name, id_ in chosen.items() if id_ in ids}
    return {key: None if id_ == NO_CHAPTER else id_ for key, id_ in told.items()}


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
    _, roll = kept_files.opened(session, actor, KIND, file_id)
    known = _known(session, actor, roll.people)
    judged = judge(roll.people, known, query.existing, _answers(known, query.chapters))
    return csv_of(CSV_HEAD, _cells(kept_files.asked(judged, query)))


def _cells(judged: Sequence[Judged]) -> Iterator[tuple[int, str, str, str, str]]:
    for one in map(_row, judged):
        details = ". ".join(of.sentence for of in one.problems) or ", ".join(one.changes)
        yield one.row, one.email, one.name, VERDICTS[one.verdict], details


def plan_members(session: Session, actor: Actor, *, file_id: str, values: ImportWrite) -> Plan:
    """A dry run: every row that the import of a kept file would write; administrators only.

    Raises NotFound, Invalid while it is open which chapter a name means, and Conflict when the
    totals are no longer those that the caller saw.
    """
    file, roll = kept_files.opened(session, actor, KIND, file_id)
    known = _known(session, actor, roll.people)
    answers = _answers(known, values.chapters)
    for one in unknown_chapters(roll.people, known):
        if one.key not in answers:
            raise Invalid(WHICH_CHAPTER.format(name=clipped(one.name, 40)))
    judged = judge(roll.people, known, values.existing, answers)
    totals = _totals(judged)
    kept_files.confirm((totals.new, totals.changed), (values.new, values.changed))
    added = {new_id(): one for one in judged if one.verdict is Verdict.NEW}
    changed = {one.user_id: one for one in judged if one.verdict is Verdict.CHANGED}
    facts = {id_: ledger.applied(one.entrant.facts, ()) for id_, one in added.items()}
    now, why = clock.now(), progression.Why(reason=IMPORTED)
    rows = [_columns(one, id_, facts[id_], now) for id_, one in added.items()]
    if values.invite:
        rows = [row | {"invited_at": now} for row in rows]
    return Plan(
        file=file,
        people=roll.people,
        known=known,
        chapter_ids=sorted({one.chapter_id for one in judged if one.chapter_id}),
        accounts=accounts.new_accounts(session, rows),
        ledgers=progression.new_ledgers(session, actor, members=facts, why=why),
        patches={id_: _patch(one) for id_, one in changed.items()},
        invited=[*added] if values.invite else [],
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
    kept_files.take(session, actor, KIND, plan.file.id)
    if _known(session, actor, plan.people) != plan.known:
        raise Conflict(CHANGED_MEANWHILE)
    for chapter_id in plan.chapter_ids:
        keep_chapter(session, chapter_id)
    accounts.add_accounts(session, accounts=plan.accounts)
    progression.open_ledgers(session, ledgers=plan.ledgers)
    people_invited.fire(session, actor, user_ids=plan.invited, at=clock.now())
    if plan.patches:
        administration.update_each(session, actor, patches=plan.patches, reason=IMPORTED)
    done = plan.done
    told = {"Members added": f"{done.added:,}", "Members changed": f"{done.changed:,}"}
    if plan.invited:
        told["Members invited"] = f"{len(plan.invited):,}"
    # Each changed member has a line of the audit log besides.
    kept_files.record(session, actor, "account.imported", plan.file, told, vars(done))
    return done
