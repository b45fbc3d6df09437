import { isOnBackdrop, useModal } from "./modal.js";

// The question before something that somebody should know more about: `about` names the thing.
export function Question({ open, title, about, warning, more, label, kind, onYes, onNo }) {
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
              <strong>{about}</strong>
            </p>
            <p>{warning}</p>
            {more && <p>{more}</p>}
          </div>
          <div className="dialog-foot">
            <button type="button" className="btn btn-outline" onClick={onNo} data-autofocus="">
              Not Now
            </button>
            <button type="button" className={`btn btn-${kind}`} onClick={onYes}>
              {label}
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}
