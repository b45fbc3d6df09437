import { useContext, useEffect, useState } from "react";
import { Handle, Sorting } from "./sorting_context.js";

// The library that sorts is loaded here alone, and only for administrators.
let library = null;
let loading = null;

// Answers with the library, or with nothing when it could not be had. The next grid tries again.
function load() {
  loading ??= import("./sortable.jsx").then(
    (loaded) => {
      library = loaded;
      return loaded;
    },
    () => {
      loading = null;
      return null;
    },
  );
  return loading;
}

// Loads the library before the first item is there.
export function SortingAhead() {
  useEffect(() => {
    load();
  }, []);
  return null;
}

// The grid of the gallery for administrators. Until the library is there it is a list like any
// other, whose tools cannot be pressed yet: the cards are drawn anew with the library, and a press
// at that moment would be lost. Without the library everything but moving works.
export function SortableGrid(props) {
  const { shots, answered, notSorted, notPinned, onSort, onPin, children, className, ...rest } =
    props;
  const [state, setState] = useState(library ? "ready" : "loading");

  useEffect(() => {
    let isHere = true;
    load().then((found) => isHere && setState(found ? "ready" : "failed"));
    return () => {
      isHere = false;
    };
  }, []);

  if (state !== "ready") {
    const waiting = state === "loading" ? `${className} shots-waiting` : className;
    return (
      <ul {...rest} className={waiting}>
        {children}
      </ul>
    );
  }
  const { Grid } = library;
  return (
    <Grid {...rest} {...{ className, shots, answered, notSorted, notPinned, onSort, onPin }}>
      {children}
    </Grid>
  );
}

export function SortableCard({ id, children, ...rest }) {
  const sorting = useContext(Sorting);
  if (!sorting) return <li {...rest}>{children}</li>;
  return (
    <sorting.Card {...rest} id={id}>
      {children}
    </sorting.Card>
  );
}

// The mouse, a finger or the keyboard moves the card at its handle.
export function DragHandle({ children, ...rest }) {
  return (
    <button {...rest} {...useContext(Handle)} type="button">
      {children}
    </button>
  );
}

// Pins an item or lets it go. It shows the new state at once.
export function PinButton({ id, pinned, children, ...rest }) {
  const sorting = useContext(Sorting);
  const isPinned = sorting ? sorting.pinned.has(id) : pinned;
  const press = () => sorting?.pin(id, !isPinned);
  return (
    <button {...rest} type="button" aria-pressed={isPinned} onClick={press}>
      {children}
    </button>
  );
}

// Drawn while the item is pinned.
export function WhilePinned({ id, pinned, children }) {
  const sorting = useContext(Sorting);
  return (sorting ? sorting.pinned.has(id) : pinned) ? children : null;
}
