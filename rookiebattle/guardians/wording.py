"""The sentences about guardians that several files say. Pure."""

INVITED, GROWN_UP = "guardian.invited", "guardian.grown_up"
"""The kinds of the letters."""
WAIVERS = {
    "signed": "Waiver signed",
    "missing": "Waiver missing",
    "outdated": "The waiver has a new version to sign",
    "expired": "Waiver ended",
    "unverified": "Paper waiver still to be checked",
}
AS_GUARDIAN = (
    "As their guardian you sign their waiver, register them for events and get the emails about "
    "them."
)
AS_ADULTS = (
    "You see each other under Your Account, and may pay for each other’s seats and those of each "
    "other’s teenagers. Nothing else is shared."
)
ENDED = "You’re no longer connected"
FOR_ADULTS = "Only adults can do this."
FOR_MINORS = "You’re an adult, so you don’t need a guardian."
NO_CONNECTION = "You’re not connected with this person."
NO_INVITATION = "This invitation has ended or was already used. Please ask for a new one."
NO_LINK = "This link has ended or was already used. Please ask your guardian for a new one."
ENOUGH_GUARDIANS = "Four guardians are the most. End a connection first."
TOO_YOUNG = "People have to be 13 to have an account. We kept nothing of this."
NOT_A_TEEN = "People of 18 or older make their own account. We kept nothing of this."
LAST_GUARDIAN = (
    "They can’t log in and you’re their only guardian. Send them their link first, or connect "
    "another guardian."
)


def invitation_key(invitation_id: str) -> str:
    return f"{INVITED}:{invitation_id}"


OWN_MONEY = "You can’t mark your own seat as paid. Please ask an administrator."
OWN_MONEY_OF_ADMIN = "You can’t enter your own payments. Please ask another administrator."
MONEY_OF_PEOPLE = "You can’t enter payments for your own people. Please ask someone else."
