import { useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "./drafts.js";
import { forgetOf, giveBack, holdsChanges, isChanged, keep, noteSent } from "./kept_fields.js";
import { isOnBackdrop, showAgain, showUnfolded, useModal } from "./modal.js";
import { QuestionDialog } from "./question.jsx";

function Discard({ open, onKeep, onDiscard }) {
  const buttons = (
    <>
      <button type="button" className="btn btn-danger" onClick={onDiscard}>
        Discard
      </button>
      <button type="button" className="btn btn-row" onClick={onKeep} data-autofocus="">
        Keep Editing
      </button>
    </>
  );
  return (
    <QuestionDialog
      open={open}
      title="Discard your changes?"
      onNo={onKeep}
      body="Your changes haven’t been saved."
      buttons={buttons}
    />
  );
}

// Keeps what is typed for the case that the page goes, and gives it back when the form is opened
// again. It is thrown away when somebody left its dialog, or sent it and had an answer: a server
// that has lost its state closes dialogs too, and counts its `answers` from the start.
function useKeptFields(ref, { open, account, answers, title }) {
  const [isBack, setIsBack] = useState(false);
  const owner = useRef("");
  const touched = useRef(new Set());
  const lastAct = useRef(null);
  const form = useRef(null);

  const follow = useEffectEvent((isOpen) => {
    const isDone = lastAct.current?.left || answers > lastAct.current?.sentAt;
    if (isOpen) touched.current.clear();
    else if (owner.current && owner.current === account && isDone) forgetOf(form.current);
    else if (owner.current) announce();
    owner.current = isOpen ? account : "";
    lastAct.current = form.current = null;
  });
  // The form may come later than its dialog, with an answer to what was chosen before it.
  const look = useEffectEvent((isOpen) => {
    const shown = isOpen && ref.current.querySelector("form[id]");
    if (isOpen && shown?.id !== form.current?.id) setIsBack(giveBack(account, shown));
    form.current = shown;
    if (isOpen && answers > lastAct.current?.sentAt) noteSent(shown, false);
  });
  useEffect(() => follow(open), [open]);
  useEffect(() => look(open, answers), [open, answers]);

  // React takes the chosen radio for the one chosen from the start as soon as the server knows it.
  const isMeant = (field) =>
    touched.current.has(field.name) && (field.type === "radio" ? field.checked : isChanged(field));

  const onInput = ({ target }) => {
    lastAct.current = null;
    touched.current.add(target.name);
    if (account && target.form?.id) keep(account, title, target.form, isMeant);
  };
  const onLeave = () => {
    lastAct.current = { left: true };
  };
  const onSend = () => {
    lastAct.current = { sentAt: answers };
    noteSent(form.current, true);
  };
  return { isBack, onInput, onLeave, onSend };
}

// Escape, the backdrop and the close button ask before they throw away what was typed.
export function ModalDialog({ open, onClose, account, answers, children, ...rest }) {
  const ref = useModal(open, () => leave());
  const title = rest["aria-label"];
  const kept = useKeptFields(ref, { open, account, answers, title });
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && !open) setIsAsking(false);

  const close = () => {
    setIsAsking(false);
    kept.onLeave();
    onClose?.();
  };
  const leave = () => (holdsChanges(ref.current) ? setIsAsking(true) : close());

  const cancel = (event) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave();
  };
  const closed = (event) => {
    // The event comes late: of a dialog that is shown again already, it tells nothing new.
    if (event.target !== event.currentTarget || !open || event.target.open) return;
    // Browsers close at a second Escape without asking us; the content is still there.
    if (holdsChanges(ref.current)) showAgain(ref.current);
    leave();
  };
  const click = (event) => {
    showUnfolded(event);
    const button = event.target.closest?.("button[type=button]");
    if (button?.matches("[data-close]")) {
      event.stopPropagation();
      leave();
    } else if (button?.closest("dialog") === event.currentTarget) kept.onLeave();
  };
  const press = (event) => {
    if (!isOnBackdrop(event)) return;
    event.preventDefault(); // or the press would take the focus from the question that it opens
    leave();
  };

  return (
    <dialog
      tabIndex={-1}
      {...rest}
      ref={ref}
      onInput={kept.onInput}
      onSubmitCapture={kept.onSend}
      onCancel={cancel}
      onClose={closed}
      onClickCapture={click}
      onMouseDown={press}
    >
      {open && (
        <>
          {kept.isBack && (
            <p className="dialog-kept" role="status">
              We restored your draft. It isn’t saved yet.
            </p>
          )}
          {children}
          <Discard open={isAsking} onKeep={() => setIsAsking(false)} onDiscard={close} />
        </>
      )}
    </dialog>
  );
}
