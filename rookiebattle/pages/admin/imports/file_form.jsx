import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { askApi } from "../../../ui/api.js";

const LOST = "The connection was lost before the file arrived. Please try again.";

// A field for one file. Choosing a file sends it to the API, and the page then goes to the address
// of its dry run. A file can be dropped on the field, as on every field for files.
export function FileForm({ path, accept, label, hint, pendingLabel, most, tooLarge, ...rest }) {
  const field = useRef(null);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");
  const { search } = useLocation();
  const navigate = useNavigate();

  const fail = (sentence) => {
    setProblem(sentence);
    setIsPending(false);
    // The same file can then be chosen again, after it was changed.
    if (field.current) field.current.value = "";
  };

  const send = async (file) => {
    if (!file || isPending) return;
    if (file.size > most) return fail(tooLarge);
    setIsPending(true);
    setProblem("");
    try {
      const query = new URLSearchParams({ name: file.name.slice(-200) });
      const headers = { "content-type": "application/octet-stream" };
      const answer = await askApi(`${path}?${query}`, { method: "POST", body: file, headers });
      if (!answer.ok) return fail(await answer.text());
      const asked = new URLSearchParams(search);
      for (const name of ["page", "q", "show"]) asked.delete(name);
      asked.set("file", (await answer.json()).id);
      setIsPending(false);
      navigate({ search: `?${asked}` });
    } catch {
      fail(LOST);
    }
  };

  return (
    <div {...rest}>
      <div role="alert" className={problem ? "form-errors" : undefined}>
        {problem}
      </div>
      <label className="file-field" aria-busy={isPending || undefined}>
        <strong>{isPending ? pendingLabel : label}</strong>
        <span id="file-hint">{hint}</span>
        <input
          ref={field}
          type="file"
          accept={accept}
          disabled={isPending}
          aria-describedby="file-hint"
          onChange={(event) => send(event.target.files[0])}
        />
      </label>
    </div>
  );
}
