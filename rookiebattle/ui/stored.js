// Notes something for this tab. A storage that has no room left keeps nothing, and nothing breaks.
export function store(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // It would only have been a convenience.
  }
}
