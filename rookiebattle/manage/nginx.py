"""Writes the headers of the static files for the configurations of nginx in deploy/. Pure."""

from collections.abc import Iterable, Mapping

from rookiebattle import routes
from rookiebattle.core.serving.headers import CACHING, FILES, FOUND, POLICY, POLICY_OF_FILES

# The headers of pages, and the variable of nginx for each; a variable without a value sends none.
VARIABLES = {
    POLICY: "site_policy",
    "cross-origin-opener-policy": "site_opener",
    "link": "site_link",
    "permissions-policy": "site_permissions",
    "referrer-policy": "site_referrer",
    "strict-transport-security": "site_transport",
    "x-content-type-options": "site_types",
    "x-frame-options": "site_frames",
}
CACHE, PAGE_POLICY = "site_cache", "site_page_policy"
# Errors keep the headers that protect, and neither announce first data nor stay in caches.
ONLY_OF_FOUND = ("link",)
FIRST_LINES = r"""# Written by `make static`: what the site itself answers beside its pages.
# deploy/nginx-static.conf and deploy/nginx-two-domains.conf include it in the http block.

# The path as it was asked for; nginx changes its own $uri to the name of the file.
map $request_uri $site_path {
    "~^(?<site_asked>[^?]*)" $site_asked;
}
# A page has no slash at its end. Two at the beginning would lead to another site.
map $request_uri $site_without_slash {
    default "";
    "~^(?<site_page>/(?![/\\\\])[^?]*[^?/])/+(?<site_query>\?.*)?$" "$site_page$site_query";
}
"""


def configuration(pages: Mapping[str, Mapping[str, str]]) -> str:
    """The maps, for the headers of each page by its path. The start page's are the default."""
    usual = pages[routes.HOME]
    maps = [FIRST_LINES, _map(CACHE, "no-cache", _caching())]
    for header, variable in VARIABLES.items():
        if header == "link":
            maps.append(_map(variable, "", _links(pages)))
        elif header == POLICY:
            maps += _policies(usual.get(header, ""), _unusual(pages, header), variable)
        else:
            maps.append(_map(variable, usual.get(header, ""), _unusual(pages, header)))
    return "\n".join(maps)


def _policies(usual: str, unusual: Iterable[tuple[str, str]], variable: str) -> Iterable[str]:
    """The policies of pages, and that of files which are there, as in `DefaultHeaders`.

    nginx knows the status only when it has the answer, so the second map asks for both.
    """
    statuses, folders = "|".join(map(str, FOUND)), "|".join(FILES)
    of_files = f'"~^({statuses}) ({folders})"', POLICY_OF_FILES
    yield _map(PAGE_POLICY, usual, unusual)
    yield _map(variable, f"${PAGE_POLICY}", [of_files], of='"$status $site_path"')


def header_lines() -> str:
    """The headers of a file, for each location of nginx that serves files."""
    lines = [f"add_header cache-control ${CACHE};"]
    for header, variable in VARIABLES.items():
        always = "" if header in ONLY_OF_FOUND else " always"
        lines.append(f"add_header {header} ${variable}{always};")
    return "".join(f"{line}\n" for line in lines)


def _unusual(pages: Mapping[str, Mapping[str, str]], header: str) -> Iterable[tuple[str, str]]:
    """The pages whose header is not the start page's. Records have its headers; gates do not."""
    usual = pages[routes.HOME].get(header, "")
    for path, headers in pages.items():
        is_own = not _folder(path) or routes.is_gate(path)
        if is_own and headers.get(header, "") != usual:
            yield _pattern(path), headers.get(header, "")


def _links(pages: Mapping[str, Mapping[str, str]]) -> Iterable[tuple[str, str]]:
    """The address of each page's first data, with the query of the page; one rule for records."""
    found: dict[str, str] = {}
    for path, headers in pages.items():
        if link := headers.get("link", "").replace(">", "$is_args$args>", 1):
            found[_pattern(path)] = link.replace(path, "$site_path", 1) if _folder(path) else link
    return found.items()


def _pattern(path: str) -> str:
    """The address of a page, for a map of nginx; one pattern for all records, and one for gates."""
    if routes.is_gate(path):
        return f'"~^{routes.GATE.replace("[event_id]", "[^/]+")}$"'
    folder = _folder(path)
    return f'"~^{folder}/[^/]+$"' if folder else f'"{path}"'


def _folder(path: str) -> str:
    """'/events' of a record's page '/events/1a2b'; empty for other pages."""
    folder = path.rpartition("/")[0]
    return "" if folder == routes.ADMIN else folder


def _caching() -> Iterable[tuple[str, str]]:
    """By folder, as `DefaultHeaders` does; phones ask for the manifest now and then.

    Files have plain names. nginx finds a page at '/assets/..%2Fevents', too, and a cache on the way
    that reads it likewise would keep that page for a year.
    """
    for folder, caching in CACHING.items():
        yield rf'"~^/{folder}/(?!.*(\.\.|%))"', caching
    yield f'"{routes.MANIFEST}"', CACHING["art"]


def _map(
    variable: str, default: str, others: Iterable[tuple[str, str]], of: str = "$site_path"
) -> str:
    lines = [f'    {pattern} "{value}";' for pattern, value in others]
    return "\n".join([f"map {of} ${variable} {{", f'    default "{default}";', *lines, "}\n"])
