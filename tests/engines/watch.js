// Stands first on every page of tests/engines: the drivers of these browsers tell no errors.
(() => {
  const KEY = "complaints";
  const note = (text) => {
    const all = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.setItem(KEY, JSON.stringify([...all, `${location.pathname} ${text}`]));
  };
  window.addEventListener("error", ({ message }) => note(message));
  window.addEventListener("unhandledrejection", ({ reason }) => note(`rejection: ${reason}`));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    note(`policy: ${violatedDirective} ${blockedURI}`),
  );
  // React expects the page as the site has sent it.
  document.currentScript.remove();
  // Errors that others write there are faults, too.
  console.error = (...told) => note(`console: ${told.join(" ")}`);
})();
