"""Each request for a file fails once. Other engines than Chromium remember a lost module."""

import httpx

from tests.engines.walker import LINK, Walker
from tests.engines.watched import FIND, LOSE
from tests.journeys.stage import Stage
from tests.servers.application import Application

UNDRESSED = """
  return [...document.querySelectorAll('link[rel="stylesheet"]')]
    .filter(({ sheet, media }) => !sheet && media !== "print").map(({ href }) => href)
"""


def test_a_page_whose_files_were_lost_once_mends_itself(
    walker: Walker, stage: Stage, site: Application
) -> None:
    stage.chapter()
    # Pages that this window has not loaded yet.
    start, link, heading = {
        "phone": ("/terms", "Chapters", "Our Chapters"),
        "desktop": ("/privacy", "Membership", "Membership"),
    }[walker.name.rpartition("-")[2]]
    httpx.get(site.url + LOSE)
    walker.open(start)
    if start == "/terms":
        walker.press("Open menu")
    walker.press(link, LINK)
    walker.expect(heading, "h1")
    walker.settle()
    assert walker.driver.run(UNDRESSED) == []
    lost = httpx.get(site.url + FIND).text
    for name in (start, f"/{link.lower()}"):
        assert f"_{name.strip('/')}_" in lost
    assert f"/styles/{link.lower()}.css" in lost
