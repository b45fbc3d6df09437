"""The membership plans: what they cost, how long they last, and how the card service names them."""

from datetime import UTC, datetime

import pytest

from rookiebattle.accounts.models import Tier
from rookiebattle.integrations.stripe.cards import Price
from rookiebattle.payments import plans
from rookiebattle.payments.plans import COMMUNITY, SUPPORTING, SUSTAINER
from rookiebattle.settings import get_settings


def test_the_plans_cost_what_the_membership_page_has_always_said() -> None:
    assert [one.price_words for one in plans.PLANS] == ["Free", "$20/year", "$10/month"]
    assert [one.is_popular for one in plans.PLANS] == [False, False, True]
    assert SUPPORTING.perks[0] == "$5 off paid events"
    assert [part.percent for part in plans.DUES] == [40, 25, 20, 10, 5]
    assert [(one.hours, one.cents) for one in plans.NPC_CREDITS] == [
        (4, 15_00),
        (4, 20_00),
        (6, 25_00),
    ]
    assert (plans.CREDITS_LAST_MONTHS, plans.MINIMUM_AGE) == (12, 13)
    assert (plans.LEAST_DONATION_CENTS, plans.MOST_DONATION_CENTS) == (1_00, 10_000_00)
    assert COMMUNITY.cents == 0
    assert (plans.DEFAULT_DONATION_CENTS, plans.EXAMPLE_CENTS) == (25_00, 50_00)


@pytest.mark.parametrize(
    ("plan", "begins", "ends"),
    [
        (SUPPORTING, (2027, 1, 31), (2028, 1, 31)),
        (SUPPORTING, (2028, 2, 29), (2029, 2, 28)),
        (SUSTAINER, (2027, 1, 31), (2027, 2, 28)),
        (SUSTAINER, (2027, 12, 15), (2028, 1, 15)),
    ],
)
def test_a_period_ends_on_the_same_day_of_the_next_month_or_year(
    plan: plans.Plan, begins: tuple[int, int, int], ends: tuple[int, int, int]
) -> None:
    assert plan.paid_from(datetime(*begins, tzinfo=UTC)) == datetime(*ends, tzinfo=UTC)


def test_the_card_service_charges_the_figures_of_a_plan_under_a_key_that_names_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CURRENCY", "EUR")
    get_settings.cache_clear()
    name = f"Supporting Member ({get_settings().org_name})"
    lookup = "rookiebattle_premium_2000_eur_year"
    assert SUPPORTING.price == Price(lookup, name, 20_00, "EUR", "year")
    assert plans.plan_of_price(lookup) is SUPPORTING


def test_nobody_is_charged_for_the_free_plan() -> None:
    with pytest.raises(ValueError, match="not charged"):
        _ = COMMUNITY.price


@pytest.mark.parametrize(
    ("lookup", "plan"),
    [
        ("rookiebattle_premium_1500_usd_year", SUPPORTING),
        ("rookiebattle_master_1000_usd_month", SUSTAINER),
        ("rookiebattle_master", SUSTAINER),
        ("rookiebattle_basic_0_usd_", None),
        ("rookiebattle_gold_1_usd_year", None),
        ("rookiebattle", None),
        ("another_premium_2000_usd_year", None),
        ("", None),
    ],
)
def test_a_price_buys_the_plan_that_its_key_names(lookup: str, plan: plans.Plan | None) -> None:
    assert plans.plan_of_price(lookup) is plan


def test_a_plan_is_found_by_its_key_and_by_its_tier() -> None:
    assert [plans.plan_named(one.key) for one in plans.PLANS] == list(plans.PLANS)
    assert [plans.plan_of_tier(one.tier) for one in plans.PLANS] == list(plans.PLANS)
    assert plans.plan_of_tier(Tier.NONE) is None


def test_a_plan_has_what_those_before_it_have() -> None:
    includes = [[plans.includes(one, other) for other in plans.PLANS] for one in plans.PLANS]
    assert includes == [[True, False, False], [True, True, False], [True, True, True]]
