import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ActionButton } from "../../ui/action_button.jsx";
import { isOnBackdrop, useModal } from "../../ui/modal.js";
import { isWanted, want } from "../../ui/wanted.js";

const MINUTE = 60_000;
// The question before a seat is taken that cannot be given back.
function Question({ open, title, when, warning, login, label, onYes, onNo }) {
  const ref = useModal(open);
  const cancel = (event) => {
    event.preventDefault();
    onNo();
  };

  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className="dialog"
      role="alertdialog"
      aria-label={title}
      onCancel={cancel}
      onClose={() => open && !ref.current.open && onNo()}
      onMouseDown={(event) => isOnBackdrop(event) && onNo()}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2>{title}</h2>
          </div>
          <div className="dialog-body">
            <p>
              <strong>{when}</strong>
            </p>
            <p>{warning}</p>
            {login && <p>{login}</p>}
          </div>
          <div className="dialog-foot">
            <button type="button" className="btn btn-outline" onClick={onNo} data-autofocus="">
              Not Now
            </button>
            <button type="button" className="btn btn-primary" onClick={onYes}>
              {label}
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}

// Takes a seat. It asks first when the notice period has begun: by the server, which said so when
// the page was loaded, or by the clock of a page that has been open since. Whoever logs in between
// pressing the button and getting the seat need not press it again.
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
        when={when}
        warning={warning}
        login={isStranger ? login : ""}
        label={rest.label}
        onYes={confirm}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
}
