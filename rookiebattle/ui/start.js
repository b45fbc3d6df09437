// The build writes this into the head of each page, before all other scripts: nothing has arrived
// yet that could be lost.
(() => {
  const root = document.documentElement;

  // Every script may store something. A value that the browser refuses, or has no room for, is
  // remembered until the page goes.
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = new Map();
    try {
      const own = window[name];
      for (const key of Object.keys(own)) kept.set(key, own.getItem(key));
      own.setItem("room", " ".repeat(1000));
      own.removeItem("room");
      continue;
    } catch (failed) {
      if (failed.name === "SecurityError") root.dataset.cookies = "blocked";
    }
    const value = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, text) => void kept.set(String(key), String(text)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
    };
    Object.defineProperty(window, name, { configurable: true, value });
  }
  if (!navigator.cookieEnabled) root.dataset.cookies = "blocked";

  // Calls `act` after a pause, or as soon as the browser is online again. Each pause is twice as
  // long as the one before.
  function later(act, attempt) {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      act();
    };
    const timer = setTimeout(go, Math.min(300 * 2 ** attempt, 60_000));
    window.addEventListener("online", go);
  }

  // A page that misses one of its first scripts stands still. It is loaded again when the site has
  // answered for each; three times in a row at most, because a proxy may spoil them for good.
  const MOST_RELOADS = 3;
  const { reloads = 0, at = 0 } = history.state ?? {};
  const inRow = Date.now() - at < 60_000 ? reloads : 0;
  async function look(attempt) {
    const scripts = [...document.querySelectorAll("link[rel=modulepreload]")];
    try {
      const answers = await Promise.all(scripts.map(({ href }) => fetch(href)));
      await Promise.all(answers.map((one) => one.arrayBuffer()));
      if (answers.every(({ status }) => status < 500)) {
        history.replaceState({ ...history.state, reloads: inRow + 1, at: Date.now() }, "");
        location.reload();
        return;
      }
    } catch {
      // Lost again.
    }
    later(() => look(attempt + 1), attempt + 1);
  }

  // A picture may be gone for good, so it is not asked for without end.
  const MOST_PICTURES = 6;
  const SHOWS = { IMG: "src", use: "href" };
  const attempts = new WeakMap();
  let isMending = false;
  window.addEventListener(
    "error",
    ({ target }) => {
      const shows = SHOWS[target.tagName];
      const attempt = attempts.get(target) ?? 0;
      if (target.tagName === "SCRIPT" && !isMending && inRow < MOST_RELOADS) {
        isMending = true;
        later(() => look(0), 0);
      } else if (shows && attempt < MOST_PICTURES) {
        attempts.set(target, attempt + 1);
        later(() => {
          if (target.isConnected) target.setAttribute(shows, target.getAttribute(shows));
        }, attempt);
      }
    },
    true,
  );
})();
