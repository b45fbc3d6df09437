// The page that the service worker shows without a network: the member's next events.
const MINE = "mine";
const NEXT_EVENTS = "/api/next-events";
// A session without use ends after two weeks, and what was kept for it ends with it.
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
// The pauses before each question whether the site can be reached again.
const WAITS_MS = [0, 2000, 5000, 15_000];

function line(kind, text, inside) {
  if (!text) return;
  const element = document.createElement(kind);
  element.textContent = text;
  inside.append(element);
}

function drawn(event) {
  const item = document.createElement("li");
  line("h2", event.title, item);
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
  return item;
}

function isAhead(event) {
  return new Date(event.endsAt).getTime() > Date.now();
}

// The event whose page was asked for stands first.
function asked(event) {
  return event.path === window.location.pathname.replace(/\/+$/, "") ? 0 : 1;
}

async function show() {
  const kept = await caches.match(NEXT_EVENTS, { cacheName: MINE });
  if (!kept) return;
  const { events, readAt } = await kept.json();
  const age = Date.now() - new Date(readAt).getTime();
  const ahead = age > KEPT_MS ? [] : events.filter(isAhead);
  if (ahead.length === 0) return;
  ahead.sort((one, other) => asked(one) - asked(other));
  document.querySelector("#events").append(...ahead.map(drawn));
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
async function goOn() {
  for (const wait of WAITS_MS) {
    await new Promise((done) => setTimeout(done, wait));
    if (await isBack()) {
      window.location.reload();
      return;
    }
  }
}

// A tab in front goes on as soon as the network is back.
window.addEventListener("online", goOn);
document.querySelector("#again").addEventListener("click", () => window.location.reload());
show().catch(() => undefined);
