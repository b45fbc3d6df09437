import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ActionButton } from "../../ui/action_button.jsx";
import { Question } from "../../ui/question.jsx";
import { isWanted, want } from "../../ui/wanted.js";

const MINUTE = 60_000;
// Takes a seat. It asks first when the notice period has begun: by the server, which said so when
// the page was loaded, or by the clock of a page that has been open since. A person who logs in
// between pressing the button and getting the seat need not press it again.
export function RegisterButton(props) {
  const {
    event,
    title,
    when,
    starts,
    isLate,
    notice,
    warning,
    login,
    isStranger,
    isReady,
    account,
    ...rest
  } = props;
  const [isAsking, setIsAsking] = useState(false);
  const proceed = useRef(null);
  const goOn = useEffectEvent(() => isWanted(event, account) && rest.onClick());
  useEffect(() => {
    if (isReady) goOn();
  }, [isReady]);

  const register = () => {
    if (isStranger) want(event, account);
    rest.onClick();
  };

  const holdBack = (go) => {
    const isNear = isLate || Date.now() >= Date.parse(starts) - notice * MINUTE;
    if (isNear) {
      proceed.current = go;
      setIsAsking(true);
    }
    return isNear;
  };
  const confirm = () => {
    setIsAsking(false);
    proceed.current();
  };

  return (
    <>
      <ActionButton {...rest} onClick={register} holdBack={holdBack} />
      <Question
        open={isAsking}
        title={`Register for ${title}?`}
        about={when}
        warning={warning}
        more={isStranger ? login : ""}
        label={rest.label}
        kind="primary"
        onYes={confirm}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
}
