"""Origins of addresses as browsers compare them, and which of them belong to one site."""

import re
from urllib.parse import urlsplit

SHARED_ENDING = re.compile("ac|asn|com?|edu|gen|gob|gov|ltd|me|net?|nom|org?|plc|sch")
"""Below a country's two letters these belong to nobody: co.uk, asn.au, or.jp."""
COUNTRY = 2
USUAL_PORTS = {"http": 80, "https": 443}


def origin_of(address: str) -> str:
    """The address as browsers name it: small letters, no usual port; empty if it is not one."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return ""
    more = parts.path or parts.query or parts.fragment or parts.username
    if parts.scheme not in USUAL_PORTS or not parts.hostname or more:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = port in (None, USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{port}"


def are_of_one_site(one: str, other: str) -> bool:
    """Whether browsers send one host's cookies with what its pages ask of the other."""
    upper, lower = sorted((one, other), key=len)
    return f".{lower}".endswith(f".{upper}") or _site(one) == _site(other)


def _site(host: str) -> list[str]:
    """The last names of a host, which pages and API of one club share: two, or three below co.uk.

    Browsers know of such endings from a list of thousands. These are the usual ones. The last
    numbers of an address such as 10.0.0.1 belong to nobody.
    """
    names = host.split(".")
    if names[-1].isdigit():
        return [host]
    is_shared = len(names[-1]) == COUNTRY and SHARED_ENDING.fullmatch("".join(names[-2:-1]))
    return names[-3 if is_shared else -2 :]
