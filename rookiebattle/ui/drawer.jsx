import { useState } from "react";
import { ModalDialog } from "./dialog.jsx";
import { Icon } from "./icon.jsx";

// The side drawer of small screens: opens and closes without asking the server.
export function Drawer({ label, sprite, title, children, className, triggerClass }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const closeAtLink = (event) => event.target.closest("a") && close();

  return (
    <>
      <button
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon sprite={sprite} name="menu" />
      </button>
      <ModalDialog
        open={isOpen}
        onClose={close}
        className={className}
        aria-label={title}
        onClick={closeAtLink}
      >
        <div className="drawer-head">
          {title}
          <button
            type="button"
            className="btn btn-ghost btn-icon"
            aria-label="Close menu"
            onClick={close}
          >
            <Icon sprite={sprite} name="close" />
          </button>
        </div>
        {children}
      </ModalDialog>
    </>
  );
}
