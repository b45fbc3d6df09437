"""One build serves at every address."""

import pytest

from rookiebattle.manage.after_build import at_own_origin


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
