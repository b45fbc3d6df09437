// The button of a page that the server draws and that is for paper.
for (const one of document.querySelectorAll("[data-print]")) {
  one.hidden = false;
  one.addEventListener("click", () => window.print());
}
