import { apiOrigin, askApi, atApi } from "../ui/api.js";

// Sends a file to the storage: one request for a small file, parts for a large one. Parts that
// have arrived are not sent again, also when the page was loaded again in between.
const PART_BYTES = 5 * 1024 * 1024;
const RETRY_AFTER_MS = [0, 1000, 3000, 5000];
const JSON_HEADERS = { "content-type": "application/json" };
const KEPT = "upload:";

export class UploadError extends Error {}

const LOST = "The connection was lost. Please try again: we’ll go on where it stopped.";
const BUSY =
  "The storage of files cannot take this file right now. Please try again in a few minutes.";
const STALLED_MS = 30_000;

// Files that have arrived and could not be claimed yet, with their addresses.
const arrived = new WeakMap();

// The server's own sentence, from a plain answer or from the helper's JSON.
async function sentenceOf(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text;
  }
}

const isWorthRetrying = (status) => status === 0 || status === 429 || status >= 500;

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

// Runs `act` again after a lost connection, a busy server or an address that has expired.
async function persist(act, signal) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (failed) {
      signal.throwIfAborted();
      const isLast = attempt >= RETRY_AFTER_MS.length;
      if (isLast || !(failed.mayRetry || failed instanceof TypeError)) {
        throw failed instanceof UploadError ? failed : new UploadError(LOST);
      }
      await pause(Math.max(RETRY_AFTER_MS[attempt], failed.waitMs ?? 0), signal);
    }
  }
}

async function call(method, path, body, signal) {
  const options = { method, signal };
  if (body) Object.assign(options, { body: JSON.stringify(body), headers: JSON_HEADERS });
  const answer = await askApi(path, options);
  if (answer.ok) return answer.json();
  const failed = new UploadError(await sentenceOf(answer));
  failed.status = answer.status;
  failed.mayRetry = isWorthRetrying(answer.status) && answer.status !== 503;
  failed.waitMs = Math.min(Number(answer.headers.get("retry-after") ?? 0), 30) * 1000;
  // The limit of a day is no reason to wait.
  if (Number(answer.headers.get("retry-after") ?? 0) > 60) failed.mayRetry = false;
  throw failed;
}

// The site has two names in development. An address of its own is used under the name of the page.
function here(url, stored) {
  const address = new URL(url, window.location.href);
  return address.pathname.startsWith(stored)
    ? atApi(address.pathname + address.search)
    : address.href;
}

// Our own storage answers with a sentence, others with a document.
const isOurs = (request) =>
  request.responseURL.startsWith(`${apiOrigin()}/`) &&
  (request.getResponseHeader("content-type") ?? "").startsWith("text/plain");

function refusal(request) {
  if (isOurs(request)) return request.responseText;
  return request.status ? BUSY : LOST;
}

// XMLHttpRequest, because fetch does not tell how much was sent.
function put(url, content, type, { onProgress, signal }) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop);
    // A storage that hangs takes nothing and says nothing.
    let hasStalled = false;
    const stall = () => {
      hasStalled = true;
      stop();
    };
    let stalled = setTimeout(stall, STALLED_MS);
    const tell = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stall, STALLED_MS);
      onProgress(loaded);
    };
    request.open("PUT", url);
    if (type) request.setRequestHeader("content-type", type);
    request.upload.onprogress = tell;
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) return reject(signal.reason);
      const { status } = request;
      if (status >= 200 && status < 300) return resolve(request.getResponseHeader("etag"));
      const failed = new UploadError(hasStalled ? BUSY : refusal(request));
      failed.status = status;
      const isOnlyNow = isWorthRetrying(status) && !isOurs(request) && !hasStalled;
      failed.mayRetry = isOnlyNow || status === 403;
      return reject(failed);
    };
    request.send(content);
  });
}

async function sendWhole(file, paths, { onProgress, signal }) {
  const told = { fileName: file.name, mimeType: file.type, size: file.size };
  return persist(async () => {
    const { uploadURL } = await call("POST", paths.begin, told, signal);
    await put(here(uploadURL, paths.stored), file, file.type, { onProgress, signal });
    return uploadURL;
  }, signal);
}

