"""Every call that the double answers: its address, its typed parameters, and what it does.

A parameter that Stripe knows but the double does not act on is refused with 501.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stripe import params
from stripe.params import billing_portal

from tests.stripe_double import (
    catalogue,
    charges,
    customers,
    events,
    intents,
    invoices,
    setups,
    subscriptions,
)
from tests.stripe_double.shapes import Json

PAGE = "limit starting_after ending_before created"


@dataclass(frozen=True)
class Route:
    """One call. `takes` names the parameters that the double acts on, beside `expand`.

    Silence about another one would let the site rely on it.
    """

    method: str
    path: str
    does: Callable[..., Json | Iterable[Json]]
    params: type
    takes: str = ""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    @property
    def known(self) -> set[str]:
        return {"expand", *self.takes.split()}

    def matches(self, method: str, path: str) -> dict[str, Any] | None:
        """The ids in an address, when it is this call's."""
        found = self.pattern.fullmatch(path) if method == self.method else None
        return None if found is None else found.groupdict()


def _get(path: str, does: Callable[..., Any], kind: type, takes: str = "") -> Route:
    return Route("GET", path, does, kind, takes)


def _post(path: str, does: Callable[..., Any], kind: type, takes: str = "") -> Route:
    return Route("POST", path, does, kind, takes)


PERSON = "name email phone description address preferred_locales shipping metadata"
INTENT = "amount currency customer description metadata receipt_email setup_future_usage"

