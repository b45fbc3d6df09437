"""The rules that are changed, and the tests that must notice."""

from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "rookiebattle"

# Each file with tests besides those that mirror it: `events/policy.py` has `events/test_policy.py`.
RULES: dict[str, tuple[str, ...]] = {
    "accounts/look_alikes.py": ("accounts/test_policy.py",),
    "accounts/naming.py": ("accounts/test_policy.py",),
    "accounts/newcomers.py": (),
    "accounts/policy.py": (),
    "chapters/policy.py": (),
    "core/actor.py": ("core/test_permissions.py",),
    "core/values/dates.py": (),
    "core/values/distance.py": (),
    "core/limits.py": (),
    "core/values/money.py": (),
    "core/permissions.py": (),
    "core/privacy.py": (),
    "core/values/web_address.py": (),
    "events/allowance.py": ("events/test_leaving.py",),
    "events/foreign_zones.py": (),
    "events/policy.py": (),
    "events/recurrence.py": (),
    "events/remarks.py": (),
    "events/timing.py": (),
    "events/when.py": (),
    "gate/verdict.py": (),
    "guardians/policy.py": (),
    "media/policy.py": (),
    "media/youtube.py": (),
    "members/judging.py": ("members/test_importing.py",),
    "members/policy.py": (),
    "notifications/policy.py": (),
    "payments/ledger.py": (),
    "payments/perks.py": ("payments/seats/test_perks.py",),
    "payments/plans.py": (),
    "payments/policy.py": (),
    "progression/ledger.py": (),
    "progression/policy.py": (),
    "progression/ranks.py": (),
    "progression/steps.py": (),
    "registrations/policy.py": (),
    "registrations/pricing.py": (),
    "resources/policy.py": (),
    "roles/policy.py": (),
    "sheets/policy.py": ("sheets/test_service.py",),
    "uploads/kinds.py": (),
    "uploads/policy.py": (),
    "waivers/policy.py": (),
}


def tests_of(file: str) -> list[str]:
    """The test files that must notice a change of this file of the checkout."""
    name = PurePosixPath(file).relative_to(PACKAGE)
    beside = name.with_name(f"test_{name.name}")
    found = [f"tests/{one}" for one in (beside, *RULES[str(name)])]
    return [one for one in dict.fromkeys(found) if (ROOT / one).exists()]