const nameOf = (file) => `${KEPT}${file.name}:${file.size}:${file.lastModified}`;

function recall(file) {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(file)) ?? "null");
  } catch {
    return null;
  }
}

function remember(file, begun) {
  try {
    sessionStorage.setItem(nameOf(file), JSON.stringify(begun));
  } catch {
    // Without room for it the file is sent anew after the page was loaded again.
  }
}

const forget = (file) => sessionStorage.removeItem(nameOf(file));

const pathOf = (paths, { uploadId, key }, more = "", query = {}) =>
  `${paths.parts}/${encodeURIComponent(uploadId)}${more}?${new URLSearchParams({ key, ...query })}`;

// The upload that was interrupted, with the parts that have arrived, or a new one.
async function beginOrGoOn(file, paths, signal) {
  const known = recall(file);
  if (known) {
    try {
      const arrived = await persist(() => call("GET", pathOf(paths, known), null, signal), signal);
      return { begun: known, arrived };
    } catch (failed) {
      signal.throwIfAborted();
      if (!(failed.status >= 400 && failed.status < 500)) throw failed;
      forget(file);
    }
  }
  const told = { filename: file.name, type: file.type, metadata: {} };
  const begun = await persist(() => call("POST", paths.parts, told, signal), signal);
  remember(file, begun);
  return { begun, arrived: [] };
}

async function sendParts(file, paths, { onProgress, signal }) {
  const { begun, arrived } = await beginOrGoOn(file, paths, signal);
  const tags = new Map(arrived.map(({ PartNumber, ETag }) => [PartNumber, ETag]));
  const many = Math.ceil(file.size / PART_BYTES);
  for (let number = 1; number <= many; number += 1) {
    const start = (number - 1) * PART_BYTES;
    const part = file.slice(start, start + PART_BYTES);
    const tell = (loaded) => onProgress(Math.min(start + loaded, file.size));
    if (!tags.has(number)) {
      const tag = await persist(async () => {
        const asked = pathOf(paths, begun, `/${number}`);
        const { url } = await call("GET", asked, null, signal);
        return put(here(url, paths.stored), part, "", { onProgress: tell, signal });
      }, signal);
      tags.set(number, tag);
    }
    tell(part.size);
  }
  const parts = [...tags].sort(([a], [b]) => a - b);
  const told = { parts: parts.map(([PartNumber, ETag]) => ({ PartNumber, ETag })) };
  const whole = pathOf(paths, begun, "/complete");
  const { location } = await persist(() => call("POST", whole, told, signal), signal);
  forget(file);
  return location;
}

// Sends the file and claims it. `paths` has the routes `begin`, `claim`, `parts` and `stored`.
// Rejects with an UploadError, whose message is a sentence for the person, or with the signal's
// reason. A file that has arrived is not sent again, unless the storage has lost it.
export async function sendFile(file, paths, { onProgress, onStored, signal }) {
  const isThere = arrived.has(file);
  if (!isThere) {
    const send = file.size > PART_BYTES ? sendParts : sendWhole;
    arrived.set(file, await send(file, paths, { onProgress, signal }));
  }
  onStored?.();
  try {
    const told = { fileURL: arrived.get(file), fileName: file.name };
    const claimed = await persist(() => call("PUT", paths.claim, told, signal), signal);
    arrived.delete(file);
    return claimed;
  } catch (failed) {
    if (failed.status >= 400 && failed.status < 500 && failed.status !== 429) arrived.delete(file);
    if (!isThere || failed.status !== 404) throw failed;
  }
  return sendFile(file, paths, { onProgress, onStored, signal });
}

// Gives up a file of which parts have arrived.
export function giveUp(file, paths) {
  const known = recall(file);
  forget(file);
  if (known) askApi(pathOf(paths, known), { method: "DELETE", keepalive: true }).catch(() => null);
}
