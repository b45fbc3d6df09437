"""A browser that translates its page, as Chrome does: each text gives its place to two <font>."""

from tests.journeys.people import Person

# The words stay, so that they are found. Chrome replaces some texts at once, others in two steps.
TRANSLATE = """() => {
  const LEFT = "script, style, noscript, textarea, svg, option, font, [translate=no]";
  let count = 0;
  const put = (text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(LEFT)) return;
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    outer.firstChild.append(text.data);
    count += 1;
    if (count % 2) text.replaceWith(outer);
    else {
      text.before(outer);
      text.remove();
    }
  };
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) put(node);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(put);
  };
  const watcher = new MutationObserver((records) => {
    const changed = records.flatMap(({ target, type, addedNodes }) =>
      type === "characterData" ? [target] : [...addedNodes]);
    for (const node of new Set(changed)) if (node.isConnected) translate(node);
  });
  document.documentElement.lang = "de";
  document.documentElement.classList.add("translated-ltr");
  translate(document.body);
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def translate(somebody: Person) -> None:
    """Translate the page that is open, and whatever comes to it from now on."""
    somebody.page.evaluate(TRANSLATE)
