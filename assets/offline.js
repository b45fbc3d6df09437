// The page that the service worker shows without a network: the member's next events.
const MINE = "mine";
const OFFLINE = "/offline";
const HOME = "/";
const PASS = "/pass";
const NEXT_EVENTS = "/api/next-events";
// A session without use ends after two weeks, and what was kept for it ends with it.
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
// The pauses before each question whether the site can be reached again.
const WAITS_MS = [0, 2000, 5000, 15_000];

const { origin, href } = window.location;
const pathOf = (address) => new URL(address).pathname.replace(/\/+$/, "");
// The page's own address was asked for. At any other, the worker shows it in the place of a page.
const isOwn = pathOf(href) === OFFLINE;

// The page that a person wants: at the own address the one from which somebody came, if any.
function wanted() {
  if (!isOwn) return href;
  const before = document.referrer;
  const isOurs = before && new URL(before).origin === origin && pathOf(before) !== OFFLINE;
  return isOurs ? before : origin + HOME;
}

function leave() {
  if (isOwn) window.location.replace(wanted());
  else window.location.reload();
}

function line(kind, text, inside) {
  if (!text) return;
  const element = document.createElement(kind);
  element.textContent = text;
  inside.append(element);
}

function drawn(event) {
  const item = document.createElement("li");
  line("h3", event.title, item);
  line("p", event.when, item);
  line("p", [event.place, event.address].filter(Boolean).join(", "), item);
  if (event.directions) {
    const link = document.createElement("a");
    link.href = event.directions;
    link.textContent = "Directions";
    item.append(link);
  }
  // Events that an older version of the site has stored have neither organizer nor description.
  line("p", event.organizer && `Organized by ${event.organizer}`, item);
  if (event.about?.length) {
    const about = document.createElement("details");
    line("summary", "About this event", about);
    for (const text of event.about) line("p", text, about);
    item.append(about);
  }
  // An older version of the site has stored no passes.
  for (const pass of event.passes ?? []) item.append(passOf(pass));
  if (event.roster) item.append(rosterOf(event.roster));
  return item;
}

// The code that the gate reads. Browsers of one name open one `details` at a time.
function passOf({ title, svg }) {
  const pass = document.createElement("details");
  pass.name = "pass";
  line("summary", title, pass);
  const { body } = new DOMParser().parseFromString(svg, "text/html");
  pass.append(...body.children);
  return pass;
}

// Of an event that the member runs: who has a seat, as they were seen last.
function rosterOf({ path, there, seats }) {
  const roster = document.createElement("details");
  roster.open = path === pathOf(wanted());
  line("summary", `Roster: ${there}`, roster);
  const list = document.createElement("ul");
  for (const seat of seats) {
    const item = document.createElement("li");
    line("strong", seat.name, item);
    const known = [seat.gameName && `“${seat.gameName}”`, seat.due];
    const told = [...known, seat.checkedIn && `✓ ${seat.checkedIn}`].filter(Boolean);
    line("span", told.join(" · "), item);
    list.append(item);
  }
  roster.append(list);
  return roster;
}

function isAhead(event) {
  return new Date(event.endsAt).getTime() > Date.now();
}

// The event whose page or roster is wanted stands first.
function asked(event) {
  return [event.path, event.roster?.path].includes(pathOf(wanted())) ? 0 : 1;
}

async function keptEvents() {
  const kept = await caches.match(NEXT_EVENTS, { cacheName: MINE });
  const { events, readAt } = kept ? await kept.json() : { events: [], readAt: 0 };
  const age = Date.now() - new Date(readAt).getTime();
  return { readAt, ahead: age > KEPT_MS ? [] : events.filter(isAhead) };
}

async function show() {
  const { ahead, readAt } = await keptEvents().catch(() => ({ ahead: [] }));
  if (ahead.length === 0) {
    document.querySelector("#none").hidden = false;
    return;
  }
  ahead.sort((one, other) => asked(one) - asked(other));
  const list = document.querySelector("#events");
  list.append(...ahead.map(drawn));
  const first = pathOf(wanted()) === PASS && list.querySelector("details[name]");
  if (first) first.open = true;
  const at = new Date(readAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  line("p", `As of ${at}. Changes since then need a connection.`, document.querySelector("#as-of"));
  document.querySelector("#mine").hidden = false;
}

async function isBack() {
  try {
    // The service worker answers no HEAD request, so this one reaches the site or fails.
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// A browser says that it is online as soon as it has any network, and the site may be out of reach
// for a while after that. Reloading then would close what somebody is reading.
async function goOn(waits) {
  for (const wait of waits) {
    await new Promise((done) => setTimeout(done, wait));
    if (await isBack()) {
      leave();
      return;
    }
  }
}

// A tab in front goes on as soon as the network is back.
window.addEventListener("online", () => goOn(WAITS_MS));
document.querySelector("#again").addEventListener("click", leave);
show();
// The own address can be opened, and gone back to, with a network. At another one a single request
// was lost, and the next may be lost, too: a pause keeps the page from reloading without end.
if (navigator.onLine) goOn(isOwn ? WAITS_MS : WAITS_MS.slice(1));
