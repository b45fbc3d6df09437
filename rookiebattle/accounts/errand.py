"""The errand of a login: what comes after it, in a sentence for the pages on the way."""

from sqlalchemy.orm import Session

from rookiebattle.accounts.hooks import login_explained
from rookiebattle.accounts.policy import safe_next
from rookiebattle.accounts.wording import ERRANDS
from rookiebattle.core.actor import Actor


def errand_of(session: Session, actor: Actor, *, onwards: str) -> str:
    """The sentence about what comes after a login that leads to `onwards`; empty if unknown.

    The path comes from an address, so none of its text is said: a subscriber says the names of
    what it leads to, if the actor may see that.
    """
    address, _, fragment = safe_next(onwards).partition("#")
    path = address.partition("?")[0]
    words: list[str] = []
    login_explained.fire(session, actor, path=path, fragment=fragment, words=words)
    return next(iter(words), ERRANDS.get(path, ""))
