// The gate's device without a browser: tests/pages/gate/test_page.py runs this file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Device } from "../../rookiebattle/pages/gate/device.js";
import * as people from "../../rookiebattle/pages/gate/people.js";

const ANA = { userId: "ana", name: "Ana Reyes", verdict: "green", reasons: [], checkedInAt: null };
const BEN = { ...ANA, userId: "ben", name: "Bén Okafor", verdict: "red" };
const NOW = Date.UTC(2026, 10, 28, 15, 42);
const ME = "/api/auth/user";
const AT = new Date(NOW).toISOString();
const INFO = { title: "Park Day", endsAt: "2026-11-28T20:00:00Z", timeZone: "UTC", rights: {} };

class Clock extends Date {
  static time = NOW;
  static now = () => Clock.time;
  constructor(...parts) {
    super(...(parts.length ? parts : [Clock.time]));
  }
}

// A browser's storage. `isFull` lets it refuse to write.
class Storage {
  rows = { rosters: new Map(), queue: new Map(), told: new Map() };
  isFull = false;
  read = async (eventId) => ({
    roster: this.rows.rosters.get(eventId),
    queue: [...this.rows.queue.values()],
    told: [...this.rows.told.values()],
  });
  put = async (store, value) => {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.rows[store].set(value.clientId ?? value.eventId, structuredClone(value));
  };
  remove = async (store, ids) => {
    for (const id of ids) this.rows[store].delete(id);
  };
  forget = async (goes, isOld = () => true) => {
    if (![...this.rows.rosters.values()].some(goes)) return;
    this.rows.rosters.clear();
    this.rows.told.clear();
    await this.forgetQueue(isOld);
  };
  forgetQueue = async (isOld) => {
    for (const [id, one] of this.rows.queue) if (isOld(one)) this.rows.queue.delete(id);
  };
}

// A site that answers as saturday-api.md says. With `isLost` nothing reaches it, and with
// `isAnswerLost` it takes check-ins whose answer never comes.
class Site {
  requests = [];
  people = [ANA, BEN];
  member = "theo";
  status = 200;
  isLost = false;
  isAnswerLost = false;
  removing = 204;
  #whoAsks = () =>
    this.status === 200
      ? Response.json({ id: this.member })
      : new Response("Unauthorized", { status: this.status });
  answers = ({ at }) => ({ outcome: "checked_in", checkedInAt: at, text: "" });
  ask = async (path, { method = "GET", body, headers }) => {
    if (this.isLost) throw new TypeError("lost");
    this.requests.push(`${method} ${path}`);
    if (path === ME && this.status !== 403) return this.#whoAsks();
    const counts = { registered: 2, checkedIn: 0, waiting: 0 };
    if (this.status !== 200) return new Response("You don’t help here.", { status: this.status });
    if (method === "DELETE") {
      if (this.removing === 204) this.people = [ANA, BEN];
      return new Response(null, { status: this.removing });
    }
    const etag = this.people.some(people.isIn) ? "2" : "1";
    if (headers["if-none-match"] === etag) return new Response(null, { status: 304 });
    if (method === "GET")
      return Response.json({ asOf: AT, counts, people: this.people }, { headers: { etag } });
    this.sent = JSON.parse(body).checkIns;
    if (this.isAnswerLost) {
      this.people = [{ ...ANA, checkedInAt: this.arrivedAt ?? this.sent[0].at }, BEN];
      throw new TypeError("lost");
    }
    return Response.json(
      this.sent.map((one) => ({ clientId: one.clientId, ...this.answers(one) })),
    );
  };
}

async function opened(site = new Site(), storage = new Storage()) {
  const ids = ["id-3", "id-2", "id-1"];
  const newId = () => ids.pop();
  const paths = { api: "/api/events/duel", gate: "/events/duel/gate", me: ME };
  const device = new Device({
    eventId: "duel",
    paths,
    ask: site.ask,
    storage,
    clock: Clock,
    newId,
  });
  await device.open();
  await device.learn(INFO, "theo");
  await device.contact();
  return { device, site, storage };
}

const inOf = (device) =>
  device
    .people()
    .filter(people.isIn)
    .map(({ userId }) => userId);

