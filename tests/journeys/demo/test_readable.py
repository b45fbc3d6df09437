"""The public pages stay readable: small, large, zoomed, with more space in the text, with the
system's own colors, and under a thumb. Each page is opened once and looked at in all these ways."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.gallery import behind_youtube
from tests.journeys.people import Person
from tests.journeys.site import DemoSite

PAGES = {
    "start": "/",
    "calendar": "/events",
    "list": "/events?view=list",
    "event": "",
    "chapters": "/chapters",
    "chapter": "",
    "resources": "/resources",
    "gallery": "/media",
    "parents": "/parents",
    "privacy": "/privacy",
    "terms": "/terms",
}
SIZES = {
    "the smallest phone": (320, 640),
    "200 % on a laptop": (640, 400),
    "a large screen": (2560, 1440),
}
SPACED = {"a phone with spaced text": (390, 844), "a laptop with spaced text": (1440, 900)}
PHONE = (390, 844)
SMALLEST_TARGET = 44
# The values of WCAG 2.2, 1.4.12.
SPACE = """
  () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
"""
NO_SPACE = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"
# Scripts that several of the looks below need. A control in running text is inline, as WCAG has it.
TOOLS = """
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const seen = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !node.closest('.sr-only, .skip, [aria-hidden=true]');
  const named = (node) => {
    const words = (node.ariaLabel || node.textContent || node.id).trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}.${node.className?.baseVal ?? node.className} “${words}”`;
  };
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter(seen);
"""
# Sideways scrolling, text that a box cuts off, and text on top of other text.
FAULTS_OF_TEXT = """
  () => {
    TOOLS
    const root = document.documentElement;
    const faults = [];
    const over = root.scrollWidth - root.clientWidth;
    if (over > 0) faults.push(`the page is ${over} px too wide`);
    const styles = new Map();
    const style = (node) => {
      if (!styles.has(node)) styles.set(node, getComputedStyle(node));
      return styles.get(node);
    };
    const around = function* (node) {
      for (let up = node; up && up !== document.body; up = up.parentElement) yield [up, style(up)];
    };
    const cutter = (node) => {
      for (const [up, of] of around(node)) {
        if (of.overflowX !== 'visible' || of.overflowY !== 'visible') return [up, of];
      }
      return [null, null];
    };
    // A box that scrolls shows all; one that ends in '…' on purpose shows the rest elsewhere.
    const isMeant = (of) =>
      /auto|scroll/.test(of.overflowX + of.overflowY) ||
      of.webkitLineClamp !== 'none' || of.textOverflow === 'ellipsis';
    const within = (one, edge) => {
      const left = Math.max(one.left, edge.left);
      const top = Math.max(one.top, edge.top);
      const width = Math.min(one.right, edge.right) - left;
      const height = Math.min(one.bottom, edge.bottom) - top;
      return new DOMRect(left, top, Math.max(width, 0), Math.max(height, 0));
    };
    const laid = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (!text.data.trim() || !seen(parent) || parent.closest('svg, select, noscript')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter((one) => one.width > 1);
      const [cutting, how] = cutter(parent);
      const edge = cutting?.getBoundingClientRect();
      if (cutting && !isMeant(how)) {
        const isCut = lines.some(
          (one) =>
            one.left < edge.left - 2 ||
            one.right > edge.right + 2 ||
            one.bottom - one.height / 5 > edge.bottom ||
            one.top + one.height / 5 < edge.top,
        );
        if (isCut) faults.push(`${named(parent)} is cut off by ${named(cutting)}`);
      }
      if ([...around(parent)].some(([, of]) => /fixed|sticky/.test(of.position))) continue;
      for (const line of lines) {
        const one = edge ? within(line, edge) : line;
        if (one.height > line.height / 2) laid.push({ text, parent, one });
      }
    }
    laid.sort((a, b) => a.one.top - b.one.top);
    laid.forEach((a, index) => {
      for (const b of laid.slice(index + 1)) {
        if (b.one.top > a.one.bottom) break;
        if (a.text === b.text) continue;
        const wide = Math.min(a.one.right, b.one.right) - Math.max(a.one.left, b.one.left);
        const high = Math.min(a.one.bottom, b.one.bottom) - Math.max(a.one.top, b.one.top);
        if (wide > 2 && high > Math.min(a.one.height, b.one.height) / 2) {
          faults.push(`${named(a.parent)} lies on ${named(b.parent)}`);
        }
      }
    });
    return [...new Set(faults)];
  }
"""
# A control whose middle belongs to something else cannot be pressed there.
HIDDEN_CONTROLS = """
  () => {
    TOOLS
    const covered = controls().filter((node) => {
      node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const [first] = node.getClientRects();
      if (!first) return true;
      const x = first.left + first.width / 2;
      const y = first.top + first.height / 2;
      const hit = document.elementFromPoint(x, y);
      return !hit || !(node.contains(hit) || node.labels?.[0]?.contains(hit));
    });
    window.scrollTo(0, 0);
    return covered.map(named);
  }
"""
SMALL_TARGETS = """
  (least) => {
    TOOLS
    const isInText = (node) =>
      getComputedStyle(node).display === 'inline' &&
      [...node.parentElement.childNodes].some((one) => one.nodeName === '#text' && one.data.trim());
    const isHit = (node, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (node.contains(hit) || node.labels?.[0]?.contains(hit));
    };
    // A link may reach farther than its box: how far, from its middle, on both sides?
    const reach = (node, x, y, [right, down]) => {
      let steps = 0;
      for (const sign of [-1, 1]) {
        for (let at = 1; at <= least; at += 1) {
          if (!isHit(node, x + sign * at * right, y + sign * at * down)) break;
          steps += 1;
        }
      }
      return steps;
    };
    const small = controls().filter((node) => {
      // Pins are 24 px apart at least; the rows beside the map lead to the same pages.
      if (isInText(node) || node.matches('.map-pin')) return false;
      node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const rect = node.getBoundingClientRect();
      if (rect.width >= least - 0.5 && rect.height >= least - 0.5) return false;
      const x = rect.left + rect.width / 2;
      const y = rect.top + rect.height / 2;
      return [[1, 0], [0, 1]].some((way) => reach(node, x, y, way) < least - 2);
    });
    window.scrollTo(0, 0);
    return small.map((node) => {
      const { width, height } = node.getBoundingClientRect();
      return `${named(node)} is ${Math.round(width)} x ${Math.round(height)} px`;
    });
  }
"""
# Words that belong together stay on one line, also with wider letters.
TORN = """
  () => {
    const [one, other] = document.querySelectorAll('.month-head .btn-icon');
    const isTorn = other && Math.abs(one.offsetTop - other.offsetTop) > 2;
    return isTorn ? ['the arrows of the month are torn apart'] : [];
  }
"""
# With the system's colors a background says nothing: what is chosen and what can be pressed must
# differ from the rest by a line.
WITHOUT_LINES = """
  () => {
    TOOLS
    const lines = (node) => {
      const of = getComputedStyle(node);
      const sides = ['Top', 'Right', 'Bottom', 'Left'].map(
        (side) => `${of[`border${side}Style`]} ${of[`border${side}Width`]}`,
      );
      return [...sides, `${of.outlineStyle} ${of.outlineWidth}`, of.textDecorationLine].join();
    };
    const isBare = (node) => !/(solid|double|dashed)/.test(lines(node));
    const bare = [...document.querySelectorAll('.btn:not(.btn-ghost)')].filter(seen).filter(isBare);
    const chosen = [...document.querySelectorAll(
      '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]',
    )].filter(seen);
    const alike = chosen.filter((node) => {
      const others = [...(node.closest('ul, nav, tbody, [role=group]') ?? document.body)
        .querySelectorAll(node.tagName)].filter((one) => one !== node && !chosen.includes(one));
      // The line may be that of a part: the numeral of today's cell has it.
      const inside = (one) => [one, ...one.querySelectorAll('*')].map(lines);
      return others.some((one) => {
        const known = new Set(inside(one));
        return inside(node).every((line) => known.has(line));
      });
    });
    return [...bare.map((one) => `${named(one)} has no edge`),
            ...alike.map((one) => `${named(one)} looks like the others`)];
  }
"""


FAULTY = """
  <p style="width: 600px">A paragraph that is wider than a phone.</p>
  <p style="width: 60px; height: 20px; overflow: hidden">Too many words for so small a box.</p>
  <p style="position: absolute; top: 300px">Below</p>
  <p style="position: absolute; top: 304px">Above</p>
  <a class="btn" href="#a" style="position: absolute; top: 400px">Go</a>
  <div style="position: absolute; top: 390px; width: 99px; height: 50px"></div>
  <nav><a aria-current="page" href="#b">Here</a> <a href="#c">There</a></nav>
"""
BUTTON = "width: 44px; height: 44px; border: 1px solid"
GOOD = f'<p>Words.</p><button class="btn" style="{BUTTON}">Go</button>'


def look(page: Page, script: str, argument: object = None) -> list[str]:
    found: list[str] = page.evaluate(script.replace("TOOLS", TOOLS), argument)
    return found


@pytest.fixture(scope="module")
def reader(demo: DemoSite) -> Iterator[Person]:
    with demo.person() as somebody:
        # The demo gallery has videos, whose still pictures come from there.
        behind_youtube(somebody.page)
        yield somebody


def address(demo: DemoSite, reader: Person, name: str) -> str:
    """The page's address; those of an event and a chapter have an id in them."""
    if name == "event":
        return demo.path_of("Small Group Spear Class")
    if name == "chapter":
        reader.go("/chapters")
        link = reader.page.locator("main a[href^='/chapters/']").first
        return link.get_attribute("href") or ""
    return PAGES[name]


@pytest.mark.parametrize("name", PAGES)
def test_a_public_page_stays_readable(demo: DemoSite, reader: Person, name: str) -> None:
    page = reader.go(address(demo, reader, name))
    found: dict[str, list[str]] = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = look(page, FAULTS_OF_TEXT) + look(page, HIDDEN_CONTROLS)
    page.evaluate(SPACE)
    for size, (width, height) in SPACED.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = look(page, FAULTS_OF_TEXT) + look(page, HIDDEN_CONTROLS) + look(page, TORN)
    page.evaluate(NO_SPACE)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    found["a thumb"] = look(page, SMALL_TARGETS, SMALLEST_TARGET)
    page.emulate_media(forced_colors="active")
    found["the system's colors"] = look(page, WITHOUT_LINES)
    page.emulate_media(forced_colors="none")
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_each_look_finds_what_it_looks_for(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    looks = {
        FAULTS_OF_TEXT: ("too wide", "is cut off by", "lies on"),
        HIDDEN_CONTROLS: ("“Go”",),
        SMALL_TARGETS: ("“Here”",),
        WITHOUT_LINES: ("“Go” has no edge", "“Here” looks like the others"),
    }
    for script, faults in looks.items():
        page.set_content(FAULTY)
        told = "\n".join(look(page, script, SMALLEST_TARGET))
        assert [one for one in faults if one not in told] == []
        page.set_content(GOOD)
        assert look(page, script, SMALLEST_TARGET) == []
    context.close()
