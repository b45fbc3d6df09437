"""The words about accounts that several files say. Pure."""

from rookiebattle.accounts.models import AgeBand

AGES = {AgeBand.ADULT.value: "18 or older", AgeBand.MINOR.value: "13 to 17"}
