"""Compares members' rows with their ledgers, and sets rows back to what the ledgers say."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.progression import ledger, queries
from rookiebattle.progression.changes import label_of, told, value_words
from rookiebattle.progression.entering import follow
from rookiebattle.progression.ledger import FactChange, Gap

CURE = "make restore-progress sets the row to what the ledger says"
NO_CURE = "the row follows the later entry, and nobody can write the missing one"


class Differing(NamedTuple):
    """The differences between a member's row and the ledger, and the gaps of the ledger.

    A change leads from the row to the ledger. `member` tells the name and the id.
    """

    user_id: str
    member: str
    changes: Sequence[FactChange]
    gaps: Sequence[Gap]


def differences(session: Session) -> list[str]:
    """Sentences for `make check-data` that name the member, the fact and the cure."""
    return [sentence for one in _differing(session) for sentence in _sentences(one)]


@writes
def restore(session: Session, actor: Actor) -> list[str]:
    """Set every row that differs to what its ledger says; returns who was changed.

    The ledger gets no entry, because it was right all the time. The audit log gets a line.
    """
    found = [one for one in _differing(session) if one.changes]
    for one in found:
        user = queries.locked_even_erased(session, one.user_id)
        _set_back(session, actor, user, one.changes)
    return [one.member for one in found]


def _set_back(session: Session, actor: Actor, user: User, changes: Sequence[FactChange]) -> None:
    follow(session, user=user, changes=changes)
    accounts.revise(
        session,
        actor,
        user=user,
        action="progress.restored",
        fields=[one.what for one in changes],
        changes=[told(one) for one in changes],
    )


def _differing(session: Session) -> Iterator[Differing]:
    replayed: dict[str, ledger.Facts] = {}
    torn: dict[str, list[Gap]] = {}
    for user_id, entries in queries.all_entries(session):
        replayed[user_id] = ledger.replay(entries)
        torn[user_id] = ledger.gaps(entries)
    for row in queries.all_columns(session):
        changes = ledger.changes(ledger.facts_of(row), replayed.get(row.id, {}))
        gaps = torn.get(row.id, [])
        if changes or gaps:
            yield Differing(row.id, f"{known_name(row)} (user {row.id})", changes, gaps)


def _sentences(one: Differing) -> Iterator[str]:
    for gap in one.gaps:
        before, known = (value_words(gap.what, value) for value in (gap.before, gap.known))
        yield (
            f"{one.member}: entry {gap.number} takes {label_of(gap.what)} from {before}, and the "
            f"entries before it lead to {known}. {NO_CURE.capitalize()}."
        )
    for change in one.changes:
        row, says = (value_words(change.what, value) for value in (change.before, change.after))
        yield (
            f"{one.member}: {label_of(change.what)} is {row} in the row, and the ledger says "
            f"{says}. Cure: {CURE}."
        )
