"""R13: requests made from the API's own description, as visitor, member and administrator."""

import pytest

from rookiebattle.core.database.db import Database
from tests.matrix.described import callers, operations, probe

# `make soak` sends 2,000: tests/soak/test_contract.py.
EXAMPLES = 3


@pytest.mark.parametrize("name", operations())
def test_whatever_is_sent_the_answer_is_as_described(
    name: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe(name, callers(database, monkeypatch), EXAMPLES)
