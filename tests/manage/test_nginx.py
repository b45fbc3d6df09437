"""The headers of files, as maps for nginx. `tests/journeys` compares them with the site's own."""

from rookiebattle.core.serving.headers import POLICY_OF_FILES
from rookiebattle.manage.nginx import configuration, header_lines

USUAL = {"content-security-policy": "default-src 'self'", "referrer-policy": "same-origin"}
EVENT = "/events/1a2b"


def maps_of(text: str) -> dict[str, list[str]]:
    """The lines of each map by its variable."""
    found: dict[str, list[str]] = {}
    for block in text.split("\nmap ")[1:]:
        head, _, rest = block.partition(" {\n")
        name = head.rpartition("$")[2]
        found[name] = [line.strip() for line in rest.partition("\n}")[0].splitlines()]
    return found


def test_a_page_with_other_headers_has_a_line() -> None:
    checkout = USUAL | {"referrer-policy": "no-referrer"}
    maps = maps_of(configuration({"/": USUAL, "/checkout": checkout, "/media": USUAL}))
    assert maps["site_referrer"] == ['default "same-origin";', '"/checkout" "no-referrer";']
    assert maps["site_page_policy"] == ["default \"default-src 'self'\";"]


def test_every_gate_has_its_own_policy() -> None:
    gate = USUAL | {
        "content-security-policy": "default-src 'none'",
        "link": "</data/events/0/gate>",
    }
    maps = maps_of(configuration({"/": USUAL, "/events/0/gate": gate}))
    assert maps["site_page_policy"][1] == '"~^/events/[^/]+/gate$" "default-src \'none\'";'
    assert maps["site_link"][1] == '"~^/events/[^/]+/gate$" "</data$site_path$is_args$args>";'


def test_a_file_that_is_there_has_the_short_policy() -> None:
    default, files = maps_of(configuration({"/": USUAL}))["site_policy"]
    assert default == 'default "$site_page_policy";'
    assert files == f'"~^(200|206|304) (/assets/|/fonts/|/art/|/styles/)" "{POLICY_OF_FILES}";'


def test_first_data_is_announced_with_the_query_of_the_page() -> None:
    link = "<{}>; rel=preload; as=fetch"
    pages = {
        "/": USUAL,
        "/chapters": USUAL | {"link": link.format("/api/first-data/chapters")},
        EVENT: USUAL | {"link": link.format(f"https://api.example.org/api/first-data{EVENT}")},
    }
    first, second = "/api/first-data/chapters", "https://api.example.org/api/first-data$site_path"
    assert maps_of(configuration(pages))["site_link"] == [
        'default "";',
        f'"/chapters" "<{first}$is_args$args>; rel=preload; as=fetch";',
        f'"~^/events/[^/]+$" "<{second}$is_args$args>; rel=preload; as=fetch";',
    ]


def test_hashed_files_are_kept_for_a_year_and_pages_are_asked_for_again() -> None:
    maps = maps_of(configuration({"/": USUAL}))
    assert maps["site_cache"][0] == 'default "no-cache";'
    kept = "public, max-age=31536000, immutable"
    assert rf'"~^/assets/(?!.*(\.\.|%))" "{kept}";' in maps["site_cache"]


def test_errors_have_the_headers_that_protect_and_no_others() -> None:
    lines = header_lines().splitlines()
    assert "add_header content-security-policy $site_policy always;" in lines
    assert {line for line in lines if "always" not in line} == {
        "add_header cache-control $site_cache;",
        "add_header link $site_link;",
    }