test("two letters find a name in any spelling, one finds everybody", () => {
  const names = (typed) => people.found([ANA, BEN], typed).map(({ userId }) => userId);
  assert.deepEqual(names("be"), ["ben"]);
  assert.deepEqual(names("REY an"), ["ana"]);
  assert.deepEqual(names("b"), ["ana", "ben"]);
  assert.deepEqual(names("xx"), []);
});

test("a pass is 24 signs, and an address is none", async () => {
  assert.equal(people.passIn(" abcdefghijklmnopqrstuv-_ "), "abcdefghijklmnopqrstuv-_");
  assert.equal(people.passIn("https://club.example/events/x"), "");
  const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(await people.hashOf("abc"), known);
});

test("a long queue is sent in its order, at most 500 at once", () => {
  const queue = Array.from({ length: 1001 }, (_, nth) => ({
    clientId: `${nth}`,
    at: new Date(NOW - nth).toISOString(),
  }));
  const parts = people.portions(queue);
  assert.deepEqual(
    parts.map((one) => one.length),
    [500, 500, 1],
  );
  assert.equal(parts[0][0].clientId, "1000");
});

test("a check-in is sent at once, and its undo takes it back", async () => {
  const { device, site } = await opened();
  const entry = await device.checkIn(ANA);
  await device.settled();
  assert.deepEqual(device.state().told, []);
  assert.deepEqual([inOf(device), device.state().queue], [["ana"], []]);
  assert.deepEqual(site.sent, [{ clientId: "id-1", userId: "ana", at: AT }]);
  site.people = [ANA, BEN];
  assert.equal((await device.undo(entry)).ok, true);
  assert.ok(site.requests.includes("DELETE /api/events/duel/registrations/ana/check-in"));
  assert.deepEqual(inOf(device), []);
});

test("without a network check-ins wait, also after a reload, and are sent once", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  const entry = await device.checkIn(ANA);
  await device.checkIn(BEN);
  await device.settled();
  assert.equal(device.state().isReached, false);
  assert.equal((await device.undo(entry)).ok, true);
  const { device: again } = await opened(site, storage);
  assert.deepEqual([inOf(again), again.state().info.title], [["ben"], "Park Day"]);
  site.isLost = false;
  await again.contact();
  assert.deepEqual(
    site.sent.map(({ clientId }) => clientId),
    ["id-2"],
  );
  // The first tab still has them in memory, and finds that they were sent.
  await device.contact();
  assert.equal(site.requests.filter((one) => one.startsWith("POST")).length, 1);
});

const REMOVED = "DELETE /api/events/duel/registrations/ana/check-in";

test("the undo of a check-in whose answer was lost reaches the site after a reload", async () => {
  const { device, site, storage } = await opened();
  site.isAnswerLost = true;
  const entry = await device.checkIn(ANA);
  await device.settled();
  site.isLost = true;
  assert.equal((await device.undo(entry)).ok, true);
  await device.settled();
  assert.deepEqual([inOf(device), device.state().queue], [[], []]);
  Object.assign(site, { isLost: false, isAnswerLost: false });
  const { device: again } = await opened(site, storage);
  assert.deepEqual([site.requests.includes(REMOVED), inOf(again)], [true, []]);
  assert.equal(storage.rows.queue.size, 0);
});

for (const [removing, sent] of [
  [400, "ben"],
  [503, undefined],
])
  test(`an undo that the site answers with ${removing} lets others pass or waits`, async () => {
    const { device, site } = await opened();
    site.isAnswerLost = true;
    const entry = await device.checkIn(ANA);
    await device.settled();
    site.isLost = true;
    await device.undo(entry);
    await device.checkIn(BEN);
    await device.settled();
    Object.assign(site, { isLost: false, isAnswerLost: false, removing, sent: [] });
    await device.contact();
    assert.equal(site.sent[0]?.userId, sent);
    assert.equal(device.state().undone.length, sent ? 0 : 1);
  });

test("an undo takes back no check-in that somebody else has made since", async () => {
  const { device, site } = await opened();
  Object.assign(site, { isAnswerLost: true, arrivedAt: "2026-11-28T15:40:00Z" });
  const entry = await device.checkIn(ANA);
  await device.settled();
  await device.undo(entry);
  await device.settled();
  assert.deepEqual([site.requests.includes(REMOVED), inOf(device)], [false, ["ana"]]);
});

