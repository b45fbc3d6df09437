"""Two further shapes of one list of fields: the shape of a change, and the shape of a read."""

from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import PlainSerializer, WithJsonSchema
from pydantic_core import PydanticUndefined

from rookiebattle.core.schemas import Wire

KEPT = (PlainSerializer, WithJsonSchema)
"""The parts of a field's metadata that reading needs; all others check a written value."""


class Patch(Wire):
    """A change: no field is required. Last among the bases: `class EventPatch(Fields, Patch)`.

    A field keeps its type, so null is refused where the entity refuses it. The default is never
    used: `model_fields_set` tells which fields were sent.
    """

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for field in cls.model_fields.values():
            field.default, field.default_factory = None, None
        cls.model_rebuild(force=True)


class Stored(Wire):
    """Values from our own tables: every field is there and was checked when it was written.

    Last among the bases: `class EventRead(Fields, Stored)`.
    """

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for field in cls.model_fields.values():
            field.annotation = _unchecked(field.annotation)
            field.metadata = [one for one in field.metadata if isinstance(one, KEPT)]
            field.default, field.default_factory = PydanticUndefined, None
        cls.model_rebuild(force=True)


def _unchecked(annotation: Any) -> Any:
    """The same type without its checks, also inside `… | None`."""
    if get_origin(annotation) is Annotated:
        kind, *marks = get_args(annotation)
        kept = [one for one in marks if isinstance(one, KEPT)]
        return Annotated[(_unchecked(kind), *kept)] if kept else _unchecked(kind)
    if get_origin(annotation) in (Union, UnionType):
        return Union[tuple(map(_unchecked, get_args(annotation)))]  # noqa: UP007  # of a tuple
    return annotation
