// Reads `#live`, in which the page names the address whose first data it has. Until that is the
// address in the bar, a tab that the server knows is drawn as it was left: with other data.
export function hasFirstData() {
  const { pathname, search } = window.location;
  return document.getElementById("live")?.dataset.live === pathname + search;
}

// Calls once the page has the first data of its address. Returns a function that ends the wait.
export function onFirstData(act) {
  const watcher = new MutationObserver(look);
  function look() {
    if (!hasFirstData()) return;
    watcher.disconnect();
    act();
  }
  watcher.observe(document.body, { subtree: true, attributeFilter: ["data-live"] });
  look();
  return () => watcher.disconnect();
}
