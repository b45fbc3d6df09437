"""One build serves at every address."""

import gzip
from pathlib import Path

import pytest

from rookiebattle.manage.after_build import _pack_programs, at_own_origin


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
