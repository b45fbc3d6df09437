// The build writes this into each page with a text before scripts. A press on one of the text's
// buttons goes to a plain form, once. Its button says so until the answer is there, or for ten
// seconds.
(() => {
  const FIRST_FORM = "first-form";
  const buttons = () => [...(document.forms[FIRST_FORM]?.elements ?? [])];
  const rest = () => {
    for (const one of buttons()) one.removeAttribute("aria-busy");
  };
  window.addEventListener("pageshow", ({ persisted }) => persisted && rest());
  window.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.id !== FIRST_FORM) return;
    if (buttons().some((one) => one.hasAttribute("aria-busy"))) event.preventDefault();
    else submitter?.setAttribute("aria-busy", "true");
    setTimeout(rest, 10_000);
  });
})();
