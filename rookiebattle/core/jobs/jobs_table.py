"""The table of jobs: how each of them stands, for all workers together."""

from datetime import datetime
from typing import cast

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import privacy
from rookiebattle.core.database.db import UtcDateTime

LONGEST_NAME, LONGEST_WORDS = 40, 255
DONE, FAILED = "done", "failed"
STORAGE = "storage"
"""The name of the job that probes the storage. `/api/health` tells how it ended."""


class JobState(SQLModel, table=True):
    """When a job runs next, which worker runs it now, and how it ended the last time.

    The worker whose `lease` stands here may run the job until `leased_until`. `asked_at` is when an
    administrator started it. `failures` counts the runs in a row that failed.
    """

    __tablename__ = "jobs"

    name: str = Field(primary_key=True, max_length=LONGEST_NAME)
    due_at: datetime = Field(sa_type=UtcDateTime)
    asked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    lease: str | None = Field(default=None, max_length=36)
    leased_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    began_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    result: str = Field(default="", max_length=10)
    words: str = Field(default="", max_length=LONGEST_WORDS)
    failures: int = 0


privacy.label(
    JobState,
    about="The Site’s Own Work: when each job ran last. Nothing in it is about a person.",
    kept="for good",
    admin="name due_at asked_at leased_until began_at ended_at result words failures",
    nobody="lease",
)

jobs = cast(sa.Table, JobState.__table__)  # type: ignore[attr-defined]  # SQLModel adds it
