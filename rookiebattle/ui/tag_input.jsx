import { useRef, useState } from "react";

const keyOf = (tag) => tag.trim().replace(/\s+/g, " ").toLowerCase();
const linesOf = (text) => text.split("\n").filter(Boolean);

// A field for several short texts. Enter or a comma adds what was typed, leaving the field does so
// too, and Backspace in an empty field removes the last one. The form sends them as lines.
export function TagInput({ id, name, tags, most, longest, label, sprite, ...rest }) {
  const lines = useRef(null);
  const [given] = useState(tags.join("\n"));
  const [chosen, setChosen] = useState(tags);

  const choose = (wanted) => {
    setChosen(wanted);
    // React's own setter would hide the change from the dialog, which asks before it is lost.
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    set.call(lines.current, wanted.join("\n"));
    lines.current.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const add = (field) => {
    const typed = field.value.trim().replace(/\s+/g, " ");
    field.value = "";
    const isKnown = chosen.some((one) => keyOf(one) === keyOf(typed));
    if (typed && !isKnown && chosen.length < most) choose([...chosen, typed]);
  };

  const press = (event) => {
    const field = event.currentTarget;
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
        maxLength={longest}
        autoComplete="off"
        enterKeyHint="enter"
        onKeyDown={press}
        onBlur={(event) => add(event.currentTarget)}
      />
      <textarea
        ref={lines}
        name={name}
        defaultValue={given}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onInput={(event) => setChosen(linesOf(event.currentTarget.value))}
      />
    </div>
  );
}
