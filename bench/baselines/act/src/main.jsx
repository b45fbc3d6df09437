// A plain React page of one event: fetch it, show it, and a button that takes a seat. Nothing else.
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const found = fetch("/event.json").then((answer) => answer.json());

function App() {
  const [event, setEvent] = useState(null);
  const [seat, setSeat] = useState("");
  useEffect(() => {
    found.then(setEvent);
  }, []);
  const register = async () => {
    setSeat("Registering …");
    const answer = await fetch("/seat.json", { method: "POST" });
    setSeat((await answer.json()).seat);
  };
  if (!event) return <main>Loading …</main>;
  return (
    <main>
      <h1>{event.title}</h1>
      <p>{when.format(new Date(event.startDate))}</p>
      <p>{`${event.location}, ${event.address}`}</p>
      <p>{event.description}</p>
      <div data-act>
        <button type="button" onClick={register}>
          {seat || "Register"}
        </button>
      </div>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<App />);
