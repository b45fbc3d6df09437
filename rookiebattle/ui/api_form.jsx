import { useState } from "react";
import { askApi } from "./api.js";
import { isOffline, NOTHING_CHANGED } from "./network.js";

const LOST = "The connection was lost. Nothing was changed, as far as we know. Please try again.";
const JSON_HEADERS = { "content-type": "application/json" };

// A form that goes to the API instead of the websocket, because its answer takes the session's
// cookie away. The server says where the page goes then; otherwise its sentence is shown.
export function ApiForm({
  method,
  path,
  fixed,
  label,
  pendingLabel,
  buttonClass,
  cancelLabel,
  onCancel,
  children,
  ...rest
}) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");

  const fail = (sentence) => {
    setProblem(sentence);
    setIsPending(false);
  };

  const send = async (event) => {
    event.preventDefault();
    if (isPending) return;
    if (isOffline()) {
      fail(NOTHING_CHANGED);
      return;
    }
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setIsPending(true);
    setProblem("");
    try {
      const body = JSON.stringify({ ...fields, ...fixed });
      const answer = await askApi(path, { method, body, headers: JSON_HEADERS });
      const to = answer.headers.get("location");
      if (to) window.location.assign(to);
      else fail(answer.ok ? "" : await answer.text());
    } catch {
      fail(LOST);
    }
  };

  return (
    <form {...rest} noValidate onSubmit={send}>
      <div role="alert" className={problem ? "form-errors" : undefined}>
        {problem}
      </div>
      {children}
      <div className="form-actions">
        {cancelLabel && (
          <button type="button" className="btn btn-outline" onClick={() => onCancel?.()}>
            {cancelLabel}
          </button>
        )}
        <button
          type="submit"
          className={buttonClass}
          aria-disabled={isPending || undefined}
          aria-busy={isPending || undefined}
        >
          {isPending ? pendingLabel : label}
        </button>
      </div>
    </form>
  );
}
