// Reads `#live`, in which the page names the address whose first data it has. Until that is the
// address in the bar, a tab that the server knows is drawn as it was left: with other data. React
// may draw `#live` first, while the server's text still stands in the place of the page.
export function hasFirstData() {
  const { pathname, search } = window.location;
  const isNamed = document.getElementById("live")?.dataset.live === pathname + search;
  return isNamed && !document.querySelector("text-before");
}

// Calls once the page has the first data of its address. Returns a function that ends the wait.
export function onFirstData(act) {
  const watcher = new MutationObserver(look);
  function look() {
    if (!hasFirstData()) return;
    watcher.disconnect();
    act();
  }
  const changes = { childList: true, attributeFilter: ["data-live"] };
  watcher.observe(document.body, { ...changes, subtree: true });
  look();
  return () => watcher.disconnect();
}
