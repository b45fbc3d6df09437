import { useRef, useState } from "react";
import { ActionButton } from "./action_button.jsx";
import { Question } from "./question.jsx";

// A button that asks first, if there is a `warning`.
export function AskButton({ question, about, warning, kind, ...rest }) {
  const [isAsking, setIsAsking] = useState(false);
  const proceed = useRef(null);

  const holdBack = (go) => {
    if (!warning) return false;
    proceed.current = go;
    setIsAsking(true);
    return true;
  };
  const confirm = () => {
    setIsAsking(false);
    proceed.current();
  };

  return (
    <>
      <ActionButton {...rest} holdBack={holdBack} />
      <Question
        open={isAsking}
        title={question}
        about={about}
        warning={warning}
        label={rest.label}
        kind={kind}
        onYes={confirm}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
}
