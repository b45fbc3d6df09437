"""Rules of guardians: ages by a birth date, and who may become whose guardian. Pure."""

from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from rookiebattle.accounts.models import AgeBand, User

YOUNGEST, OF_AGE = 13, 18


def age_on(born: date, day: date) -> int:
    """The age in years. Somebody born on February 29 is a year older on March 1."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def is_teenager(born: date, day: date) -> bool:
    """Whether somebody is 13 to 17."""
    return YOUNGEST <= age_on(born, day) < OF_AGE


def latest_birth_of_adults(day: date) -> date:
    """The last birth date with which somebody is of age on this day."""
    latest: date = day - relativedelta(years=OF_AGE)
    return latest


def of_age_on(born: date) -> date:
    """The 18th birthday; March 1 for somebody born on February 29."""
    birthday: date = born + relativedelta(years=OF_AGE)
    return birthday if birthday.day == born.day else birthday + timedelta(days=1)


def is_adult(user: User) -> bool:
    """Whether the account is an adult's. Before the welcome nobody knows."""
    return user.age_band == AgeBand.ADULT and user.erased_at is None


def is_minor(user: User) -> bool:
    """Whether the account is that of somebody of 13 to 17."""
    return user.age_band == AgeBand.MINOR and user.erased_at is None


def can_log_in(user: User) -> bool:
    """Whether a sign-in leads to the account: to a dependent's none does until it is claimed."""
    return user.issuer is not None
