// `GET /api/events` from Node's own HTTP server and SQLite: what Express with better-sqlite3 would
// answer without Express. Its address of the database, fields and port come from the environment.
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";

const FIELDS = process.env.BENCH_FIELDS.split(",");
const LONGEST_MS = 14 * 86_400_000;
const bool = (value) => value === 1;
const instant = (value) => value && `${value.slice(0, 10)}T${value.slice(11, 19)}+00:00`;
const hours = (minutes) => (minutes >= 30 && minutes <= 720 ? (minutes / 60).toFixed(2) : null);
const dollars = (cents) => (cents / 100).toFixed(2);
const same = (value) => value;
// The column of each field that is named otherwise, and what turns its value into the answer's.
const COLUMNS = {
  startDate: ["e.start_at", instant],
  endDate: ["e.end_at", instant],
  durationHours: ["e.duration_minutes", hours],
  price: ["e.price_cents", dollars],
  chapterName: ["c.name", same],
  recurrenceDaysOfWeek: ["e.recurrence_days_of_week", JSON.parse],
  canceledAt: ["e.canceled_at", instant],
  createdAt: ["e.created_at", instant],
  updatedAt: ["e.updated_at", instant],
  timeZone: ["c.time_zone", same],
};
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const FLAG = /^(is|needs|requires)[A-Z]/;
const usual = (name) => [`e.${snake(name)}`, FLAG.test(name) ? bool : same];
const wire = FIELDS.map((name) => [name, ...(COLUMNS[name] ?? usual(name))]);

const database = new DatabaseSync(process.env.BENCH_DATABASE, { readOnly: true });
database.exec("PRAGMA cache_size=-16000");
const WANTED = "e.is_public AND e.start_at > ? AND e.end_at >= ? AND e.start_at < ?";
const LIST = database.prepare(
  `SELECT ${wire.map(([name, column]) => `${column} AS "${name}"`).join(", ")}
   FROM events e LEFT JOIN chapters c ON e.chapter_id = c.id
   WHERE ${WANTED} ORDER BY e.start_at, e.id LIMIT 200`,
);
const COUNT = database.prepare(
  `SELECT count(*) AS total, min(e.end_at) AS first FROM events e WHERE ${WANTED}`,
);
const text = (date) => date.toISOString().replace("T", " ").replace("Z", "000");

createServer((request, response) => {
  const asked = new URL(request.url, "http://localhost").searchParams;
  if (!asked.has("from")) {
    response.end();
    return;
  }
  const since = new Date(asked.get("from"));
  const range = [new Date(since - LONGEST_MS), since, new Date(asked.get("to"))].map(text);
  const rows = LIST.all(...range);
  for (const row of rows) {
    for (const [name, , read] of wire) row[name] = read(row[name]);
  }
  const body = JSON.stringify(rows);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-total-count": COUNT.get(...range).total,
  });
  response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
