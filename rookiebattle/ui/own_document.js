// A content policy belongs to its document. Somebody who came by a link of the single-page app has
// the document of another page.
export function isFromElsewhere() {
  const [arrival] = performance.getEntriesByType("navigation");
  return Boolean(arrival) && new URL(arrival.name).pathname !== window.location.pathname;
}
