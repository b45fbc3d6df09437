// The service worker: without a network the site answers with a page of its own. The build writes
// its version into this file, so a new build is a new worker, which drops what the old one kept. It
// waits until no tab has the old one: Chromium may hang when one takes over while pages are open.
const VERSION = "development";
const SHELL = `shell-${VERSION}`;
// The member's next events. Pages write them; this worker only deletes them.
const MINE = "mine";
// The gate's page of an event, with its scripts and its database. The page itself keeps them
// (pages/gate/kept.js); this worker answers with them, and deletes them.
const GATE = "gate";
const OF_GATE = /^\/events\/[^/]+\/gate$/;
const GATE_UNTIL = "x-kept-until";
const SPRITE = "/art/icons.svg";
const OFFLINE = "/offline";
const OF_OFFLINE = [
  OFFLINE,
  "/offline.js",
  "/favicon.svg",
  "/art/crest.svg",
  "/art/crest-dark.svg",
  "/fonts/shippori-mincho-500.woff2",
  "/fonts/source-sans-3.woff2",
];
// The sheets of single pages. The build writes their paths here.
const SHEETS = [];
// The names of these files change with their content.
const NEVER_CHANGES = /^\/(assets|fonts)\//;
// Milliseconds before a sheet is taken from an older visit instead of from a network that hangs.
const PATIENCE = 3000;
// The same at a gate, where forty people wait and the signal is weak.
const PATIENCE_AT_GATE = 500;
// Milliseconds before a file is asked for once more.
const PAUSES = [250, 1000];
// Firefox drops this worker's answer to a navigation when its own preload finds no site.
const CANCELS_ANSWERS = navigator.userAgent.includes("Firefox/");
// After these requests somebody else may be in front of the browser.
const LOGS_IN = /^\/api\/(login|callback)$/;
const CHANGES_MEMBER = /^\/api\/(login|callback|logout|auth\/(logout-everywhere|user|welcome))$/;

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll(OF_OFFLINE.map((path) => new Request(path, { cache: "reload" })));
  // Without a sheet the worker is still worth its while.
  await Promise.allSettled(SHEETS.map((path) => shell.add(path)));
}

async function activate() {
  const others = (await caches.keys()).filter((name) => ![SHELL, MINE, GATE].includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
  const preload = self.registration.navigationPreload;
  await (CANCELS_ANSWERS ? preload?.disable() : preload?.enable());
  await self.clients.claim();
}

// Pages always come from the server, so none is older than the last deployment.
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const instead = await caches.match(OFFLINE, { cacheName: SHELL });
    return instead ?? Response.error();
  }
}

// A gate that was open once opens without a network, and where the network hangs.
async function gate(event) {
  const { pathname } = new URL(event.request.url);
  const kept = await caches.match(pathname, { cacheName: GATE, ignoreVary: true });
  if (!kept) return page(event);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_AT_GATE, kept));
  const fresh = Promise.resolve(event.preloadResponse).then((one) => one ?? fetch(event.request));
  return Promise.race([late, fresh.catch(() => kept)]);
}

async function forgetGates() {
  self.indexedDB.deleteDatabase(GATE);
  await caches.delete(GATE);
}

// Everything goes with the last gate whose time is over. With some of them their page is enough:
// the next one that is opened deletes what else is kept of them.
async function forgetOldGates() {
  if (!(await caches.has(GATE))) return;
  const pages = await caches.open(GATE);
  const documents = (await pages.keys()).filter(({ url }) => OF_GATE.test(new URL(url).pathname));
  const answers = await Promise.all(documents.map((one) => pages.match(one)));
  const isOver = (answer) => Number(answer.headers.get(GATE_UNTIL)) < Date.now();
  const over = documents.filter((_, nth) => isOver(answers[nth]));
  await Promise.all(over.map((one) => pages.delete(one)));
  if (over.length > 0 && over.length === documents.length) await forgetGates();
}

// A page that misses one script stands still. A network that comes back may fail the first request.
async function fetched(request) {
  for (const pause of PAUSES) {
    try {
      return await fetch(request);
    } catch {
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return fetch(request);
}

async function keptOf(request) {
  const kept = await caches.match(request, { cacheName: SHELL, ignoreVary: true });
  return kept ?? caches.match(request, { cacheName: GATE, ignoreVary: true });
}

async function file(event) {
  const kept = await keptOf(event.request);
  if (kept) return kept;
  const answer = await fetched(event.request);
  if (answer.status === 200) {
    const copy = answer.clone();
    const keeping = caches.open(SHELL).then((shell) => shell.put(event.request, copy));
    // A full disk keeps nothing, and the page still gets its file.
    event.waitUntil(keeping.catch(() => undefined));
  }
  return answer;
}

// A sheet keeps its name when it changes, so the site's own goes first: a page may be of a newer
// build than this worker.
async function sheet({ request }) {
  const kept = await keptOf(request);
  if (!kept) return fetched(request);
  const { pathname: page } = new URL(request.referrer || self.location.origin);
  const patience = OF_GATE.test(page) ? PATIENCE_AT_GATE : PATIENCE;
  const late = new Promise((resolve) => setTimeout(resolve, patience, kept));
  return Promise.race([late, fetch(request).catch(() => kept)]);
}

// Keeps the files that a page has loaded before this worker was there. The browser's own cache has
// them. A page that was on its way while this worker began is nobody's until it is claimed again.
async function keep(addresses) {
  await self.clients.claim();
  const shell = await caches.open(SHELL);
  const ours = addresses.filter((one) => one.startsWith(self.location.origin));
  for (const { pathname } of ours.map((one) => new URL(one))) {
    const isNew = NEVER_CHANGES.test(pathname) && !(await keptOf(pathname));
    if (isNew) await shell.add(pathname).catch(() => undefined);
  }
}

// The events are deleted before the request and after it, because a page may be writing them.
async function withoutMember(event) {
  // Check-ins that wait at a gate are sent after a login: the gate's page knows whose they are.
  const isLogin = LOGS_IN.test(new URL(event.request.url).pathname);
  const forget = () => Promise.all([caches.delete(MINE), isLogin || forgetGates()]);
  await forget();
  try {
    return await (event.request.mode === "navigate" ? page(event) : fetch(event.request));
  } finally {
    await forget();
  }
}

function respond(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return null;
  if (CHANGES_MEMBER.test(pathname) && (request.mode === "navigate" || request.method !== "GET")) {
    return withoutMember(event);
  }
  if (request.method !== "GET") return null;
  if (request.mode === "navigate") {
    event.waitUntil(forgetOldGates().catch(() => undefined));
    return OF_GATE.test(pathname) ? gate(event) : page(event);
  }
  if (SHEETS.includes(pathname) || pathname === SPRITE) return sheet(event);
  const isKept = NEVER_CHANGES.test(pathname) || OF_OFFLINE.includes(pathname);
  return isKept && !request.headers.has("range") ? file(event) : null;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  const answer = respond(event);
  if (answer) event.respondWith(answer);
});
