import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ModalDialog } from "../ui/dialog.jsx";
import { Icon } from "../ui/icon.jsx";

const PAUSE_MS = 250;
const FIELDS = "input, textarea, [contenteditable]";
const TICKS = "[type=checkbox], [type=radio]";
const isTyping = ({ target }) =>
  Boolean(target.closest?.(FIELDS)) && !target.matches(TICKS) && !target.readOnly;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

// Two keys of the console, neither of which is heard while somebody types or a dialog is open:
// "/" goes to the search of the list, and Ctrl K (⌘K on a Mac) opens the palette.
function useKeys(onPalette) {
  const hear = useEffectEvent((event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isTaken = event.defaultPrevented || event.isComposing || isTyping(event);
    if (isTaken || altKey || document.querySelector("dialog:modal")) return;
    const search = document.querySelector(".list-search > input");
    if (key.toLowerCase() === "k" && ctrlKey !== metaKey) onPalette();
    else if (key === "/" && !ctrlKey && !metaKey && search) search.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

// Asks the server for members and events once somebody has stopped typing for a moment.
function useFinding(text, onFind) {
  const find = useEffectEvent(onFind);
  useEffect(() => {
    if (!text) return undefined;
    const pause = setTimeout(() => find(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
}

function Choices({ id, choices, chosen, sprite, onChoose }) {
  return (
    <div id={id} role="listbox" aria-label="Go to" className="palette-list">
      {choices.map((one, number) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field above
        <div
          key={one.href}
          id={`${id}-${number}`}
          role="option"
          tabIndex={-1}
          aria-selected={number === chosen}
          onClick={() => onChoose(one)}
        >
          <Icon sprite={sprite} name={one.symbol} />
          <span>{one.label}</span>
          <small>{one.hint}</small>
        </div>
      ))}
    </div>
  );
}

function Finder({ tabs, found, asked, sprite, onFind, onDone }) {
  const navigate = useNavigate();
  const id = useId();
  const list = useRef(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const text = typed.trim();
  useFinding(text, onFind);

  const isFound = text !== "" && asked === text;
  const fitting = tabs.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  const choices = isFound ? [...fitting, ...found] : fitting;
  const current = Math.min(chosen, choices.length - 1);
  const status = isFound && choices.length === 0 ? "Nothing found. Try another word." : "";

  const go = ({ href }) => {
    onDone();
    navigate(href);
  };
  const step = { ArrowDown: 1, ArrowUp: -1 };
  const press = (event) => {
    if (event.nativeEvent.isComposing || choices.length === 0) return;
    if (event.key === "Enter") go(choices[current]);
    else if (step[event.key]) {
      const next = (current + step[event.key] + choices.length) % choices.length;
      setChosen(next);
      list.current.querySelectorAll("[role=option]")[next]?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  };
  const type = ({ target }) => {
    setTyped(target.value);
    setChosen(0);
  };

  return (
    <div ref={list} className="palette-body">
      <input
        type="text"
        className="input"
        role="combobox"
        aria-label="Go to a tab, a member or an event"
        placeholder="A tab, a member or an event"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        maxLength={100}
        data-autofocus=""
        value={typed}
        onChange={type}
        onKeyDown={press}
      />
      <Choices id={id} choices={choices} chosen={current} sprite={sprite} onChoose={go} />
      <p role="status">{status}</p>
    </div>
  );
}

// A small window that leads to a tab, a member or an event. Opening it asks nothing of the server.
export function Palette({ tabs, found, asked, sprite, onFind }) {
  const [isOpen, setIsOpen] = useState(false);
  const [key, setKey] = useState("Ctrl K");
  const open = () => setIsOpen(true);
  const close = () => setIsOpen(false);
  useKeys(open);
  useEffect(() => {
    if (isApple()) setKey("⌘K");
  }, []);

  return (
    <>
      <button
        type="button"
        className="btn btn-outline palette-button"
        aria-label={`Go To ${key}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Icon sprite={sprite} name="search" />
        <span>Go To</span> <kbd>{key}</kbd>
      </button>
      <ModalDialog open={isOpen} onClose={close} className="dialog palette" aria-label="Go To">
        <Finder
          tabs={tabs}
          found={found}
          asked={asked}
          sprite={sprite}
          onFind={onFind}
          onDone={close}
        />
        <div className="palette-help">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open.
            <br />
            On a list, <kbd>/</kbd> goes to its search, and <kbd>Enter</kbd> on a box to the acts
            below.
          </span>
          <button type="button" className="btn btn-ghost" onClick={close}>
            Close
          </button>
        </div>
      </ModalDialog>
    </>
  );
}
