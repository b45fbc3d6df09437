"""The public pages with ids that exist, and the blank page they are compared with."""

from dataclasses import dataclass

from bench import builds, data
from bench.app import FOUND, PUBLIC_PAGES
from bench.lab import Lab, Served

IDS = {"event": data.key("event", 120), "chapter": data.key("chapter", 3)}


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A page that visitors may open. `prerendered` means that its text is in the build."""

    name: str
    path: str
    prerendered: bool
    status: int


PAGES = tuple(
    PublicPage(
        name=page.path.format(event="{id}", chapter="{id}")
        if page.status == FOUND
        else "not found",
        path=page.path.format(**IDS),
        prerendered="{" not in page.path and page.status == FOUND,
        status=page.status,
    )
    for page in PUBLIC_PAGES
)


def blank_server(lab: Lab, *, database_url: str = "", query: str = "") -> Served:
    """The blank Reflex app, served like ours. Its handler can run `query`."""
    extra = {"BENCH_DATABASE_URL": database_url, "BENCH_QUERY": query}
    states = {"REFLEX_STATES_WORKDIR": str(lab.new_folder())}
    return lab.granian("blank.blank:app", cwd=builds.blank_app(), extra={**extra, **states})
