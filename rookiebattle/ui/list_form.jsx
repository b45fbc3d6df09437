import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const PAUSE_MS = 350;

// The fields of a list's search, filters and order. They show the query of the address. A change
// navigates to another query, and the page then loads what that address asks for.
export function ListForm({ usual, children, ...rest }) {
  const ref = useRef(null);
  const pause = useRef(0);
  const { search } = useLocation();
  const navigate = useNavigate();

  // After every drawing: the choices of a select may have come with it.
  useEffect(() => {
    if (pause.current) return;
    const asked = new URLSearchParams(search);
    for (const field of ref.current.elements) {
      const value = asked.get(field.name) ?? usual[field.name] ?? "";
      if (field.name && field.value !== value && !isTyping(field)) field.value = value;
    }
  });
  useEffect(() => () => clearTimeout(pause.current), []);

  const ask = ({ replace = false } = {}) => {
    clearTimeout(pause.current);
    pause.current = 0;
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(ref.current)) {
      if (value.trim() && value !== usual[name]) asked.set(name, value.trim());
    }
    const query = asked.size ? `?${asked}` : "";
    if (query !== search) navigate({ search: query }, { replace, preventScrollReset: true });
  };

  const change = ({ target }) => {
    clearTimeout(pause.current);
    if (isText(target)) pause.current = setTimeout(() => ask({ replace: true }), PAUSE_MS);
    else ask();
  };
  const submit = (event) => {
    event.preventDefault();
    ask();
  };

  return (
    <form {...rest} ref={ref} onChange={change} onSubmit={submit}>
      {children}
    </form>
  );
}

const isText = ({ type }) => type === "search" || type === "text";
const isTyping = (field) => isText(field) && field === document.activeElement;
