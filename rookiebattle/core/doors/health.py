"""`/api/health`: whether the database answers with the current schema and files can be written."""

import os
from collections.abc import Callable
from typing import Literal

import sqlalchemy as sa
from anyio import to_thread
from fastapi import Response, status
from sqlalchemy.exc import SQLAlchemyError

from rookiebattle import routes
from rookiebattle.core.db import get_database
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.http import documented, router
from rookiebattle.core.errors import AppError
from rookiebattle.core.migrations import newest_revision
from rookiebattle.core.schemas import Wire
from rookiebattle.settings import get_settings

State = Literal["ok", "failed"]
api = router("health")


class Health(Wire):
    """The state of each part; `status` is ok when all parts are."""

    status: State
    database: State
    migrations: State
    storage: State


@api.get(
    routes.HEALTH,
    operation_id="health",
    responses={
        **documented(),
        503: {"model": Health, "description": "Something that the site needs does not work."},
    },
)
@public
async def health(response: Response) -> Health:
    """For monitors: 200 when the site can serve its members, otherwise 503."""
    found = await to_thread.run_sync(examine)
    response.headers["cache-control"] = "no-store"
    if found.status != "ok":
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return found


def examine() -> Health:
    """Check every part now."""
    parts: dict[str, State] = {
        name: "ok" if works() else "failed"
        for name, works in (
            ("database", _answers),
            ("migrations", _is_current),
            ("storage", _is_writable),
        )
    }
    together: State = "ok" if set(parts.values()) == {"ok"} else "failed"
    return Health(status=together, **parts)


def _answers() -> bool:
    return _asked("SELECT 1", lambda value: value == 1)


def _is_current() -> bool:
    return _asked(
        "SELECT version_num FROM alembic_version", lambda value: value == newest_revision()
    )


def _asked(question: str, right: Callable[[object], bool]) -> bool:
    try:
        with get_database().unit_of_work(write=False) as session:
            return right(session.execute(sa.text(question)).scalar())
    except (AppError, SQLAlchemyError):
        return False


def _is_writable() -> bool:
    folder = get_settings().data_dir
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
