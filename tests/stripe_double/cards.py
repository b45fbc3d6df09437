"""Stripe's test cards, what the bank says to each of them, and the payment methods made of them."""

from dataclasses import dataclass
from typing import Any

from tests.stripe_double.account import Account
from tests.stripe_double.errors import CardError, Refusal
from tests.stripe_double.shapes import Json


@dataclass(frozen=True)
class BankCard:
    """One number of Stripe's list of test cards."""

    brand: str = "visa"
    refused: str = ""
    """The code with which each payment is declined."""
    decline_code: str = ""
    later: bool = False
    """Whether it can be attached to a customer although every payment is declined."""
    asks: str = ""
    """'always' or 'once': whether the bank asks its holder (3-D Secure)."""
    disputed: bool = False
    refund_fails: bool = False


CARDS: dict[str, BankCard] = {
    "4242424242424242": BankCard(),
    "5555555555554444": BankCard("mastercard"),
    "378282246310005": BankCard("amex"),
    "4000000000000002": BankCard(refused="card_declined", decline_code="generic_decline"),
    "4000000000009995": BankCard(refused="card_declined", decline_code="insufficient_funds"),
    "4000000000009987": BankCard(refused="card_declined", decline_code="lost_card"),
    "4000000000000069": BankCard(refused="expired_card"),
    "4000000000000127": BankCard(refused="incorrect_cvc"),
    "4000000000000119": BankCard(refused="processing_error"),
    "4000000000000341": BankCard(
        refused="card_declined", decline_code="generic_decline", later=True
    ),
    "4000002760003184": BankCard(asks="always"),
    "4000002500003155": BankCard(asks="once"),
    "4000008260003178": BankCard(
        asks="always", refused="card_declined", decline_code="insufficient_funds"
    ),
    "4000000000000259": BankCard(disputed=True),
    "4000000000005126": BankCard(refund_fails=True),
}
BY_TOKEN = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_authenticationRequired": "4000002760003184",
    "pm_card_authenticationRequiredOnSetup": "4000002500003155",
    "pm_card_createDispute": "4000000000000259",
    "pm_card_refundFail": "4000000000005126",
}
SENTENCES = {
    "card_declined": "Your card was declined.",
    "insufficient_funds": "Your card has insufficient funds.",
    "expired_card": "Your card has expired.",
    "incorrect_cvc": "Your card's security code is incorrect.",
    "processing_error": "An error occurred while processing your card. Try again in a little bit.",
}


def make(account: Account, number: str, **billing: Any) -> Json:
    """A payment method of a card that somebody typed."""
    number = number.replace(" ", "")
    if number not in CARDS:
        raise CardError("incorrect_number", "Your card number is incorrect.", param="number")
    method = account.add("payment_method", type="card", card=_card(number))
    method["billing_details"] = {**method["billing_details"], **billing}
    account.numbers[method["id"]] = number
    return method


def of_token(account: Account, id_: str) -> Json:
    """A payment method by its id, or a new one for a token such as 'pm_card_visa'."""
    if id_ in BY_TOKEN:
        return make(account, BY_TOKEN[id_])
    return account.find("payment_method", id_)


def of_data(account: Account, data: Json) -> Json:
    """A payment method of what a browser sends with a confirmation."""
    if data.get("type") != "card" or "card" not in data:
        raise Refusal("Only cards are accepted.", param="payment_method_data[type]")
    billing = data.get("billing_details", {})
    return make(account, data["card"].get("number", ""), **billing)


def card_of(account: Account, method: Json) -> BankCard:
    """How the bank treats a payment method."""
    return CARDS[account.numbers[method["id"]]]


def decline(card: BankCard, **more: Any) -> CardError:
    """The bank's answer to a card that it declines."""
    sentence = SENTENCES.get(card.decline_code) or SENTENCES[card.refused]
    return CardError(card.refused, sentence, card.decline_code, **more)


def _card(number: str) -> Json:
    return {
        "brand": CARDS[number].brand,
        "checks": {
            "address_line1_check": None,
            "address_postal_code_check": None,
            "cvc_check": "pass",
        },
        "country": "US",
        "display_brand": CARDS[number].brand,
        "exp_month": 12,
        "exp_year": 2034,
        "fingerprint": f"double{number[-4:]}",
        "funding": "credit",
        "generated_from": None,
        "last4": number[-4:],
        "networks": {"available": [CARDS[number].brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }
