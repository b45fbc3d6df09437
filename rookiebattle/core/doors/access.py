"""The access that a handler or route declares. Without a declaration nobody may call it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from string import Formatter
from typing import Any, TypeVar
from urllib.parse import quote

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission

LONGEST_NAMED = 40
"""The characters of an argument that an address takes at most; an id has 36."""
Door = TypeVar("Door", bound=Callable[..., Any])  # a door may have any signature


@dataclass(frozen=True, slots=True)
class Access:
    """`permission` None means public. `prompt` is the sentence that asks a visitor to log in.

    `somewhere`: a role that has the permission in one place passes. The verb checks the place.
    `fragment` is put behind the address to which the login leads: from it the login tells what the
    visitor was about to do there. It may name arguments of the handler, such as 'take={event_id}'.
    `proves_itself`: the request carries a signature of its own, so it may come from any origin.
    `navigates`: a GET that changes something, so only a browser's navigation may send it, and never
    ahead of a press.
    `most_bytes`: the body is a file of any type and at most this size; 0: the body is JSON.
    `serves_files`: a page shows many of these at once, so they are counted by a limit of their own.
    `sends_parts`: a fast client sends many of these for a large file; they are counted apart, too.
    `takes_form`: the body is a plain HTML form, and what became of it is told on a page.
    `is_act`: a person's press calls the handler. Pages call the others by themselves, too.
    """

    permission: Permission | None
    prompt: str = ""
    somewhere: bool = False
    fragment: str = ""
    proves_itself: bool = False
    navigates: bool = False
    most_bytes: int = 0
    serves_files: bool = False
    sends_parts: bool = False
    takes_form: bool = False
    is_act: bool = True

    def about(self, arguments: Mapping[str, object]) -> "Access":
        """The access with the arguments in its `fragment` that it names. Nobody has checked them.

        Without them the fragment is empty.
        """
        names = {name for _, name, _, _ in Formatter().parse(self.fragment) if name}
        named = {name: _in_address(arguments.get(name)) for name in names}
        return replace(
            self, fragment=self.fragment.format_map(named) if all(named.values()) else ""
        )

    def check(self, actor: Actor) -> None:
        """Raise Unauthorized or Forbidden."""
        if self.permission is None:
            return
        if self.somewhere:
            actor.require_reach(self.permission)
        else:
            actor.require(self.permission)


def _in_address(argument: object) -> str:
    """The argument as an address has it; empty for what is no text."""
    if not isinstance(argument, str):
        return ""
    return quote(argument[:LONGEST_NAMED], safe="", errors="replace")


PUBLIC = Access(None)


def _declaring(access: Access) -> Callable[[Door], Door]:
    def declare(door: Door) -> Door:
        door.__access__ = access  # type: ignore[attr-defined]  # the declaration itself
        return door

    return declare


public = _declaring(PUBLIC)
"""Declare that everybody may call this handler or route."""
unasked = _declaring(Access(None, is_act=False))
"""Declare a public handler that pages call by themselves, such as to load a list again.

Whoever is logged out by then has pressed nothing, and is not led to the login for it.
"""
navigation = _declaring(Access(None, navigates=True))
"""Declare a public GET that logs in or out.

It answers no HEAD and no request ahead of a press, which must have no effect.
"""
proves_itself = _declaring(Access(None, proves_itself=True))
"""Declare a route that checks a signature in the request instead of its origin.

Such a route must never act for the session that a browser sends along.
"""
serves_files = _declaring(Access(None, serves_files=True))
"""Declare a public route that answers with a file, or refuses by itself."""


def takes_signed_file(most_bytes: int) -> Callable[[Door], Door]:
    """Declare a route like `proves_itself` whose body is a file, or a part of one."""
    access = Access(None, proves_itself=True, most_bytes=most_bytes, sends_parts=True)
    return _declaring(access)


def requires(
    permission: Permission,
    *,
    somewhere: bool = False,
    prompt: str = "",
    fragment: str = "",
    most_bytes: int = 0,
    sends_parts: bool = False,
    takes_form: bool = False,
) -> Callable[[Door], Door]:
    """Declare the permission that this handler or route needs.

    With `somewhere` a role in one chapter or at one event is enough, and the verb asks where.
    With `most_bytes` the route takes a file instead of JSON, with `takes_form` a plain HTML form.
    """
    return _declaring(
        Access(
            *(permission, prompt, somewhere, fragment),
            most_bytes=most_bytes,
            sends_parts=sends_parts,
            takes_form=takes_form,
        )
    )


def access_of(door: object) -> Access | None:
    declared = getattr(door, "__access__", None)
    return declared if isinstance(declared, Access) else None
