"""Uppy's own S3 client in a browser's page, on networks that break."""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

MB = 1024 * 1024
CONTENT = re.compile("/api/objects/content")
MOST_RETRIES = 6
# Each megabyte has bytes of its own, so that parts in a wrong order are seen.
SEND = """
async ({ size, multipart, most }) => {
  const pieces = [];
  for (let at = 0, n = 0; at < size; at += 1048576, n += 1) {
    pieces.push(new Uint8Array(Math.min(1048576, size - at)).fill(n));
  }
  const uppy = new window.Uppy();
  uppy.use(window.AwsS3, {
    companionEndpoint: `${location.origin}/api/uploads`,
    ...(multipart === null ? {} : { shouldUseMultipart: multipart }),
  });
  uppy.addFile({ name: "battle.mp4", type: "video/mp4", data: new Blob(pieces) });
  let result = await uppy.upload();
  let retries = 0;
  while (result.failed.length && retries < most) {
    retries += 1;
    result = await uppy.retryAll();
  }
  return {
    retries,
    problems: result.failed.map(({ error }) => error),
    urls: result.successful.map(({ uploadURL }) => uploadURL),
  };
}
"""

Fault = Callable[[Route], None]


def lost(route: Route) -> None:
    route.abort("connectionreset")


def answering(status: int, body: str = "") -> Fault:
    return lambda route: route.fulfill(status=status, body=body)


FAULTS: dict[str, Fault] = {
    "lost": lost,
    "expired": answering(403, "Request has expired"),
    "busy": answering(429),
    "broken": answering(500),
}


@dataclass
class Network:
    """Lets the requests with content through, but for those that are to fail, by their place."""

    faults: dict[int, Fault]
    seen: list[str] = field(default_factory=list)

    def __call__(self, route: Route) -> None:
        fault = self.faults.get(len(self.seen))
        self.seen.append(route.request.url)
        if fault:
            fault(route)
        else:
            route.continue_()


def send(
    page: Page, script: str, size: int, faults: Iterable[Fault], multipart: bool | None
) -> Any:
    """Send a file of so many bytes with Uppy; the second request fails, the fourth, and so on."""
    network = Network({2 * place + 1: fault for place, fault in enumerate(faults)})
    page.route(CONTENT, network)
    page.evaluate(script)
    told = page.evaluate(SEND, {"size": size, "multipart": multipart, "most": MOST_RETRIES})
    page.unroute(CONTENT)
    return {**told, "sent": len(network.seen)}


def is_whole(folder: Path, url: str, size: int) -> bool:
    """Whether the folder of a site has the file of this address, byte for byte."""
    stored = hashlib.sha256((folder / "incoming" / url.rpartition("/")[2]).read_bytes())
    wanted = hashlib.sha256()
    for number, at in enumerate(range(0, size, MB)):
        wanted.update(bytes([number % 256]) * min(MB, size - at))
    return stored.digest() == wanted.digest()
