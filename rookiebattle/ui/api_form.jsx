import { useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

const LOST = "The connection was lost. Nothing was changed, as far as we know. Please try again.";

// A form that goes to the API instead of the websocket, because its answer takes the session's
// cookie away. The server says where the page goes then; otherwise its sentence is shown.
export function ApiForm({ method, path, fixed, label, pendingLabel, buttonClass, cancelLabel, onCancel, children, ...rest }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  const send = async (event) => {
    event.preventDefault();
    if (pending) return;
    const body = JSON.stringify({ ...Object.fromEntries(new FormData(event.currentTarget)), ...fixed });
    setPending(true);
    setProblem("");
    try {
      const answer = await fetch(path, { method, body, headers: { "content-type": "application/json" } });
      const to = answer.headers.get("location");
      if (to) window.location.assign(to);
      else {
        setProblem(answer.ok ? "" : await answer.text());
        setPending(false);
      }
    } catch {
      setProblem(LOST);
      setPending(false);
    }
  };

  return jsxs("form", {
    ...rest,
    noValidate: true,
    onSubmit: send,
    children: [
      jsx("div", { role: "alert", className: problem ? "form-errors" : undefined, children: problem }, "problem"),
      children,
      jsxs("div", {
        className: "form-actions",
        children: [
          cancelLabel && jsx("button", {
            type: "button", className: "btn btn-outline", onClick: () => onCancel?.(), children: cancelLabel,
          }, "cancel"),
          jsx("button", {
            type: "submit", className: buttonClass, "aria-disabled": pending || undefined,
            "aria-busy": pending || undefined, children: pending ? pendingLabel : label,
          }, "send"),
        ],
      }, "actions"),
    ],
  });
}
