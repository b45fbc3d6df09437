// A browser that translates a page (Google Translate) puts a <font> in the place of each text.
// React goes on with its own text: it would change one that nobody sees, and the page would stop
// when React removes a text that is not there.
const { TEXT_NODE } = globalThis.Node ?? {};
const OPTIONS = { characterData: true };
// Maps a text, or such a <font>, to the node that replaced it.
const standIns = new WeakMap();
const taken = new WeakSet();

const isText = ({ nodeType }) => nodeType === TEXT_NODE;
const isFont = ({ nodeName }) => nodeName === "FONT";

// The node that is shown for this one: itself, as long as nothing has taken its place.
function shownFor(node) {
  let found = node;
  while (found && !found.parentNode && standIns.has(found)) found = standIns.get(found);
  return found ?? null;
}

function noteReplaced(node, { addedNodes, previousSibling, nextSibling }, watcher) {
  if (node.parentNode || !(isText(node) || isFont(node))) return;
  const isStandIn = isText(node) ? isFont : isText;
  const around = [...addedNodes, previousSibling, nextSibling].filter(Boolean);
  const found = around.find((one) => isStandIn(one) && !taken.has(one));
  if (!found) return;
  taken.add(found);
  standIns.set(node, found);
  if (isText(node)) watcher.observe(node, OPTIONS);
}

// A text that React has changed comes back, and is translated anew.
function showAgain(text) {
  const shown = shownFor(text);
  if (shown !== text && shown.parentNode) shown.replaceWith(text);
  standIns.delete(text);
}

function watchTexts() {
  const watcher = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") showAgain(record.target);
      else for (const node of record.removedNodes) noteReplaced(node, record, watcher);
    }
  });
  watcher.observe(document, { childList: true, subtree: true });
}

// A text that disappeared without a replacement needs no removal.
function takeWhatIsShown() {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function remove(child) {
    const shown = child.parentNode === this ? child : shownFor(child);
    if (shown.parentNode !== this && isText(child)) return child;
    return removeChild.call(this, shown);
  };
  Node.prototype.insertBefore = function insert(node, before) {
    const next = before && before.parentNode !== this ? shownFor(before) : before;
    const isLost = next && isText(before) && next.parentNode !== this;
    return insertBefore.call(this, shownFor(node), isLost ? null : next);
  };
  Node.prototype.appendChild = function append(node) {
    return appendChild.call(this, shownFor(node));
  };
}

if (TEXT_NODE) {
  watchTexts();
  takeWhatIsShown();
}
