import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { onRefusal, tell } from "../../../ui/network.js";
import { Handle, Sorting } from "./sorting_context.js";

const INSTRUCTIONS =
  "To move this item, press Space or Enter, then the arrow keys. Press Space or Enter again to " +
  "put it there, or Escape to leave it where it was.";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
// So many pixels above and below an item stay free when the page is scrolled to it.
const AROUND = 80;

// The keys left and right lead to the item before and after, over the end of a row, too. The
// library looks for the nearest item on that side, and finds none beside the first column.
function keyTarget(event, told) {
  const step = STEPS[event.code];
  if (!step) return sortableKeyboardCoordinates(event, told);
  event.preventDefault();
  const { active, over, droppableRects } = told.context;
  const { items } = active.data.current.sortable;
  const rect = droppableRects.get(items[items.indexOf((over ?? active).id) + step]);
  return rect && inSight(rect);
}

// Where an item lies after the page was scrolled to it: the library scrolls up and down alone.
function inSight({ left, top, height }) {
  const before = window.scrollY;
  const below = top + height + AROUND - window.innerHeight;
  const away = top < AROUND ? top - AROUND : Math.max(0, Math.min(below, top - AROUND));
  window.scrollBy({ top: away, behavior: "instant" });
  return { x: left, y: top - (window.scrollY - before) };
}

// The words of a screen reader while an item is moved. `after` is the order that a move makes. The
// gallery counts more items than these: other pages have some, and the official pictures stay.
function spoken(order, titles, lastOver, after) {
  // A period of the sentence stands inside the quotes.
  const titled = (one, end = "") => `“${titles[one.id] ?? ""}${end}”`;
  const placeIn = (ids, { id }, all = ids.length) => `${ids.indexOf(id) + 1} of ${all}`;
  const place = (one) => placeIn(order, one);
  const movable = `the ${order.length} you can move on this page`;
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      return `Picked up ${titled(active, ".")} It is item ${placeIn(order, active, movable)}.`;
    },
    onDragOver: ({ active, over }) => {
      // The first place is the item's own, which was said when it was picked up.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return `${titled(active)} is over item ${place(over)}.`;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${titled(active)} is now item ${placeIn(after(active.id, over.id), active)}.`
        : `${titled(active)} was not moved.`,
    onDragCancel: ({ active }) => `${titled(active)} is back at item ${place(active)}.`,
  };
}

const pinnedFirst = (order, pinned) => [
  ...order.filter((id) => pinned.has(id)),
  ...order.filter((id) => !pinned.has(id)),
];

// The order and the pins, as they are shown: at once what somebody did, and what the server says
// as soon as it has answered the last move. A refused move is taken back by that, too.
function useMoves({ shots, answered, isDragging, notSorted, notPinned, onSort, onPin }) {
  const ids = shots.map((one) => one.id);
  const pinnedIds = shots.filter((one) => one.is_pinned).map((one) => one.id);
  const [order, setOrder] = useState(ids);
  const [pinned, setPinned] = useState(() => new Set(pinnedIds));
  const sent = useRef(answered);
  const heard = useRef(answered);
  const failure = useRef("");
  const stored = `${ids} ${pinnedIds}`;

  const takeOver = useEffectEvent(() => {
    // A server that has lost its state counts from the start.
    if (answered < heard.current) sent.current = answered;
    heard.current = answered;
    if (isDragging || answered < sent.current) return;
    setOrder(ids);
    setPinned(new Set(pinnedIds));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows these three
  useEffect(() => takeOver(), [stored, answered, isDragging]);

  // Without a connection no answer takes a move back.
  const takeBack = useEffectEvent(() => {
    if (sent.current <= heard.current) return;
    sent.current = heard.current;
    setOrder(ids);
    setPinned(new Set(pinnedIds));
    tell("Error", failure.current);
  });
  useEffect(() => onRefusal(() => takeBack()), []);

  const number = (words) => {
    failure.current = words;
    sent.current += 1;
    return sent.current;
  };
  const after = (from, to) =>
    pinnedFirst(arrayMove(order, order.indexOf(from), order.indexOf(to)), pinned);
  const sort = (from, to) => {
    const wanted = after(from, to);
    setOrder(wanted);
    onSort(from, order, wanted, number(notSorted));
  };
  const pin = (id, isPinned) => {
    const wanted = new Set(pinned);
    if (isPinned) wanted.add(id);
    else wanted.delete(id);
    setPinned(wanted);
    setOrder(pinnedFirst(order, wanted));
    onPin(id, isPinned, number(notPinned));
  };
  return { order, pinned, after, sort, pin };
}

export function Grid(props) {
  const { shots, answered, notSorted, notPinned, onSort, onPin, children, ...rest } = props;
  const [isDragging, setIsDragging] = useState(false);
  const lastOver = useRef(null);
  const words = { notSorted, notPinned };
  const moves = useMoves({ shots, answered, isDragging, onSort, onPin, ...words });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: keyTarget }),
  );
  const titles = Object.fromEntries(shots.map(({ id, title }) => [id, title]));
  const end = ({ active, over }) => {
    setIsDragging(false);
    if (over && active.id !== over.id) moves.sort(active.id, over.id);
  };

  return (
    <Sorting value={{ Card, ...moves }}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: spoken(moves.order, titles, lastOver, moves.after),
          screenReaderInstructions: { draggable: INSTRUCTIONS },
        }}
        onDragStart={() => setIsDragging(true)}
        onDragEnd={end}
        onDragCancel={() => setIsDragging(false)}
      >
        <SortableContext items={moves.order} strategy={rectSortingStrategy}>
          <ul {...rest}>{children}</ul>
        </SortableContext>
      </DndContext>
    </Sorting>
  );
}

// A card keeps its place in the document until the server has answered. Until then its style moves
// it.
function Card({ id, className, children, ...rest }) {
  const { order } = useContext(Sorting);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, ...now } =
    useSortable({ id });
  const handle = useMemo(
    // The attribute is there even when it says "false", and a style takes it for "true".
    () => ({ ref: setActivatorNodeRef, ...attributes, ...listeners, "aria-disabled": undefined }),
    [setActivatorNodeRef, attributes, listeners],
  );
  const style = {
    order: order.indexOf(id),
    transform: CSS.Translate.toString(transform),
    transition,
  };
  return (
    <li
      {...rest}
      ref={setNodeRef}
      style={style}
      className={now.isDragging ? `${className} dragged` : className}
    >
      <Handle value={handle}>{children}</Handle>
    </li>
  );
}
