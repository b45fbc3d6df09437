"""One build serves at every address, and the policy has the hashes that a browser computes."""

import base64
import gzip
import hashlib
from pathlib import Path

import pytest

from rookiebattle.manage.after_build import _pack_programs, at_own_origin, script_hashes


@pytest.mark.parametrize("quote", ["`", '"', "'"])
def test_the_address_of_the_build_machine_is_computed_in_the_page(quote: str) -> None:
    script = f"var e={{EVENT:{quote}ws://localhost:8000/_event{quote},TRANSPORT:`websocket`}};"
    assert at_own_origin(script) == (
        'var e={EVENT:(globalThis.document?.querySelector("meta[name=api]")?.content'
        '??globalThis.location?.origin??"").replace("http","ws")+"/_event",'
        "TRANSPORT:`websocket`};"
    )


def test_other_addresses_stay() -> None:
    script = "var a=`https://www.youtube-nocookie.com/embed/`"
    assert at_own_origin(script) == script


def test_programs_have_a_packed_file_beside_them(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/reader-1.wasm").write_bytes(b"\0asm" * 100)
    _pack_programs(tmp_path)
    assert gzip.decompress((tmp_path / "assets/reader-1.wasm.gz").read_bytes()) == b"\0asm" * 100


def expected(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def test_every_inline_script_is_hashed_exactly_as_written() -> None:
    page = "<script> let a = '<b>&amp;é'; \n</script><p>x</p><script type=module>go()</script>"
    assert script_hashes([page]) == sorted([expected(" let a = '<b>&amp;é'; \n"), expected("go()")])


def test_scripts_with_an_address_need_no_hash() -> None:
    assert script_hashes(["<script src=/a.js></script><p>text</p>"]) == []


def test_the_same_script_on_two_pages_is_listed_once() -> None:
    assert len(script_hashes(["<script>a</script>", "<script>a</script>"])) == 1
