import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Icon } from "./icon.jsx";

const PAUSE_MS = 350;

// The fields of a list's search, filters and order. They show the query of the address. A change
// navigates to another query, and the page then loads what that address asks for.
export function ListForm({ usual, children, ...rest }) {
  const ref = useRef(null);
  const pause = useRef(0);
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const form = ref.current;
    const show = () => {
      if (!pause.current) showQuery(form, new URLSearchParams(search), usual);
    };
    show();
    // The choices of a select may come after the page.
    const choices = new MutationObserver(show);
    choices.observe(form, { childList: true, subtree: true });
    return () => choices.disconnect();
  }, [search, usual]);
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

// The filters of the list. Where there is no room for them beside the search, a button unfolds
// them, and says how many are chosen.
export function ListFold({ sprite, children, ...rest }) {
  const ref = useRef(null);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { search } = useLocation();

  useEffect(() => {
    const asked = new URLSearchParams(search);
    const fields = [...ref.current.querySelectorAll("[name]:not([type=hidden])")];
    setChosen(fields.filter(({ name }) => asked.get(name)).length);
  }, [search]);

  return (
    <>
      <button
        type="button"
        className="btn btn-outline list-fold"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon sprite={sprite} name="settings" />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div {...rest} ref={ref} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}

function showQuery(form, asked, usual) {
  for (const field of form.elements) {
    const value = asked.get(field.name) ?? usual[field.name] ?? "";
    if (field.name && field.value !== value && !isTyping(field)) field.value = value;
  }
}

const isText = ({ type }) => type === "search" || type === "text";
const isTyping = (field) => isText(field) && field === document.activeElement;
