import { apiOrigin, askApi, atApi } from "../ui/api.js";

// Sends a file to the storage: one request for a small file, parts for a large one. Parts that
// have arrived are not sent again, also when the page was loaded again in between.
const PART_BYTES = 5 * 1024 * 1024;
const RETRY_AFTER_MS = [0, 1000, 3000, 5000];
const STALLED_MS = 30_000;
const JSON_HEADERS = { "content-type": "application/json" };
const LOST = "The connection was lost. Please try again: we’ll go on where it stopped.";
const BUSY = "We can’t store this file right now. Please try again in a few minutes.";

export class UploadError extends Error {}

// Files that have arrived and could not be claimed yet, with their addresses.
const arrived = new WeakMap();

const isWorthRetrying = (status) => status === 0 || status === 429 || status >= 500;

// Resolves after this time, or as soon as the signal is aborted.
const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", resolve);
  });

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

// The server's own sentence, from a plain answer or from the helper's JSON.
async function sentenceOf(answer) {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return isJson ? (await answer.json()).message : answer.text();
}

async function call(method, path, signal, told) {
  const body = told && JSON.stringify(told);
  const answer = await askApi(path, { method, signal, body, headers: told && JSON_HEADERS });
  if (answer.ok) return answer.json();
  const { status } = answer;
  const seconds = Number(answer.headers.get("retry-after") ?? 0);
  throw Object.assign(new UploadError(await sentenceOf(answer)), {
    status,
    // The limit of a day is no reason to wait.
    mayRetry: isWorthRetrying(status) && status !== 503 && seconds <= 60,
    waitMs: Math.min(seconds, 30) * 1000,
  });
}

// The site has two names in development. An address of its own is used under the name of the page.
function here(url, stored) {
  const address = new URL(url, window.location.href);
  return address.pathname.startsWith(stored)
    ? atApi(address.pathname + address.search)
    : address.href;
}

// Our own storage refuses a file with a sentence, others do with a document.
function refusal(request, hasStalled) {
  const { status } = request;
  const isOurs =
    request.responseURL.startsWith(`${apiOrigin()}/`) &&
    request.getResponseHeader("content-type")?.startsWith("text/plain");
  const words = isOurs ? request.responseText : status || hasStalled ? BUSY : LOST;
  const mayRetry = status === 403 || (isWorthRetrying(status) && !isOurs && !hasStalled);
  return Object.assign(new UploadError(words), { status, mayRetry });
}

// XMLHttpRequest, because fetch does not tell how much was sent.
function put(url, content, type, { onProgress, signal }) {
  return new Promise((resolve, reject) => {
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
    request.open("PUT", url);
    if (type) request.setRequestHeader("content-type", type);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stall, STALLED_MS);
      onProgress(loaded);
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
      const isTaken = request.status >= 200 && request.status < 300;
      if (isTaken) resolve(request.getResponseHeader("etag"));
      else reject(refusal(request, hasStalled));
    };
    request.send(content);
  });
}

async function sendWhole(file, paths, { onProgress, signal }) {
  const told = { fileName: file.name, mimeType: file.type, size: file.size };
  return persist(async () => {
    const { uploadURL } = await call("POST", paths.begin, signal, told);
    await put(here(uploadURL, paths.stored), file, file.type, { onProgress, signal });
    return uploadURL;
  }, signal);
}

const nameOf = (file) => `upload:${file.name}:${file.size}:${file.lastModified}`;
const recall = (file) => JSON.parse(sessionStorage.getItem(nameOf(file)));
const forget = (file) => sessionStorage.removeItem(nameOf(file));

function remember(file, begun) {
  try {
    sessionStorage.setItem(nameOf(file), JSON.stringify(begun));
  } catch {
    // Without room for it the file is sent anew after the page was loaded again.
  }
}

const pathOf = (paths, { uploadId, key }, more = "") =>
  `${paths.parts}/${encodeURIComponent(uploadId)}${more}?${new URLSearchParams({ key })}`;

// The upload that was interrupted, with the parts that have arrived, or a new one.
async function beginOrGoOn(file, paths, signal) {
  const known = recall(file);
  if (known) {
    try {
      const parts = await persist(() => call("GET", pathOf(paths, known), signal), signal);
      return { begun: known, parts };
    } catch (failed) {
      signal.throwIfAborted();
      if (!(failed.status >= 400 && failed.status < 500)) throw failed;
    }
  }
  const told = { filename: file.name, type: file.type };
  const begun = await persist(() => call("POST", paths.parts, signal, told), signal);
  remember(file, begun);
  return { begun, parts: [] };
}

async function sendParts(file, paths, { onProgress, signal }) {
  const { begun, parts: there } = await beginOrGoOn(file, paths, signal);
  const parts = [];
  for (let start = 0; start < file.size; start += PART_BYTES) {
    const PartNumber = parts.length + 1;
    const part = file.slice(start, start + PART_BYTES);
    const tell = (loaded) => onProgress(start + loaded);
    const sendPart = async () => {
      const { url } = await call("GET", pathOf(paths, begun, `/${PartNumber}`), signal);
      return put(here(url, paths.stored), part, "", { onProgress: tell, signal });
    };
    const known = there.find((one) => one.PartNumber === PartNumber);
    parts.push({ PartNumber, ETag: known ? known.ETag : await persist(sendPart, signal) });
    tell(part.size);
  }
  const whole = pathOf(paths, begun, "/complete");
  const { location } = await persist(() => call("POST", whole, signal, { parts }), signal);
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
  const told = { fileURL: arrived.get(file), fileName: file.name, isRepeated: isThere };
  const claim = async () => {
    const claimed = call("PUT", paths.claim, signal, { ...told });
    // The answer may be lost on its way: then the next attempt asks for it again.
    told.isRepeated = true;
    return claimed;
  };
  try {
    return await persist(claim, signal);
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
