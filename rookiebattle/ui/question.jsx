import { isOnBackdrop, useModal } from "./modal.js";

// The frame of every question. Escape, the browser's Back and a press beside it mean no.
export function QuestionDialog({ open, title, onNo, body, buttons }) {
  const ref = useModal(open, onNo);
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
          <div className="dialog-body">{body}</div>
          <div className="dialog-foot">{buttons}</div>
        </>
      )}
    </dialog>
  );
}

// The question before something that somebody should know more about: `about` names the thing.
export function Question({ about, warning, more, label, kind, onYes, ...rest }) {
  const body = (
    <>
      <p>
        <strong>{about}</strong>
      </p>
      <p>{warning}</p>
      {more && <p>{more}</p>}
    </>
  );
  const buttons = (
    <>
      <button type="button" className="btn btn-outline" onClick={rest.onNo} data-autofocus="">
        Not Now
      </button>
      <button type="button" className={`btn btn-${kind}`} onClick={onYes}>
        {label}
      </button>
    </>
  );
  return <QuestionDialog {...rest} body={body} buttons={buttons} />;
}
