"""Requests made from the API's own description, each answered as it says."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rookiebattle.core.database.db import Database
from tests.identities import bind_real, composed
from tests.matrix.cast import Cast, assemble_again, lift_limits

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# These routes redirect to the provider and back. Their tests are in tests/accounts.
LEFT_OUT = ("login", "logout")
HOME = "http://localhost:8000"
ROLES = ("visitor", "member", "admin")


def operations() -> list[str]:
    """The documented routes. The document itself takes long, and only the tests need it."""
    routes = [route for route in composed().api.routes if isinstance(route, APIRoute)]
    names = {route.unique_id for route in routes if route.include_in_schema}
    return sorted(names - set(LEFT_OUT))


@cache
def schema() -> Any:
    """Read once: to read it takes longer than to try an operation."""
    return schemathesis.openapi.from_asgi("/api/openapi.json", composed().api)


def callers(database: Database, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """People and records, and no limit for those who call fast."""
    bind_real()
    lift_limits(monkeypatch)
    return assemble_again(database)


def probe(name: str, cast: Cast, examples: int) -> None:
    """Send so many requests to this operation as each role."""
    operation = schema().find_operation_by_id(name)
    for role in ROLES:
        _probe(operation, {"cookie": cast.cookies[role], "origin": HOME}, examples)


def _probe(operation: Any, headers: dict[str, str], examples: int) -> None:
    @settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case: Case[Any]) -> None:
        case.call_and_validate(base_url=HOME, headers=headers, checks=CHECKS)

    send()
