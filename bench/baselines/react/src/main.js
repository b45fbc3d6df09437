// A plain React list: fetch the events, show them. Nothing else.
import { createElement as h, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const events = fetch("/events.json").then((answer) => answer.json());

function Card({ event }) {
  return h(
    "li",
    { "data-event": event.id },
    h("h2", null, event.title),
    h("p", null, when.format(new Date(event.startDate))),
    h("p", null, `${event.location}, ${event.address}`),
    h("p", null, `${event.eventType}, ${event.currentParticipants} of ${event.maxParticipants ?? "any number"}`),
  );
}

function App() {
  const [list, setList] = useState([]);
  useEffect(() => {
    events.then(setList);
  }, []);
  return h("main", null, h("h1", null, "Events"), h("ul", null, list.map((event) => h(Card, { key: event.id, event }))));
}

createRoot(document.getElementById("root")).render(h(App));
