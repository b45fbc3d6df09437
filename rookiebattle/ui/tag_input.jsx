import { useRef, useState } from "react";

const keyOf = (tag) => tidied(tag).toLowerCase();
const tidied = (text) => text.trim().replace(/\s+/g, " ");
// The Enter that chooses a word of a Japanese, Chinese or Korean keyboard. Safari tells of its end
// before the key, which then has this code alone.
const isComposing = ({ nativeEvent }) => nativeEvent.isComposing || nativeEvent.keyCode === 229;
const linesOf = (text) => text.split("\n").filter(Boolean);
// From this part of the limit on, the length is told while somebody types.
const NEARLY = 0.8;

// The remark on the typed text: how near it is to the limit, or why it is no tag.
function remarkOn(typed, { isFull, most, longest }) {
  const { length } = tidied(typed);
  if (length > 0 && isFull) return `There are ${most} already. Remove one to add another.`;
  if (length > longest) return `${length} characters. Please shorten it to ${longest}.`;
  return length >= NEARLY * longest ? `${length} of ${longest} characters` : "";
}

// A field for several short texts. Enter or a comma adds what was typed, leaving the field does so
// too, and Backspace in an empty field removes the last one. The form sends them as lines. A text
// that cannot be added stays in the field, and is sent with the others, so that the server refuses
// the form instead of losing it.
export function TagInput({ id, name, tags, most, longest, label, sprite, ...rest }) {
  const lines = useRef(null);
  const isOwn = useRef(false);
  const [given] = useState(tags.join("\n"));
  const [chosen, setChosen] = useState(tags);
  const [typed, setTyped] = useState("");
  const isFull = chosen.length >= most;
  const remark = remarkOn(typed, { isFull, most, longest });
  const isWrong = Boolean(remark) && (isFull || tidied(typed).length > longest);

  const choose = (wanted, left = "") => {
    setChosen(wanted);
    const text = [...wanted, left].filter(Boolean).join("\n");
    if (lines.current.value === text) return;
    // React's own setter would hide the change from the dialog, which asks before it is lost.
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    set.call(lines.current, text);
    isOwn.current = true;
    lines.current.dispatchEvent(new Event("input", { bubbles: true }));
    isOwn.current = false;
  };
  // A kept form writes its text into the hidden field by itself; the tags then follow the field.
  const takeBack = ({ currentTarget }) => isOwn.current || setChosen(linesOf(currentTarget.value));

  const add = (field) => {
    const wanted = tidied(field.value);
    if (isWrong) return choose(chosen, wanted);
    field.value = "";
    setTyped("");
    const isKnown = chosen.some((one) => keyOf(one) === keyOf(wanted));
    return choose(wanted && !isKnown ? [...chosen, wanted] : chosen);
  };

  const press = (event) => {
    const field = event.currentTarget;
    if (isComposing(event)) return;
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add(field);
    } else if (event.key === "Backspace" && !field.value && chosen.length > 0) {
      choose(chosen.slice(0, -1));
    }
  };

  return (
    <div className="tag-input">
      {chosen.length > 0 && (
        <ul aria-label={label}>
          {chosen.map((tag) => (
            <li key={keyOf(tag)} className="badge badge-neutral">
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => choose(chosen.filter((one) => one !== tag))}
              >
                <svg aria-hidden="true" className="icon icon-sm">
                  <use href={`${sprite}#close`} />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        {...rest}
        id={id}
        className="input"
        aria-describedby={`${rest["aria-describedby"] ?? ""} ${id}-remark`}
        aria-invalid={isWrong || rest["aria-invalid"]}
        autoComplete="off"
        enterKeyHint="enter"
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={(event) => add(event.currentTarget)}
      />
      {remark && (
        <span
          id={`${id}-remark`}
          className={isWrong ? "field-error" : "field-hint"}
          role={isWrong ? "alert" : undefined}
        >
          {remark}
        </span>
      )}
      <textarea
        ref={lines}
        name={name}
        defaultValue={given}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onInput={takeBack}
      />
    </div>
  );
}
