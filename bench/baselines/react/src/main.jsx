// A plain React list: fetch the events, show them. Nothing else.
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const events = fetch("/events.json").then((answer) => answer.json());

function Card({ event }) {
  const { currentParticipants: taken, maxParticipants: seats } = event;
  return (
    <li data-event={event.id}>
      <h2>{event.title}</h2>
      <p>{when.format(new Date(event.startDate))}</p>
      <p>{`${event.location}, ${event.address}`}</p>
      <p>{`${event.eventType}, ${taken} of ${seats ?? "any number"}`}</p>
    </li>
  );
}

function App() {
  const [list, setList] = useState([]);
  useEffect(() => {
    events.then(setList);
  }, []);
  return (
    <main>
      <h1>Events</h1>
      <ul>
        {list.map((event) => (
          <Card key={event.id} event={event} />
        ))}
      </ul>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<App />);
