"""The hashes for the content security policy are those that a browser computes."""

import base64
import hashlib

from rookiebattle.manage.after_build import script_hashes


def expected(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def test_every_inline_script_is_hashed_exactly_as_written() -> None:
    page = "<script> let a = '<b>&amp;é'; \n</script><p>x</p><script type=module>go()</script>"
    assert script_hashes([page]) == sorted([expected(" let a = '<b>&amp;é'; \n"), expected("go()")])


def test_scripts_with_an_address_need_no_hash() -> None:
    assert script_hashes(["<script src=/a.js></script><p>text</p>"]) == []


def test_the_same_script_on_two_pages_is_listed_once() -> None:
    assert len(script_hashes(["<script>a</script>", "<script>a</script>"])) == 1
