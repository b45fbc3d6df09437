import { useEffect, useEffectEvent, useRef, useState } from "react";
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

const megabytes = (bytes) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const percent = ({ sent, file }) => Math.floor((100 * sent) / Math.max(1, file.size));

function wordsOf(item) {
  if (item.state === PROBLEM) return item.problem;
  if (item.state === SENDING) return `${percent(item)} %`;
  return WORDS[item.state];
}

const typeOf = ({ name, type }) =>
  type || (/\.mov$/i.test(name) ? "video/quicktime" : /\.avif$/i.test(name) ? "image/avif" : "");

// The file with the type that browsers leave out for some endings.
const typed = (file) =>
  file.type === typeOf(file)
    ? file
    : new File([file], file.name, { type: typeOf(file), lastModified: file.lastModified });

// The files that were chosen, and one after another what becomes of them.
function useQueue(field) {
  const { paths, accept, most, tooLarge, wrongType, emptyFile, notSent, confirms } = field;
  const [items, setItems] = useState([]);
  const isBusy = useRef(false);
  const controllers = useRef(new Map());
  const number = useRef(0);

  const change = (id, values) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));

  const problemOf = (file) => {
    if (!accept.split(",").includes(file.type)) return wrongType;
    if (file.size === 0) return emptyFile;
    return file.size > most ? tooLarge : "";
  };

  const add = (files, isOnly) => {
    const added = files.map((chosen) => {
      const file = typed(chosen);
      const problem = problemOf(file);
      const state = problem ? PROBLEM : confirms ? CHOSEN : WAITING;
      number.current += 1;
      return { id: number.current, file, problem, state, sent: 0, isRefused: Boolean(problem) };
    });
    setItems((all) => (isOnly ? added : [...all, ...added]));
  };

  const start = () =>
    setItems((all) =>
      all.map((one) =>
        one.state === CHOSEN || (one.state === PROBLEM && !one.isRefused)
          ? { ...one, state: WAITING, problem: "" }
          : one,
      ),
    );

  const send = async ({ id, file }) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    change(id, { state: SENDING, sent: 0 });
    try {
      const claimed = await sendFile(file, paths, {
        signal: controller.signal,
        onProgress: (sent) => change(id, { sent }),
        onStored: () => change(id, { state: CHECKING, sent: file.size }),
      });
      const posterPath = field.posters ? await sendPoster(file, paths, controller.signal) : "";
      controller.signal.throwIfAborted();
      change(id, { state: DONE, path: claimed.objectPath });
      field.onUploaded?.({ ...claimed, posterPath });
    } catch (failed) {
      if (controller.signal.aborted) return;
      const problem = (failed instanceof UploadError && failed.message) || notSent;
      const isRefused = REFUSED.includes(failed.status);
      change(id, { state: PROBLEM, problem, isRefused });
      field.onFailed?.();
    } finally {
      controllers.current.delete(id);
    }
  };

  const next = items.find((one) => one.state === WAITING);
  useEffect(() => {
    if (!next || isBusy.current) return;
    isBusy.current = true;
    send(next).finally(() => {
      isBusy.current = false;
      setItems((all) => [...all]); // look for the next one
    });
  });

  // A page that goes takes its requests with it. Parts that have arrived stay for a while.
  useEffect(() => {
    const all = controllers.current;
    return () => {
      for (const one of all.values()) one.abort();
    };
  }, []);

  const remove = ({ id, file, state, path }) => {
    controllers.current.get(id)?.abort();
    if (state === DONE) field.onRemoved?.(path);
    else giveUp(file, paths);
    setItems((all) => all.filter((one) => one.id !== id));
  };
  return { items, add, start, remove };
}

function Item({ item, onRemove, removable }) {
  const { file, state } = item;
  const isMoving = state === SENDING || state === CHECKING;
  return (
    <li className="upload-item" data-state={state}>
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
function useCounting(count, moving, onCounted) {
  const told = useRef([0, 0]);
  const tell = useEffectEvent(() => {
    if (told.current[0] === count && told.current[1] === moving) return;
    told.current = [count, moving];
    onCounted?.(count, moving);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the counts
  useEffect(() => tell(), [count, moving]);
}

// Files that the page has and that were sent before this field was drawn: a draft gave them back.
function useEarlier(unused, items) {
  const [removed, setRemoved] = useState([]);
  const isOurs = ({ path }) => items.some((one) => one.path === path) || removed.includes(path);
  const earlier = unused
    .filter((one) => !isOurs(one))
    .map(({ path, name }) => ({ id: path, path, file: { name }, state: DONE }));
  return { earlier, note: ({ path }) => path && setRemoved((all) => [...all, path]) };
}

// The field for files that go straight to the storage, one after another. They are sent after a
// press of the button, or at once when `confirms` is false. A file that was sent can be removed as
// long as the page has not used it, and names it in `unused`.
export function FileQueue({
  paths,
  accept,
  label,
  hint,
  buttonLabel,
  most,
  mostFiles,
  tooLarge,
  emptyFile,
  tooMany,
  wrongType,
  notSent,
  confirms,
  posters,
  onUploaded,
  onFailed,
  onRemoved,
  onCounted,
  unused = [],
  leadsTo,
  id,
  ...rest
}) {
  const sentences = { tooLarge, wrongType, emptyFile, notSent };
  const told = { onUploaded, onFailed, onRemoved, ...sentences };
  const queue = useQueue({ paths, accept, most, confirms, posters, ...told });
  const [problem, setProblem] = useState("");
  const list = useRef(null);
  const { earlier, note } = useEarlier(unused, queue.items);
  const items = [...earlier, ...queue.items];
  const first = unused[0]?.path;
  const moving = items.filter(({ state }) => [WAITING, SENDING, CHECKING].includes(state)).length;
  const isMoving = moving > 0;
  const startable = items.filter((one) => one.state === CHOSEN || !(one.isRefused ?? true));
  const isUnused = ({ path }) => unused.some((one) => one.path === path);
  const isOpen = (one) => one.state !== DONE || isUnused(one);
  const isUnsaved = items.some((one) => isOpen(one) && !one.isRefused);
  const waiting = startable.filter(({ state }) => state === CHOSEN || state === PROBLEM);
  const coming = items.filter((one) => one.state !== DONE && !one.isRefused).length;
  useCounting(coming, moving, onCounted);

  // Whoever has gone on in the meantime is left in peace.
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
    if (files.length + (isOnly ? 0 : items.length) > mostFiles) return setProblem(tooMany);
    setProblem("");
    for (const one of isOnly ? items : []) queue.remove(one);
    return queue.add(files, isOnly);
  };

  const start = () => {
    queue.start();
    list.current.focus(); // The pressed button is gone.
  };

  return (
    <div {...rest} data-unsaved={isUnsaved || undefined}>
      <label className="file-field" aria-busy={isMoving || undefined}>
        <strong>{label}</strong>
        <span id={`${id}-hint`}>{hint}</span>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={mostFiles > 1}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={choose}
        />
      </label>
      <span id={`${id}-error`} className="field-error" role="alert">
        {problem}
      </span>
      {items.length > 0 && (
        <ul ref={list} className="upload-items" aria-label="Files" aria-live="polite" tabIndex={-1}>
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              removable={isOpen(item)}
              onRemove={() => {
                note(item);
                queue.remove(item);
                document.getElementById(id).focus(); // The pressed button is gone.
              }}
            />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <button type="button" className="btn btn-row" onClick={start}>
          {waiting.length > 1 ? `${buttonLabel} (${waiting.length})` : buttonLabel}
        </button>
      )}
    </div>
  );
}
