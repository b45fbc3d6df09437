"""Fixtures of the rows: they ask the composed site with its real identities."""

import pytest

from tests.identities import bind_real


@pytest.fixture(autouse=True)
def real_identities() -> None:
    """Bound until the end of the test."""
    bind_real()
