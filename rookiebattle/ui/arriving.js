import { persist } from "./persist.js";

// A page is shown once all that it is drawn with has arrived. Until then the page before it stays.

const sheets = new Map();
const selectorOf = (href) => `link[rel="stylesheet"][href="${href}"]`;

// Whether the file is there; an error while nobody knows. A deployment may have removed it. Then
// only the document knows the one of today.
async function isThere(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return false;
  if (!answer.ok) throw new Error(path);
  await answer.arrayBuffer();
  return true;
}

// Opens the page to which the router is on its way as a document.
function leave() {
  const to = window.__reactRouterDataRouter?.state.navigation.location;
  window.location.assign(to ? to.pathname + to.search + to.hash : window.location.href);
  return new Promise(() => undefined);
}

function linkOf(href) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  link.dataset.precedence = "default";
  return link;
}

// Resolves when the link has its rules. It stands behind the sheets of all pages, whose rules it
// may replace. A second try takes the place of the first, because of two sheets the later one wins.
const loaded = (link, before) =>
  new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(link.href));
    if (before) before.replaceWith(link);
    else document.head.append(link);
  });

function asked(href) {
  let link = null;
  return persist(async () => {
    if (link && !(await isThere(href))) await leave();
    const before = link;
    link = linkOf(href);
    await loaded(link, before);
  });
}

// A promise of the sheet; nothing when the document came with it.
export function sheet(href) {
  if (!sheets.has(href)) {
    sheets.set(href, document.querySelector(selectorOf(href)) ? null : asked(href));
  }
  return sheets.get(href);
}

// The script of a page, for the router. Chromium asks again for a script that was lost. Other
// engines remember the loss, so there the page is opened as a document when its scripts are there.
export async function pageScript({ module, imports = [] }) {
  const load = () => import(/* @vite-ignore */ module);
  try {
    return await load();
  } catch {
    const arrived = await persist(() => Promise.all([module, ...imports].map(isThere)));
    return arrived.every(Boolean) ? load().catch(leave) : leave();
  }
}