test("a refused undo is told in the site’s words, a lost one is not", async () => {
  const { device, site } = await opened();
  const entry = await device.checkIn(ANA);
  await device.settled();
  site.status = 403;
  assert.equal(await (await device.undo(entry)).text(), "You don’t help here.");
  site.isLost = true;
  assert.equal((await device.undo(entry)).status, 0);
  const unknown = await device.undo({ clientId: "id-7", passHash: "nobody’s" });
  assert.equal(await unknown.text(), "Nobody was checked in with this pass.");
});

test("what the server saw otherwise is told until somebody has read it", async () => {
  const { device, site, storage } = await opened();
  const since = "2026-11-28T15:30:00Z";
  site.answers = ({ userId }) =>
    userId === "ana"
      ? { outcome: "already", checkedInAt: since, text: "" }
      : { outcome: "refused", checkedInAt: null, text: "This seat was given up." };
  await device.checkIn(ANA);
  await device.settled();
  await device.checkIn(BEN);
  await device.settled();
  const told = [
    ["Ana Reyes", "In since 3:30 PM."],
    ["Bén Okafor", "This seat was given up."],
  ];
  const read = (one) => one.state().told.map(({ name, text }) => [name, text]);
  assert.deepEqual([read(device), inOf(device)], [told, ["ana"]]);
  const { device: again } = await opened(site, storage);
  assert.deepEqual(read(again), told);
  await again.dismiss();
  assert.deepEqual([read(again), storage.rows.told.size], [[], 0]);
});

test("a clock that was put right is told, a card that was red is no news", () => {
  const entry = { clientId: "1", name: "Ana", at: AT, verdict: "red" };
  const timeOf = (one) => one;
  const answer = { outcome: "checked_in", checkedInAt: AT, text: "Please look again" };
  assert.equal(people.difference(entry, answer, timeOf), null);
  const soon = { ...answer, checkedInAt: new Date(NOW + 900).toISOString() };
  assert.equal(people.difference(entry, soon, timeOf), null);
  assert.ok(people.difference({ ...entry, verdict: "green" }, answer, timeOf));
  const clamped = { ...answer, checkedInAt: "2026-11-28T14:42:00Z" };
  assert.equal(people.difference(entry, clamped, timeOf).text, "Please look again");
});

test("with the role everything goes, and unsent check-ins are shown to the lead", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  Object.assign(site, { isLost: false, status: 403 });
  await device.contact();
  const { access, lost, queue } = device.state();
  assert.deepEqual([access, device.people(), queue], ["denied", [], []]);
  assert.deepEqual([lost.sentence, lost.entries[0].name], ["You don’t help here.", "Ana Reyes"]);
  assert.deepEqual(
    [...Object.values(storage.rows)].map((one) => one.size),
    [0, 0, 0],
  );
});

test("a session that has ended hides the list and keeps the queue", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  Object.assign(site, { isLost: false, status: 401 });
  await device.contact();
  assert.deepEqual([device.state().access, device.state().people], ["logged out", []]);
  assert.equal(storage.rows.queue.size, 1);
  const { etag, people: kept } = storage.rows.rosters.get("duel");
  assert.deepEqual([etag, kept], ["", []]);
});

test("a site that fails keeps the queue, and the page says so", async () => {
  const { device, site } = await opened();
  site.status = 503;
  await device.checkIn(ANA);
  await device.settled();
  assert.deepEqual([device.state().isStuck, device.state().queue.length], [true, 1]);
  site.status = 200;
  await device.beat();
  assert.deepEqual([device.state().isStuck, device.state().queue.length], [false, 0]);
});

test("a full device goes on in memory and says so", async () => {
  const { device, site, storage } = await opened();
  storage.isFull = true;
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  assert.deepEqual([device.state().isKept, inOf(device)], [false, ["ana"]]);
  site.isLost = false;
  await device.contact();
  assert.deepEqual(
    site.sent.map(({ userId }) => userId),
    ["ana"],
  );
});