ROUTES = (
    _post("/v1/customers", customers.create, params.CustomerCreateParams, PERSON),
    _get("/v1/customers", customers.listed, params.CustomerListParams, f"{PAGE} email"),
    _get("/v1/customers/{id_}", customers.retrieve, params.CustomerRetrieveParams),
    _post(
        "/v1/customers/{id_}",
        customers.update,
        params.CustomerUpdateParams,
        f"{PERSON} invoice_settings",
    ),
    Route("DELETE", "/v1/customers/{id_}", customers.delete, params.CustomerDeleteParams),
    _get(
        "/v1/customers/{id_}/payment_methods",
        customers.methods,
        params.CustomerPaymentMethodListParams,
        f"{PAGE} type",
    ),
    _get(
        "/v1/payment_methods",
        customers.methods,
        params.PaymentMethodListParams,
        f"{PAGE} customer type",
    ),
    _get("/v1/payment_methods/{id_}", customers.method, params.PaymentMethodRetrieveParams),
    _post(
        "/v1/payment_methods/{id_}/attach",
        customers.attach,
        params.PaymentMethodAttachParams,
        "customer",
    ),
    _post("/v1/payment_methods/{id_}/detach", customers.detach, params.PaymentMethodDetachParams),
    _post(
        "/v1/products",
        catalogue.create_product,
        params.ProductCreateParams,
        "id name description metadata",
    ),
    _get("/v1/products", catalogue.products, params.ProductListParams, f"{PAGE} ids active"),
    _get("/v1/products/{id_}", catalogue.product, params.ProductRetrieveParams),
    _post(
        "/v1/products/{id_}",
        catalogue.update_product,
        params.ProductUpdateParams,
        "name description active metadata",
    ),
    _post(
        "/v1/prices",
        catalogue.create_price,
        params.PriceCreateParams,
        "currency unit_amount product product_data recurring lookup_key transfer_lookup_key "
        "nickname metadata tax_behavior",
    ),
    _get(
        "/v1/prices",
        catalogue.prices,
        params.PriceListParams,
        f"{PAGE} active currency lookup_keys product type",
    ),
    _get("/v1/prices/{id_}", catalogue.price, params.PriceRetrieveParams),
    _post(
        "/v1/prices/{id_}",
        catalogue.update_price,
        params.PriceUpdateParams,
        "active lookup_key transfer_lookup_key nickname metadata",
    ),
    _post(
        "/v1/payment_intents",
        intents.create,
        params.PaymentIntentCreateParams,
        f"{INTENT} automatic_payment_methods allowed_payment_method_types payment_method confirm "
        "off_session return_url statement_descriptor_suffix",
    ),
    _get("/v1/payment_intents", intents.listed, params.PaymentIntentListParams, f"{PAGE} customer"),
    _get("/v1/payment_intents/{id_}", intents.retrieve, params.PaymentIntentRetrieveParams),
    _post(
        "/v1/payment_intents/{id_}",
        intents.update,
        params.PaymentIntentUpdateParams,
        "amount customer description metadata receipt_email setup_future_usage",
    ),
    _post(
        "/v1/payment_intents/{id_}/confirm",
        intents.confirm,
        params.PaymentIntentConfirmParams,
        "payment_method off_session return_url",
    ),
    _post(
        "/v1/payment_intents/{id_}/cancel",
        intents.cancel,
        params.PaymentIntentCancelParams,
        "cancellation_reason",
    ),
    _post(
        "/v1/setup_intents",
        setups.create,
        params.SetupIntentCreateParams,
        "customer description metadata payment_method_types usage",
    ),
    _get("/v1/setup_intents", setups.listed, params.SetupIntentListParams, f"{PAGE} customer"),
    _get("/v1/setup_intents/{id_}", setups.retrieve, params.SetupIntentRetrieveParams),
    _post(
        "/v1/setup_intents/{id_}/confirm",
        setups.confirm,
        params.SetupIntentConfirmParams,
        "payment_method return_url",
    ),
    _post(
        "/v1/subscriptions",
        subscriptions.create,
        params.SubscriptionCreateParams,
        "customer items payment_behavior payment_settings metadata description off_session "
        "default_payment_method cancel_at_period_end",
    ),
    _get(
        "/v1/subscriptions",
        subscriptions.listed,
        params.SubscriptionListParams,
        f"{PAGE} customer price status",
    ),
    _get("/v1/subscriptions/{id_}", subscriptions.retrieve, params.SubscriptionRetrieveParams),
    _post(
        "/v1/subscriptions/{id_}",
        subscriptions.update,
        params.SubscriptionUpdateParams,
        "items payment_behavior proration_behavior billing_cycle_anchor cancel_at_period_end "
        "cancellation_details default_payment_method description metadata off_session "
        "payment_settings",
    ),
    Route(
        "DELETE",
        "/v1/subscriptions/{id_}",
        subscriptions.cancel,
        params.SubscriptionCancelParams,
        "cancellation_details",
    ),
    _get(
        "/v1/invoices",
        invoices.listed,
        params.InvoiceListParams,
        f"{PAGE} customer status subscription",
    ),
    _post(
        "/v1/invoices/create_preview",
        subscriptions.preview_change,
        params.InvoiceCreatePreviewParams,
        "customer subscription subscription_details",
    ),
    _get("/v1/invoices/{id_}", invoices.retrieve, params.InvoiceRetrieveParams),
    _post("/v1/invoices/{id_}/pay", invoices.pay, params.InvoicePayParams, "payment_method"),
    _post("/v1/invoices/{id_}/void", invoices.void, params.InvoiceVoidInvoiceParams),
    _get(
        "/v1/invoice_payments",
        invoices.payments,
        params.InvoicePaymentListParams,
        f"{PAGE} invoice payment status",
    ),
    _get("/v1/invoice_payments/{id_}", invoices.payment, params.InvoicePaymentRetrieveParams),
    _post(
        "/v1/refunds",
        charges.refund,
        params.RefundCreateParams,
        "payment_intent charge amount reason metadata",
    ),
    _get("/v1/refunds", charges.refunds, params.RefundListParams, f"{PAGE} charge payment_intent"),
    _get("/v1/refunds/{id_}", charges.retrieve_refund, params.RefundRetrieveParams),
    _get("/v1/charges", charges.listed, params.ChargeListParams, f"{PAGE} customer payment_intent"),
    _get("/v1/charges/{id_}", charges.retrieve, params.ChargeRetrieveParams),
    _get(
        "/v1/disputes", charges.disputes, params.DisputeListParams, f"{PAGE} charge payment_intent"
    ),
    _get("/v1/disputes/{id_}", charges.retrieve_dispute, params.DisputeRetrieveParams),
    _get(
        "/v1/balance_transactions",
        charges.transactions,
        params.BalanceTransactionListParams,
        f"{PAGE} source type payout",
    ),
    _get(
        "/v1/balance_transactions/{id_}",
        charges.transaction,
        params.BalanceTransactionRetrieveParams,
    ),
    _get("/v1/payouts", charges.payouts, params.PayoutListParams, f"{PAGE} status"),
    _get("/v1/events", events.listed, params.EventListParams, f"{PAGE} type types"),
    _get("/v1/events/{id_}", events.retrieve, params.EventRetrieveParams),
    _post(
        "/v1/billing_portal/sessions",
        setups.open_portal,
        billing_portal.SessionCreateParams,
        "customer return_url flow_data",
    ),
)


def find(method: str, path: str) -> tuple[Route, dict[str, Any]] | None:
    """The call of an address, and the ids in it."""
    for route in ROUTES:
        ids = route.matches(method, path)
        if ids is not None:
            return route, ids
    return None
