"""The words about accounts that several files say. Pure."""

from rookiebattle import routes
from rookiebattle.accounts.models import AgeBand

LOG_OUT_EVERYWHERE = "Log Out Everywhere"
NO_MEMBER = "This member doesn’t exist."
HAS_ACCOUNT = (
    "You’re logged in with an account that’s already in use. Log out, and log in as the person "
    "this link is for."
)
NOT_CLAIMED = "They have to log in once before you can make them an administrator"
TOO_YOUNG = (
    "You need to be 13 to have an account, so we deleted this one and didn’t keep your info. We’d "
    "love to meet you when you’re 13!"
)
AGES = {AgeBand.ADULT.value: "18 or older", AgeBand.MINOR.value: "13 to 17"}
TIERS = {
    "none": "No plan",
    "basic": "Community Member",
    "premium": "Supporting Member",
    "master": "Sustainer",
}
ERRANDS = {
    routes.ACCOUNT: "Then your account opens.",
    routes.CHECKOUT: "Then you can pay.",
    routes.EVENTS: "Then it’s back to the calendar.",
    routes.MEMBERSHIP: "Then you choose a plan or make a donation.",
    routes.MY_EVENTS: "Then you see the events you’re going to.",
    routes.PASSES: "Then your pass opens.",
    routes.PROGRESS: "Then you see your beads and paths.",
    routes.RESOURCES: "Then it’s back to the resources.",
}
"""The sentences about what comes after a login that leads to a page, by its path."""


def tier_label(tier: str) -> str:
    return TIERS.get(tier, tier.title())
