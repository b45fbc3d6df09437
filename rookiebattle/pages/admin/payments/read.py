"""Reads what is set for the books and the board, in one unit of work."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.payments import board
from rookiebattle.payments.schemas import AccountCodes, VotingRulesWrite


@dataclass(frozen=True, slots=True)
class BoardShown:
    codes: AccountCodes
    rules: VotingRulesWrite | None


def show_board(session: Session, actor: Actor) -> BoardShown:
    """The account codes, and the rules of voting for whoever may read them."""
    codes = board.account_codes(session, actor)
    is_board = actor.may(Permission.ALL_ACCOUNT_READ)
    return BoardShown(codes, board.voting_rules(session, actor) if is_board else None)
