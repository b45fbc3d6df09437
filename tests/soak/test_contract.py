"""R13 at length: thousands of requests made from the API's own description."""

import pytest

from rookiebattle.core.database.db import Database
from tests.matrix.described import callers, operations, probe
from tests.soak.scale import scaled

EXAMPLES = scaled(2_000, 30)


@pytest.mark.parametrize("name", operations())
def test_whatever_is_sent_the_answer_is_as_described(
    name: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe(name, callers(database, monkeypatch), EXAMPLES)
