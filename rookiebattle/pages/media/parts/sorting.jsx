import { useContext, useEffect, useState } from "react";
import { Handle, Sorting } from "./sorting_context.js";

// The grid of the gallery for administrators. The library that sorts is loaded here alone, after
// the page has been drawn. Until then the grid is a list like any other.
export function SortableGrid({ shots, answered, onSort, onPin, children, ...rest }) {
  const [tools, setTools] = useState(null);

  useEffect(() => {
    let isHere = true;
    import("./sortable.jsx").then((loaded) => isHere && setTools(loaded));
    return () => {
      isHere = false;
    };
  }, []);

  if (!tools) return <ul {...rest}>{children}</ul>;
  return (
    <tools.Grid {...rest} shots={shots} answered={answered} onSort={onSort} onPin={onPin}>
      {children}
    </tools.Grid>
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
