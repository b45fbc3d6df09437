"""Copies of the checkout in which tests type commands, and a database with people."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.checkout import Checkout


@pytest.fixture
def own_checkout(tmp_path: Path) -> Checkout:
    """A pristine clone whose Python packages are installed; the test may change its files."""
    return Checkout.copied(tmp_path / "checkout")


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return Checkout.copied(tmp_path_factory.mktemp("shared") / "checkout")


@pytest.fixture
def checkout(_shared: Checkout) -> Iterator[Checkout]:
    """A clone for tests that change only its data. The data is deleted at their end."""
    yield _shared
    shutil.rmtree(_shared.root / "data", ignore_errors=True)


@pytest.fixture(scope="session")
def _people(_shared: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder that `make seed` leaves."""
    _shared.make("seed")
    return (_shared.root / "data").rename(tmp_path_factory.mktemp("people") / "data")


@pytest.fixture
def peopled(_people: Path, checkout: Checkout) -> Checkout:
    """A clone with the demo data in its database."""
    shutil.copytree(_people, checkout.root / "data")
    return checkout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A clone whose pages are built, for tests that change none of its files."""
    copy = Checkout.copied(tmp_path_factory.mktemp("built") / "checkout")
    copy.add_pages()
    copy.add_git()
    return copy


@pytest.fixture
def filled(_people: Path, built: Checkout) -> Iterator[Checkout]:
    """A clone whose pages are built, with the demo data, which takes as long as two starts."""
    data = built.root / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(_people, data)
    yield built
    shutil.rmtree(data)
