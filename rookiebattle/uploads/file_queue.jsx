import { useEffect, useRef, useState } from "react";
import { sendPoster } from "./poster.js";
import { giveUp, sendFile, UploadError } from "./sending.js";

const CHOSEN = "chosen";
const WAITING = "waiting";
const SENDING = "sending";
const CHECKING = "checking";
const DONE = "done";
const PROBLEM = "problem";
// The file itself is too large, of another type, or damaged: another try changes nothing.
const REFUSED = [413, 415, 422];
const WORDS = {
  [CHOSEN]: "Ready to upload",
  [WAITING]: "Waiting",
  [CHECKING]: "Checking the file …",
  [DONE]: "Uploaded ✓",
};
// Browsers leave out the type of files with these endings.
const LEFT_OUT = { mov: "video/quicktime", avif: "image/avif" };

const isStartable = ({ state, isRefused }) => state === CHOSEN || (state === PROBLEM && !isRefused);

const THUMBNAIL = 88;

const megabytes = (bytes) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function wordsOf({ state, problem, sent, file }) {
  if (state === PROBLEM) return problem;
  return state === SENDING ? `${Math.floor((100 * sent) / file.size)} %` : WORDS[state];
}

function typed(file) {
  const type = file.type || LEFT_OUT[file.name.split(".").pop().toLowerCase()] || "";
  const { name, lastModified } = file;
  return file.type === type ? file : new File([file], name, { type, lastModified });
}

function problemOf(file, { accept, most, sentences }) {
  if (!accept.split(",").includes(file.type)) return sentences.wrongType;
  if (file.size === 0) return sentences.empty;
  return file.size > most ? sentences.tooLarge : "";
}

// The files that were chosen, and one after another what becomes of them.
function useQueue(field) {
  const [items, setItems] = useState([]);
  const sending = useRef(null);
  const number = useRef(0);

  const change = (id, values) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));

  const add = (files, isOnly) => {
    const added = files.map(typed).map((file) => {
      const problem = problemOf(file, field);
      const state = problem ? PROBLEM : field.confirms ? CHOSEN : WAITING;
      number.current += 1;
      return { id: number.current, file, problem, state, sent: 0, isRefused: problem !== "" };
    });
    setItems((all) => (isOnly ? added : [...all, ...added]));
  };

  const start = () =>
    setItems((all) =>
      all.map((one) => (isStartable(one) ? { ...one, state: WAITING, problem: "" } : one)),
    );

  const send = async ({ id, file }) => {
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = { id, controller };
    change(id, { state: SENDING, sent: 0 });
    try {
      const claimed = await sendFile(file, field.paths, {
        signal,
        onProgress: (sent) => change(id, { sent }),
        onStored: () => change(id, { state: CHECKING }),
      });
      const posterPath = field.posters ? await sendPoster(file, field.paths, signal) : "";
      signal.throwIfAborted();
      change(id, { state: DONE, path: claimed.objectPath });
      field.onUploaded?.({ ...claimed, posterPath });
    } catch (failed) {
      if (signal.aborted) return;
      const problem = (failed instanceof UploadError && failed.message) || field.sentences.notSent;
      change(id, { state: PROBLEM, problem, isRefused: REFUSED.includes(failed.status) });
      field.onFailed?.();
    } finally {
      sending.current = null;
      setItems((all) => [...all]); // look for the next one
    }
  };

  const next = items.find((one) => one.state === WAITING);
  useEffect(() => {
    if (next && !sending.current) send(next);
  });

  // A page that goes takes its requests with it. Parts that have arrived stay for a while.
  useEffect(() => () => sending.current?.controller.abort(), []);

  const remove = ({ id, file, state, path }) => {
    if (sending.current?.id === id) sending.current.controller.abort();
    if (state === DONE) field.onRemoved?.(path);
    else giveUp(file, field.paths);
    setItems((all) => all.filter((one) => one.id !== id));
  };
  return { items, add, start, remove };
}

