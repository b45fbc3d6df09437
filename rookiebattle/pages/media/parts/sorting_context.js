import { createContext } from "react";

// What a card of the grid can do while the grid is sortable; null for everybody else.
export const Sorting = createContext(null);
// The attributes of the handle of the card around it.
export const Handle = createContext({});
