import { useEffect, useEffectEvent, useRef, useState } from "react";
import { persist } from "../ui/persist.js";

// The field for files. Its code is loaded when the field is drawn: few people send files.
export function UploadField(props) {
  const [loaded, setLoaded] = useState(null);

  useEffect(() => {
    let isHere = true;
    const load = () => import("./file_queue.jsx");
    const show = (found) => isHere && setLoaded(found);
    persist(load, () => isHere).then(show, () => undefined);
    return () => {
      isHere = false;
    };
  }, []);

  return loaded ? <loaded.FileQueue {...props} /> : <div className={props.className} />;
}

const linesOf = (files) => files.map(({ path, poster }) => `${path} ${poster}`.trim()).join("\n");

// The files that were sent, as lines of a hidden field: a draft keeps them as it keeps typed text.
// When a draft fills the field, the page is told, which asks the server whether it still has them.
export function KeptFiles({ name, files, link, onGivenBack }) {
  const ref = useRef(null);
  const isOwn = useRef(false);
  const lines = link || linesOf(files);
  const [given] = useState(lines);

  const write = () => {
    if (ref.current.value === lines) return;
    // React's own setter would hide the change from the dialog, which keeps it.
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    set.call(ref.current, lines);
    isOwn.current = true;
    ref.current.dispatchEvent(new Event("input", { bubbles: true }));
    isOwn.current = false;
  };
  const follow = useEffectEvent(write);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the files
  useEffect(() => follow(), [lines]);

  const giveBack = ({ currentTarget }) => {
    if (isOwn.current) return;
    const kept = currentTarget.value.split("\n").filter(Boolean);
    write(); // The field says what the server has, and its answer may be to have none of them.
    if (kept.length > 0) onGivenBack(kept);
  };
  return (
    <textarea
      ref={ref}
      name={name}
      defaultValue={given}
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onInput={giveBack}
    />
  );
}
