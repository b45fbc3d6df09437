// A list, a page of an event and a registration, as a plain Express with better-sqlite3 has them:
// HTML out of strings, one process, the session of a member in a cookie.
import Database from "better-sqlite3";
import express from "express";
import { readFileSync } from "node:fs";

const EVENTS = JSON.parse(readFileSync(process.env.PEERS_EVENTS, "utf8"));
const database = new Database(process.env.PEERS_DATABASE);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(`
  CREATE TABLE events (id TEXT PRIMARY KEY, title TEXT, description TEXT, starts TEXT, place TEXT,
    taken INTEGER DEFAULT 0, seats INTEGER);
  CREATE INDEX starting ON events (starts);
  CREATE TABLE seats (event TEXT, member TEXT, PRIMARY KEY (event, member));
`);
const add = database.prepare(
  "INSERT INTO events (id, title, description, starts, place, seats) VALUES (?, ?, ?, ?, ?, ?)",
);
database.transaction(() => {
  for (const one of EVENTS) {
    add.run(one.id, one.title, one.description, one.startDate, one.location, one.maxParticipants);
  }
})();

const LIST = database.prepare("SELECT * FROM events WHERE starts > ? ORDER BY starts LIMIT 30");
const ONE = database.prepare("SELECT * FROM events WHERE id = ?");
const TAKE = database.prepare(
  "UPDATE events SET taken = taken + 1 WHERE id = ? AND (seats IS NULL OR taken < seats)",
);
const SEAT = database.prepare("INSERT OR IGNORE INTO seats VALUES (?, ?)");
const register = database.transaction((event, member) => {
  if (SEAT.run(event, member).changes && !TAKE.run(event).changes) throw new Error("full");
});

const safe = (text) => String(text ?? "").replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${safe(title)}</title>
<meta name="viewport" content="width=device-width"><main><h1>${safe(title)}</h1>${body}</main></html>`;
const row = (one) =>
  `<li><a href="/events/${one.id}">${safe(one.title)}</a> ${safe(one.starts)} ${safe(one.place)}</li>`;
const form = (one) =>
  `<p>${safe(one.starts)}, ${safe(one.place)}</p><p>${safe(one.description)}</p>
<form method="post" action="/events/${one.id}/register"><button>Register</button></form>`;

const site = express();
site.get("/events", (_request, response) => {
  response.send(page("Events", `<ul>${LIST.all(new Date().toISOString()).map(row).join("")}</ul>`));
});
site.get("/events/:id", (request, response) => {
  const one = ONE.get(request.params.id);
  response.send(page(one.title, form(one)));
});
site.post("/events/:id/register", (request, response) => {
  register(request.params.id, request.headers.cookie);
  response.json({ registered: true });
});
site.listen(Number(process.env.PORT), "127.0.0.1");
