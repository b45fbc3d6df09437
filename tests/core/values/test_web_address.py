"""The addresses of other sites that are accepted, and those that are not."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rookiebattle.core.values.web_address import WebAddress

ADDRESS: TypeAdapter[str] = TypeAdapter(WebAddress)


@pytest.mark.parametrize(
    "text",
    [
        "https://docs.example.org/a?b=c#d",
        "http://example.org",
        "HTTPS://Example.org:8443/x",
        "https://übung.example.org/ä",
        "  https://example.org/trimmed  ",
    ],
)
def test_web_addresses_pass_as_they_were_given(text: str) -> None:
    assert ADDRESS.validate_python(text) == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "//example.org",
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "ftp://example.org",
        "https://",
        "https:///path",
        "https://exa mple.org",
        "https://bank.example@evil.example/",
        "https://evil.example\\@bank.example",
        "https://example.org:99999/",
        "https://example..org/",
        "https://./",
        'https://example.org/"onclick="x',
        "https://" + "x" * 300 + ".example/",
    ],
)
def test_everything_else_must_be_a_valid_url(text: str) -> None:
    with pytest.raises(ValidationError, match="Must be a valid URL"):
        ADDRESS.validate_python(text)


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("\ufeffhttps://example.org/a\u200b", "https://example.org/a"),
        ("https://exam\u00adple.org/", "https://example.org/"),
        ("https://example.org/\u202egnp.exe", "https://example.org/gnp.exe"),
        ("https://example.org/a.", "https://example.org/a"),
        ("(see) https://example.org/a", None),
        ("<https://example.org/a>,", "https://example.org/a"),
        ("(https://example.org/a)", "https://example.org/a"),
        ("https://example.org/Sword_(film)", "https://example.org/Sword_(film)"),
        ("https://example.org/می\u200cخواهم", "https://example.org/می\u200cخواهم"),
    ],
)
def test_a_link_is_taken_out_of_what_was_pasted(pasted: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(ValidationError):
            ADDRESS.validate_python(pasted)
    else:
        assert ADDRESS.validate_python(pasted) == meant


def test_an_address_has_an_end() -> None:
    with pytest.raises(ValidationError, match="at most 2048"):
        ADDRESS.validate_python("https://example.org/" + "x" * 2048)
