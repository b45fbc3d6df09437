import { createContext } from "react";

// The acts of a card of the grid while the grid is sortable; null for everybody else.
export const Sorting = createContext(null);
// The attributes of the handle of the card around it.
export const Handle = createContext({});