test("kept check-ins are sent as their own member alone, also without a socket", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  Object.assign(site, { isLost: false, member: "maya" });
  const again = new Device({ ...device, newId: () => "id-9" });
  await again.contact();
  assert.deepEqual([site.sent, storage.rows.queue.size], [undefined, 1]);
  site.member = "theo";
  await new Device({ ...device }).contact();
  assert.equal(site.sent[0].userId, "ana");
  assert.equal(storage.rows.queue.size, 0);
});

test("a check-in that a full storage refuses during a replay is not lost", async () => {
  const { device, site, storage } = await opened();
  let full;
  const whenFull = new Promise((resolve) => {
    full = resolve;
  });
  storage.put = () => whenFull.then(() => Promise.reject(new Error("QuotaExceededError")));
  const noting = device.checkIn(ANA);
  await device.flush();
  full();
  await noting;
  await device.settled();
  assert.deepEqual([site.sent?.[0].userId, device.state().isKept], ["ana", false]);
});

test("nothing stays for the next person, or a day after the event", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  await device.learn(INFO, "maya");
  const { people: seen, queue } = device.state();
  assert.deepEqual([seen, queue, storage.rows.queue.size], [[], [], 1]);
  site.isLost = false;
  site.sent = null;
  await device.contact();
  assert.equal(site.sent, null);
  Clock.time = people.keptUntil(INFO.endsAt) + 1;
  await device.learn(INFO, "maya");
  Clock.time = NOW;
  assert.equal(storage.rows.rosters.get("duel").people.length, 2);
});

test("the list is read again when it may be old, and a 304 leaves it", async () => {
  const { device, site } = await opened();
  await device.beat();
  const before = site.requests.length;
  Clock.time += 20_000;
  await device.beat();
  Clock.time = NOW;
  assert.equal(site.requests.length, before + 1);
  assert.deepEqual([device.state().access, device.people().length], ["open", 2]);
});

test("a pass that nobody has is asked about later, and its answer has a name", async () => {
  const { device, site, storage } = await opened();
  const pass = "abcdefghijklmnopqrstuv-_";
  const passHash = await people.hashOf(pass);
  const unknown = { pass, passHash, name: "Unknown Pass", verdict: "red" };
  site.isLost = true;
  const entry = await device.checkIn(unknown);
  await device.settled();
  assert.deepEqual([inOf(device), storage.rows.queue.size], [[], 1]);
  assert.equal((await device.undo(entry)).ok, true);
  await device.checkIn(unknown);
  await device.settled();
  site.isLost = false;
  site.people = [ANA, { ...BEN, passHash, checkedInAt: AT }];
  await device.contact();
  assert.deepEqual(site.sent, [{ clientId: "id-2", pass, at: AT }]);
  const [told] = device.state().told;
  assert.deepEqual([told.outcome, told.text], ["checked_in", "In since 3:42 PM."]);
  assert.equal(people.nameOf(told, [ANA]), "Unknown Pass of 3:42 PM");
  site.people = [ANA, { ...BEN, passHash, checkedInAt: AT }];
  assert.equal(people.nameOf(told, site.people), "Bén Okafor");
  // The list knows the member of the pass.
  assert.equal((await device.undo({ ...entry, clientId: "id-2" })).ok, true);
  assert.ok(site.requests.includes("DELETE /api/events/duel/registrations/ben/check-in"));
});

test("the list is asked for before the page is there, and not again when it is", async () => {
  const { storage } = await opened();
  const site = new Site();
  const paths = { api: "/api/events/duel", gate: "/events/duel/gate" };
  const device = new Device({ eventId: "duel", paths, ask: site.ask, storage, clock: Clock });
  device.begin();
  await device.start();
  assert.deepEqual([device.people().length, site.requests], [2, ["GET /api/events/duel/gate"]]);
  await device.start();
  assert.equal(site.requests.length, 2);
});

test("check-ins that wait are sent by the page, which knows who is here", async () => {
  const { device, site, storage } = await opened();
  site.isLost = true;
  await device.checkIn(ANA);
  await device.settled();
  site.isLost = false;
  site.requests = [];
  const again = new Device({ ...device });
  again.begin();
  await again.open();
  assert.deepEqual(site.requests, []);
  await again.start();
  assert.deepEqual(site.requests, [
    `GET ${ME}`,
    "POST /api/events/duel/check-ins",
    "GET /api/events/duel/gate",
  ]);
  assert.equal(storage.rows.queue.size, 0);
});
