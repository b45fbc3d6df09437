"""Two people who change one record at once: the later one is told, and nothing is lost unseen."""

from pydantic import BaseModel

from rookiebattle.core.errors import Overtaken

MEANWHILE = "Someone else just changed this"
OVERTAKEN = "Someone else changed this {thing} while you were editing it. Save again to keep yours."


def refuse_overtaken(now: BaseModel, sent: BaseModel, seen: BaseModel, *, thing: str) -> None:
    """Raise Overtaken when a sent field is not as the caller has seen it; `now` is what is stored.

    A field that has the sent value already is no contradiction, and changes of other fields go
    together. `thing` names the record: 'item'. The fields of the error have their wire names.
    """
    if fields := overtaken_fields(now, sent, seen):
        raise Overtaken(OVERTAKEN.format(thing=thing), fields)


def overtaken_fields(now: BaseModel, sent: BaseModel, seen: BaseModel) -> dict[str, str]:
    """The fields of which `refuse_overtaken` tells, each with the words that stand beside it.

    They are in the order of the form, which leads to the first of them.
    """
    return {
        field.alias or one: MEANWHILE
        for one, field in type(sent).model_fields.items()
        if one in sent.model_fields_set
        and getattr(now, one) not in (getattr(seen, one), getattr(sent, one))
    }
