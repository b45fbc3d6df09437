"""The smallest Reflex app: one page, one var, one handler; and one handler that uses a database."""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle

import reflex as rx
import sqlalchemy as sa
from anyio import to_thread


@lru_cache(maxsize=1)
def engine() -> sa.Engine:
    return sa.create_engine(os.environ["BENCH_DATABASE_URL"], pool_size=20)


def read() -> int:
    """The statements of the measured handler for the next of its pages, and nothing else."""
    with engine().connect() as connection:
        return sum(
            len(connection.exec_driver_sql(statement, values).all())
            for statement, values in next(pages())
        )


@lru_cache(maxsize=1)
def pages() -> Iterator[list[tuple[str, tuple[str | int, ...]]]]:
    return cycle(
        [(statement, tuple(values)) for statement, values in page]
        for page in json.loads(os.environ["BENCH_QUERY"])
    )


class Counter(rx.State):
    count: int = 0

    @rx.event
    async def add(self) -> None:
        self.count += 1

    @rx.event
    async def add_after_reading(self) -> None:
        await to_thread.run_sync(read)
        self.count += 1


@rx.page(route="/", title="Blank")  # type: ignore[untyped-decorator]  # Reflex leaves it
def index() -> rx.Component:
    page: rx.Component = rx.el.main(
        rx.el.h1("Blank"),
        rx.el.p(Counter.count),
        rx.el.button("Add", on_click=Counter.add),
    )
    return page


app = rx.App()
