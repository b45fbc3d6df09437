"""Rules of signing: whose name is typed, and until when a signature holds. Pure."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from rookiebattle.accounts.naming import Named
from rookiebattle.core.values.words import words_of
from rookiebattle.guardians.policy import of_age_on

MOST_BESIDE = 2
"""Words that a typed name may have beside the account's, such as a middle name and 'Jr.'."""


def is_name_of(typed: str, signer: Named, subject: Named) -> bool:
    """Whether a typed name may be the signer's: it has each word of the real name, if one is known.

    A middle name, capitals and accents make no difference. A row of many names is nobody's, because
    it would find a name by guessing. An account without a real name may sign with any name but that
    of the person for whom it signs.
    """
    words, own = set(words_of(typed)), set(words_of(signer.first_name, signer.last_name))
    if own:
        return own <= words and len(words - own) <= MOST_BESIDE
    others = set(words_of(subject.first_name, subject.last_name))
    return bool(words) and (words != others or signer is subject)


def holds_until(
    signed_at: datetime, valid_months: int, birth_date: date | None, zone: ZoneInfo
) -> datetime:
    """When a signature ends: after so many months of the calendar, or when a minor comes of age.

    Without a birth date, as for adults, the months decide alone.
    """
    here: datetime = signed_at.astimezone(zone) + relativedelta(months=valid_months)
    ends = here.astimezone(UTC)
    return min(ends, comes_of_age(birth_date, zone)) if birth_date else ends


def comes_of_age(birth_date: date, zone: ZoneInfo) -> datetime:
    """The first moment of the 18th birthday."""
    return datetime.combine(of_age_on(birth_date), time(), zone).astimezone(UTC)
