// A file that is dropped beside its field would be opened in the place of the page. The browser
// shows that it cannot be dropped there.
function refuse(event) {
  const { dataTransfer, target } = event;
  if (!dataTransfer?.types.includes("Files") || target.matches?.("input[type=file]")) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}

if (typeof document !== "undefined") {
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, refuse);
}
