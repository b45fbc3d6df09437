"""What other slices hear about accounts, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook

account_welcomed: Hook[[Session, Actor, str]] = Hook("account_welcomed")
"""A person finished the welcome and became a member: session, actor, user id. Once per account."""

account_erasing: Hook[[Session, Actor, str]] = Hook("account_erasing")
"""An account is about to be erased: session, actor, user id. What is personal a subscriber deletes
or resets; the history that must stay keeps pointing at the row, which says 'Former member'."""
