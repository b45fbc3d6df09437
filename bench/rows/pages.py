"""The public pages, and the blank page they are compared with."""

from dataclasses import dataclass

from bench import builds, data
from bench.lab import Lab, Served


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A page that visitors may open. `prerendered`: its text is in the HTML."""

    name: str
    path: str
    prerendered: bool = True
    status: int = 200


PAGES = (
    PublicPage("/", "/"),
    PublicPage("/events", "/events"),
    PublicPage("/events/{id}", f"/events/{data.key('event', 120)}", prerendered=False),
    PublicPage("/chapters", "/chapters"),
    PublicPage("/chapters/{id}", f"/chapters/{data.key('chapter', 3)}", prerendered=False),
    PublicPage("/resources", "/resources"),
    PublicPage("not found", "/no-such-page", prerendered=False, status=404),
)


def blank_server(lab: Lab, *, database_url: str = "", query: str = "") -> Served:
    """The blank Reflex app, served like ours; its handler may read with `query`."""
    extra = {"BENCH_DATABASE_URL": database_url, "BENCH_QUERY": query}
    states = {"REFLEX_STATES_WORKDIR": str(lab.new_folder())}
    return lab.granian("blank.blank:app", cwd=builds.blank_app(), extra={**extra, **states})
