import {
  asSent,
  difference,
  hasArrived,
  holderOf,
  keptUntil,
  portions,
  withAnswers,
  withQueue,
} from "./people.js";

const LOCK = "gate-replay";
const EMPTY = {
  counts: { registered: 0, checkedIn: 0, waiting: 0 },
  people: [],
  notTaken: [],
  wantsIn: [],
};
const DENIED = [403, 404];
const LOGGED_OUT = 401;
const NO_ANSWER = { status: 0, ok: false };
const isWorthRetrying = ({ status }) =>
  status === 0 || status === LOGGED_OUT || status === 429 || status >= 500;
const NOBODY = {
  status: 404,
  ok: false,
  text: async () => "Nobody was checked in with this pass.",
};
// A network of a park lets requests hang.
const PATIENCE = 10_000;
// The page's socket tells of others at the gate. Without a socket the list is read so often.
const STALE_MS = 20_000;
export const UNDO_MS = 10_000;

const idsOf = (entries) => entries.map(({ clientId }) => clientId);
const without = (entries, ids) => entries.filter(({ clientId }) => !ids.includes(clientId));

// The gate of one event on this device. All of it is in memory; the browser's storage keeps a copy,
// and may be full. A check-in goes into the queue first and is sent from there, with a network and
// without one, so there is one way only. `ask(path, options)` is fetch, `storage` is kept.js.
export class Device {
  #etag = "";
  // The id of who uses this device now: check-ins that somebody else has made wait for them.
  #member = "";
  #readAt = 0;
  #opening = null;
  #begun = null;
  #sending = null;
  #watchers = new Set();
  #state = {
    // The event and the rights of this person, as the page's state has told them.
    info: null,
    ...EMPTY,
    asOf: "",
    queue: [],
    // Check-ins that were taken back here, whose answer may have been lost on the way.
    undone: [],
    told: [],
    // 'open', 'denied' or 'logged out' once this device knows.
    access: "unknown",
    isReached: true,
    // Whether the site has answered the queue, and not taken it.
    isStuck: false,
    isKept: true,
    // Check-ins that nobody took, because the role had ended.
    lost: null,
  };

  // `paths` may be completed until `start`: until then `api` and `gate` are enough.
  constructor({ eventId, paths, ask, storage, clock = Date, locks, newId }) {
    Object.assign(this, { eventId, paths, ask, storage, clock, locks, newId });
  }

  subscribe = (watcher) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  state = () => this.#state;

  // The storage keeps both as one queue.
  #waiting = () => [...this.#state.queue, ...this.#state.undone];

  #setWaiting(entries) {
    const isUndone = (one) => Boolean(one.isUndone);
    this.#set({
      queue: entries.filter((one) => !isUndone(one)),
      undone: entries.filter(isUndone),
    });
  }

  people = () => withQueue(this.#state.people, this.#state.queue);

  timeOf = (instant) => {
    const timeZone = this.#state.info?.timeZone;
    const words = { hour: "numeric", minute: "2-digit", timeZone };
    return new Date(instant).toLocaleTimeString("en-US", words);
  };

  #set(change) {
    this.#state = { ...this.#state, ...change };
    for (const one of this.#watchers) one();
  }

  async #stored(act) {
    try {
      return await act();
    } catch {
      this.#set({ isKept: false });
      return null;
    }
  }

  async #save() {
    const { info, people, counts, asOf } = this.#state;
    const { eventId, paths } = this;
    const until = info && keptUntil(info.endsAt);
    const etag = this.#etag;
    const roster = { eventId, path: paths.gate, info, people, counts, asOf, etag, until };
    if (info) await this.#stored(() => this.storage.put("rosters", roster));
  }

  // Shows what was kept, at once and without a network.
  open = () => {
    this.#opening ??= this.#open();
    return this.#opening;
  };

  async #open() {
    const kept = await this.#stored(() => this.storage.read(this.eventId));
    if (!kept) return;
    const { roster, queue, told } = kept;
    if (roster && this.#state.people.length === 0) {
      this.#etag = roster.etag;
      const { info, people, counts, asOf } = roster;
      this.#set({ info: this.#state.info ?? info, people, counts, asOf, access: "open" });
    }
    this.#setWaiting(queue);
    this.#set({ told });
  }

  // Reads the storage and asks for the list before there is a page to show it: scripts take a
  // slow phone half a second to wake up.
  begin = () => {
    this.#begun = this.open().then(() => this.#waiting().length === 0 && this.refresh());
  };

  // The page is there. What was begun is not asked again, and what waits is sent.
  start = () => {
    const begun = this.#begun;
    this.#begun = null;
    return begun ? begun.then(this.beat) : this.open().then(this.contact);
  };

  // The page's state has told what this is and who is asking. What belongs to somebody else goes,
  // and so does an event that was over a day ago.
  learn = async (info, me) => {
    await this.open();
    this.#member = me;
    const kept = await this.#stored(() => this.storage.read(this.eventId));
    const owner = kept?.roster?.info.me;
    if (owner && owner !== me) {
      this.#etag = "";
      this.#set({ people: [], told: [] });
      this.#setWaiting(this.#waiting().filter(this.#isOwn));
    }
    const isOld = ({ until }) => until < this.clock.now();
    await this.#stored(() => this.storage.forget((one) => one.info.me !== me, isOld));
    await this.#stored(() => this.storage.forget(isOld));
    await this.#stored(() => this.storage.forgetQueue(isOld));
    this.#set({ info: { ...info, me } });
    await this.#save();
  };

  // The role has ended, or there is no such event: nothing of it stays here. Check-ins that nobody
  // took, and what the server saw otherwise, are shown once more for a lead.
  close = async (sentence = "") => {
    const { queue, lost } = this.#state;
    this.#etag = "";
    const unsent = queue.length > 0 ? { entries: queue, sentence } : lost;
    this.#set({ ...EMPTY, access: "denied", queue: [], undone: [], lost: unsent });
    const isHere = ({ eventId }) => eventId === this.eventId;
    await this.#stored(() => this.storage.forget(isHere, this.#isOwn));
  };

  async #request(where, options, root = this.paths.api) {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await this.ask(root + where, {
        cache: "no-store",
        signal,
        ...options,
      });
      this.#set({ isReached: true });
      return answer;
    } catch {
      this.#set({ isReached: false });
      return NO_ANSWER;
    }
  }

  send = (method, where, body) =>
    this.#request(where, {
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });

  // A person who is logged out may have left the device to somebody else, so no name stays here.
  // Check-ins wait until the same person logs in again.
  async #refuse(answer) {
    if (DENIED.includes(answer.status)) await this.close(await answer.text());
    else if (answer.status === LOGGED_OUT) {
      this.#member = "";
      this.#etag = "";
      this.#set({ ...EMPTY, access: "logged out" });
      await this.#save();
    }
  }

  refresh = async () => {
    const headers = this.#etag ? { "if-none-match": this.#etag } : {};
    this.#readAt = this.clock.now();
    const answer = await this.#request("/gate", { headers });
    if (answer.status === 200) {
      const { people, counts, asOf, notTaken = [], wantsIn = [] } = await answer.json();
      this.#etag = answer.headers.get("etag") ?? "";
      this.#set({ people, counts, asOf, notTaken, wantsIn, access: "open" });
      await this.#save();
    } else if (answer.status === 304) {
      this.#set({ access: "open", asOf: new this.clock().toISOString() });
    } else await this.#refuse(answer);
  };

  // Sends what waits, and reads what others did meanwhile.
  contact = async () => {
    await this.open();
    await this.flush();
    if (this.#state.access !== "denied") await this.refresh();
  };

  // Called every few seconds while the page is in sight.
  beat = async () => {
    const isStale = this.clock.now() - this.#readAt >= STALE_MS;
    if (this.#waiting().length > 0) await this.contact();
    else if (isStale && this.#state.access !== "denied") await this.refresh();
  };

  // Of a pass that nobody on the list has, the site says whose it is.
  checkIn = async ({ userId = "", pass = "", passHash, name, verdict }) => {
    const at = new this.clock().toISOString();
    const { eventId } = this;
    const { info } = this.#state;
    const owned = { by: this.#member || info.me, until: keptUntil(info.endsAt) };
    const ofPass = { pass, passHash, name: `${name} of ${this.timeOf(at)}` };
    const named = userId ? { userId, name } : ofPass;
    const entry = { clientId: this.newId(), eventId, ...named, verdict, at, ...owned };
    this.#set({ queue: [...this.#state.queue, entry] });
    await this.#stored(() => this.storage.put("queue", entry));
    // A replay may have read a storage that did not take it.
    const { queue, isKept } = this.#state;
    const isLost = !isKept && !idsOf(queue).includes(entry.clientId);
    if (isLost) this.#set({ queue: [...queue, entry] });
    this.flush();
    return entry;
  };

  // Waits until the requests on their way were answered or lost.
  settled = () => this.#sending ?? Promise.resolve();

  // Returns an answer as fetch does. A check-in that waits may have been sent, and its answer lost:
  // it stays as one that was taken back, until the list tells whether it has arrived.
  undo = async (entry) => {
    await this.settled();
    const isSame = ({ clientId }) => clientId === entry.clientId;
    if (this.#state.queue.some(isSame)) {
      const undone = { ...entry, isUndone: true };
      this.#setWaiting([...this.#waiting().filter((one) => !isSame(one)), undone]);
      await this.#stored(() => this.storage.put("queue", undone));
      this.flush();
      return { ok: true };
    }
    const userId = entry.userId || holderOf(entry, this.#state.people)?.userId;
    if (!userId) return NOBODY;
    const answer = await this.#takeOut(userId);
    if (answer.ok) await this.refresh();
    return answer;
  };

  #takeOut = (userId) => this.send("DELETE", `/registrations/${userId}/check-in`);

  // Takes back on the site what was taken back here and had arrived there. False: try again later.
  async #takeBack() {
    const { undone } = this.#state;
    if (undone.length === 0) return true;
    await this.refresh();
    if (!this.#state.isReached || this.#state.access !== "open") return false;
    for (const entry of undone) {
      const one = holderOf(entry, this.#state.people);
      // Somebody who was checked in again here meanwhile stays so.
      const isGone = !holderOf(entry, this.#state.queue);
      const answer = isGone && hasArrived(entry, one) && (await this.#takeOut(one.userId));
      // A refusal is final: the check-ins behind it must not wait for what the site never does.
      if (answer && isWorthRetrying(answer)) return false;
      await this.#drop([entry]);
      if (answer) await this.refresh();
    }
    return true;
  }

  dismiss = async () => {
    const ids = idsOf(this.#state.told);
    this.#set({ told: [], lost: null });
    await this.#stored(() => this.storage.remove("told", ids));
  };

  // Two tabs of one browser do not send at the same time. Two at once would do no harm either: the
  // server takes an id once.
  flush = () => {
    if (this.#waiting().length === 0) return this.#sending ?? Promise.resolve();
    const run = () => (this.locks ? this.locks.request(LOCK, this.#replay) : this.#replay());
    const mine = (this.#sending ?? Promise.resolve()).then(run).finally(() => {
      if (this.#sending === mine) this.#sending = null;
    });
    this.#sending = mine;
    return mine;
  };

  #isOwn = ({ by }) => by === this.#member;

  // Without a socket the page's state has not told yet who is here.
  async #whoAsks() {
    if (this.#member) return this.#member;
    const answer = await this.#request("", {}, this.paths.me);
    if (answer.ok) this.#member = (await answer.json()).id;
    else await this.#refuse(answer);
    return this.#member;
  }

  #replay = async () => {
    // Another tab may have sent some of them.
    const kept = this.#state.isKept
      ? await this.#stored(() => this.storage.read(this.eventId))
      : null;
    const waiting = kept?.queue ?? this.#waiting();
    if (!(await this.#whoAsks())) return;
    this.#setWaiting(waiting.filter(this.#isOwn));
    if (!(await this.#takeBack())) return;
    for (const entries of portions(this.#state.queue)) {
      const answer = await this.send("POST", "/check-ins", { checkIns: entries.map(asSent) });
      this.#set({ isStuck: answer.status >= 400 });
      if (answer.status !== 200) {
        await this.#refuse(answer);
        return;
      }
      await this.#take(entries, await answer.json());
    }
  };

  async #take(entries, answers) {
    const seen = answers.map((answer, nth) => difference(entries[nth], answer, this.timeOf));
    const told = seen.filter(Boolean);
    const people = withAnswers(this.#state.people, entries, answers);
    // No longer the list of the tag: after an undo that one holds again, and a 304 would keep this.
    this.#etag = "";
    this.#set({ people, told: [...without(this.#state.told, idsOf(told)), ...told] });
    for (const one of told) await this.#stored(() => this.storage.put("told", one));
    await this.#drop(entries);
  }

  async #drop(entries) {
    const ids = idsOf(entries);
    this.#setWaiting(without(this.#waiting(), ids));
    await this.#stored(() => this.storage.remove("queue", ids));
  }
}
