"""Keeps an account in a file, so that the demonstration goes on where it was stopped."""

import json
from dataclasses import asdict
from pathlib import Path

from tests.stripe_double.account import Account, Keys
from tests.stripe_double.subscriptions import Change


def write(account: Account, file: Path) -> None:
    """Write everything that the double knows."""
    told = {
        "keys": asdict(account.keys),
        "kept": account.kept,
        "moved": account.moved,
        "numbers": account.numbers,
        "pending": account.pending,
        "changes": {name: asdict(change) for name, change in account.changes.items()},
        "upcoming": sorted(account.upcoming),
        "trusted": sorted(account.trusted),
    }
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(told))
    draft.replace(file)


def read(file: Path) -> Account:
    """The account of a file; a new one when there is none."""
    if not file.exists():
        return Account()
    told = json.loads(file.read_text())
    account = Account(keys=Keys(**told["keys"]))
    account.kept.update(told["kept"])
    account.moved, account.numbers, account.pending = (
        told[name] for name in ("moved", "numbers", "pending")
    )
    account.changes = {name: Change(**change) for name, change in told["changes"].items()}
    account.upcoming = {(name, end) for name, end in told["upcoming"]}
    account.trusted = set(told["trusted"])
    return account
