"""The least a Reflex app can be: one page, one var, one handler; and one that asks a database."""

import os
from functools import lru_cache

import reflex as rx
import sqlalchemy as sa
from anyio import to_thread


@lru_cache(maxsize=1)
def engine() -> sa.Engine:
    return sa.create_engine(os.environ["BENCH_DATABASE_URL"], pool_size=20)


def read() -> int:
    """The query of the measured handler, and nothing around it."""
    with engine().connect() as connection:
        return len(connection.execute(sa.text(os.environ["BENCH_QUERY"])).all())


class Counter(rx.State):
    count: int = 0

    @rx.event
    async def add(self) -> None:
        self.count += 1

    @rx.event
    async def add_after_reading(self) -> None:
        await to_thread.run_sync(read)
        self.count += 1


@rx.page(route="/", title="Blank")
def index() -> rx.Component:
    return rx.el.main(
        rx.el.h1("Blank"),
        rx.el.p(Counter.count),
        rx.el.button("Add", on_click=Counter.add),
    )


app = rx.App()
