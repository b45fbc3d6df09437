"""The table of cases of the verdict."""

from datetime import date, timedelta
from itertools import combinations
from typing import Any

import pytest

from rookiebattle.gate.verdict import AT_THE_GATE, Code, Color, Facts, verdict
from rookiebattle.waivers.models import StandingState as S

TODAY = date(2026, 11, 28)
# (the facts that differ from somebody who may play, the color, the codes)
CASES: list[tuple[dict[str, Any], Color, list[Code]]] = [
    ({}, Color.GREEN, []),
    ({"waiver": S.SIGNED}, Color.GREEN, []),
    ({"waiver": S.UNVERIFIED}, Color.YELLOW, [Code.WAIVER_UNVERIFIED]),
    ({"waiver": S.MISSING}, Color.RED, [Code.WAIVER_MISSING]),
    ({"waiver": S.OUTDATED}, Color.RED, [Code.WAIVER_OUTDATED]),
    ({"waiver": S.EXPIRED}, Color.RED, [Code.WAIVER_EXPIRED]),
    ({"is_adult": False}, Color.GREEN, []),
    ({"is_adult": False, "waiver": S.SIGNED}, Color.GREEN, []),
    ({"is_adult": False, "waiver": S.UNVERIFIED}, Color.YELLOW, [Code.WAIVER_UNVERIFIED]),
    (
        {"is_adult": False, "waiver": S.MISSING},
        Color.RED,
        [Code.GUARDIAN_MISSING, Code.WAIVER_MISSING],
    ),
    (
        {"is_adult": False, "waiver": S.MISSING, "has_guardian": True},
        Color.RED,
        [Code.WAIVER_MISSING],
    ),
    ({"due_cents": 1500}, Color.YELLOW, [Code.FEE_DUE]),
    ({"needs_membership": True}, Color.RED, [Code.MEMBERSHIP_NEEDED]),
    ({"needs_membership": True, "has_membership": True}, Color.GREEN, []),
    ({"needs_gear_check": True}, Color.YELLOW, [Code.GEAR_UNCHECKED]),
    ({"needs_gear_check": True, "gear_passed": False}, Color.YELLOW, [Code.GEAR_UNCHECKED]),
    ({"needs_gear_check": True, "gear_passed": True}, Color.GREEN, []),
    ({"gear_passed": False}, Color.GREEN, []),
    ({"suspended_until": TODAY + timedelta(days=1)}, Color.RED, [Code.SUSPENDED]),
    ({"suspended_until": TODAY}, Color.GREEN, []),
    ({"has_seat": False}, Color.RED, [Code.NOT_REGISTERED]),
    ({"under_13": True}, Color.RED, [Code.UNDER_13]),
    ({"is_canceled": True}, Color.RED, [Code.EVENT_CANCELED]),
    ({"is_canceled": True, "waiver": S.MISSING}, Color.RED, [Code.EVENT_CANCELED]),
]
ALONE: dict[Code, dict[str, Any]] = {
    codes[0]: facts for facts, _, codes in CASES if len(codes) == 1 and "is_canceled" not in facts
}


@pytest.mark.parametrize(("facts", "color", "codes"), CASES)
def test_the_table(facts: dict[str, Any], color: Color, codes: list[Code]) -> None:
    found = verdict(Facts(**facts), TODAY)
    assert (found.color, [one.code for one in found.reasons]) == (color, codes)
    assert all(one.text for one in found.reasons)


def test_the_table_has_every_reason() -> None:
    assert {code for _, _, codes in CASES for code in codes} == set(Code)


def test_only_reasons_that_the_gate_ends_stay_yellow_together() -> None:
    for one, other in combinations(ALONE.items(), 2):
        if set(one[1]) & set(other[1]):
            continue
        found = verdict(Facts(**(one[1] | other[1])), TODAY)
        codes = {one[0], other[0]}
        assert {reason.code for reason in found.reasons} == codes
        is_yellow = codes <= AT_THE_GATE
        assert found.color is (Color.YELLOW if is_yellow else Color.RED), codes


def test_a_reason_says_its_sum_and_its_day() -> None:
    found = verdict(Facts(due_cents=1500, suspended_until=date(2026, 12, 5)), TODAY)
    assert [one.text for one in found.reasons] == ["Suspended until Dec 5, 2026", "Fee due: $15.00"]


def test_gear_that_failed_reads_otherwise_than_gear_that_nobody_saw() -> None:
    unseen, failed = (
        verdict(Facts(needs_gear_check=True, gear_passed=passed), TODAY).reasons[0].text
        for passed in (None, False)
    )
    assert (unseen, failed) == (
        "Gear not checked yet",
        "Gear did not pass: a marshal checks it again",
    )
