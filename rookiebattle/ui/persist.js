// Asks until there is an answer. A network that comes back tells so, which ends each pause.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 60_000;

// Resolves after this time in milliseconds, or as soon as the browser is online again.
const pause = (milliseconds) =>
  new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      window.removeEventListener("online", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, milliseconds);
    window.addEventListener("online", goOn);
  });

// The answer of `ask`, a function that returns a promise. While it fails, it is called again after
// pauses that grow, and only as long as `isWanted`.
export async function persist(ask, isWanted = () => true) {
  let milliseconds = FIRST_PAUSE;
  for (;;) {
    try {
      return await ask();
    } catch (failed) {
      if (!isWanted()) throw failed;
    }
    await pause(milliseconds);
    milliseconds = Math.min(2 * milliseconds, LONGEST_PAUSE);
  }
}