// A small picture of the file. A file that the browser cannot draw, such as a video, has an empty
// ground.
// The canvas needs no address, so the page's policy has nothing to allow.
function Thumbnail({ file, src }) {
  const canvas = useRef(null);
  useEffect(() => {
    if (!file.type?.startsWith("image/")) return undefined;
    let isShown = true;
    createImageBitmap(file, { resizeHeight: THUMBNAIL, resizeQuality: "medium" }).then(
      (picture) => {
        const scale = THUMBNAIL / Math.min(picture.width, picture.height);
        const [width, height] = [picture.width * scale, picture.height * scale];
        const place = [(THUMBNAIL - width) / 2, (THUMBNAIL - height) / 2, width, height];
        if (isShown) canvas.current.getContext("2d").drawImage(picture, ...place);
        picture.close();
      },
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, [file]);
  if (src) return <img className="upload-thumbnail" src={src} alt="" />;
  return <canvas ref={canvas} className="upload-thumbnail" width={THUMBNAIL} height={THUMBNAIL} />;
}

function Item({ item, onRemove, removable }) {
  const { file, state } = item;
  const isMoving = state === SENDING || state === CHECKING;
  return (
    <li className="upload-item" data-state={state}>
      <Thumbnail file={file} src={item.src} />
      <span className="upload-name">{file.name}</span>
      <span className="upload-size">{file.size === undefined ? "" : megabytes(file.size)}</span>
      {isMoving && (
        <progress
          max={file.size}
          value={state === CHECKING ? undefined : item.sent}
          aria-label={`Upload of ${file.name}`}
        />
      )}
      <span className="upload-words" role={state === PROBLEM ? "alert" : undefined}>
        {wordsOf(item)}
      </span>
      {removable && (
        <button
          type="button"
          className="btn btn-ghost upload-remove"
          aria-label={`${isMoving ? "Cancel the upload of" : "Remove"} ${file.name}`}
          onClick={onRemove}
        >
          {isMoving ? "Cancel" : "Remove"}
        </button>
      )}
    </li>
  );
}

// Tells how many files are not stored yet, and how many of these are on their way, whenever one of
// the two changes.
function useCounting(items, onCounted) {
  const told = useRef("0,0");
  const coming = items.filter((one) => one.state !== DONE && !one.isRefused).length;
  const moving = items.filter(({ state }) => [WAITING, SENDING, CHECKING].includes(state)).length;
  useEffect(() => {
    const counts = `${coming},${moving}`;
    if (told.current !== counts) onCounted?.(coming, moving);
    told.current = counts;
  });
  return moving;
}

// Files that the page has and that were sent before this field was drawn: a draft gave them back.
function useEarlier(unused, items) {
  const [removed, setRemoved] = useState([]);
  const isOurs = ({ path }) => items.some((one) => one.path === path) || removed.includes(path);
  const earlier = unused
    .filter((one) => !isOurs(one))
    .map(({ path, name, src }) => ({ id: path, path, src, file: { name }, state: DONE }));
  return { earlier, note: ({ path }) => path && setRemoved((all) => [...all, path]) };
}

// The field for files that go straight to the storage, one after another. They are sent after a
// press of the button, or at once when `confirms` is false. A file that was sent can be removed as
// long as the page has not used it, and names it in `unused`.
export function FileQueue(field) {
  const { id, mostFiles, leadsTo, buttonLabel, unused = [] } = field;
  const queue = useQueue(field);
  const { earlier, note } = useEarlier(unused, queue.items);
  const [problem, setProblem] = useState("");
  const list = useRef(null);
  const items = [...earlier, ...queue.items];
  const moving = useCounting(items, field.onCounted);
  const waiting = items.filter(isStartable);
  const isOpen = ({ state, path }) => state !== DONE || unused.some((one) => one.path === path);
  const isUnsaved = items.some((one) => isOpen(one) && !one.isRefused);
  const first = unused[0]?.path;

  // A person who has gone on in the meantime is left in peace.
  useEffect(() => {
    const isWaitedFor = first && leadsTo && list.current?.contains(document.activeElement);
    if (isWaitedFor) document.getElementById(leadsTo)?.focus();
  }, [first, leadsTo]);

  const choose = (event) => {
    const files = [...event.target.files];
    // Browsers do not tell of a file that is chosen again while the field still has it.
    event.target.value = "";
    const isOnly = mostFiles === 1;
    if (files.length === 0) return;
    if (files.length + (isOnly ? 0 : items.length) > mostFiles) {
      return setProblem(field.sentences.tooMany);
    }
    setProblem("");
    for (const one of isOnly ? items : []) queue.remove(one);
    return queue.add(files, isOnly);
  };

  const start = () => {
    queue.start();
    list.current.focus(); // The pressed button is gone.
  };

  const remove = (item) => {
    note(item);
    queue.remove(item);
    document.getElementById(id).focus(); // The pressed button is gone.
  };

  return (
    <div className={field.className} data-unsaved={isUnsaved || undefined}>
      <label
        className="file-field"
        data-chosen={items.length > 0 || undefined}
        aria-busy={moving > 0 || undefined}
      >
        <strong>{field.label}</strong>
        <span id={`${id}-hint`}>{field.hint}</span>
        <input
          id={id}
          type="file"
          accept={field.accept}
          multiple={mostFiles > 1}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={choose}
        />
      </label>
      <span id={`${id}-error`} className="field-error" role="alert">
        {problem}
      </span>
      {waiting.length > 0 && (
        <button type="button" className={`btn btn-${field.buttonKind}`} onClick={start}>
          {waiting.length > 1 ? `${buttonLabel} (${waiting.length})` : buttonLabel}
        </button>
      )}
      {items.length > 0 && (
        <ul ref={list} className="upload-items" aria-label="Files" aria-live="polite" tabIndex={-1}>
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              removable={isOpen(item)}
              onRemove={() => remove(item)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
