import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Sheet } from "./card.jsx";
import { detector } from "./detector.js";

const LOOKS = 150;
// The same code stays in the picture for a moment.
const SAME_MS = 3_000;
const CAMERA = { video: { facingMode: "environment" }, audio: false };
const OTHER_CODE = "That isn’t a pass. Ask for the code at “Your Pass”.";
const REFUSED =
  "The camera isn’t allowed here. Allow it in the browser, or type two letters of a name.";
const MISSING = "This device has no camera that can be used. Type two letters of a name instead.";

// Shows what the camera sees, and calls `onCode` with each code in it. The answer says whether it
// is one of ours.
export default function Scanner({ onCode, isPaused, onClose, sprite }) {
  const video = useRef(null);
  const last = useRef({ code: "", at: 0 });
  const [problem, setProblem] = useState("");
  const [said, setSaid] = useState("");

  const look = useEffectEvent(async (codes) => {
    const shown = video.current;
    if (isPaused || !shown || shown.readyState < shown.HAVE_CURRENT_DATA) return;
    const [found] = await codes.detect(shown).catch(() => []);
    if (!found || isPaused) return;
    const { rawValue: code } = found;
    const isSame = code === last.current.code && Date.now() - last.current.at < SAME_MS;
    last.current = { code, at: Date.now() };
    if (isSame) return;
    navigator.vibrate?.(60);
    setSaid((await onCode(code)) ? "" : OTHER_CODE);
  });

  useEffect(() => {
    let isHere = true;
    let stream = null;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function run() {
      const [codes, seen] = await Promise.all([
        detector(),
        navigator.mediaDevices.getUserMedia(CAMERA),
      ]);
      stream = seen;
      if (!isHere) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      while (isHere) {
        await look(codes);
        await new Promise((go) => setTimeout(go, LOOKS));
      }
      return undefined;
    }
    const refused = ({ name }) => setProblem(name === "NotAllowedError" ? REFUSED : MISSING);
    run().catch((error) => isHere && refused(error));
    return () => {
      isHere = false;
      stop();
    };
  }, []);

  return (
    <Sheet open title="Scan a Pass" onClose={onClose} sprite={sprite}>
      <div className="dialog-body gate-scan">
        {problem ? (
          <p role="alert">{problem}</p>
        ) : (
          <>
            <video ref={video} muted playsInline aria-label="What the camera sees" />
            <p>Hold the code of the pass in front of the camera.</p>
            <p role="alert">{said}</p>
          </>
        )}
      </div>
      {problem && (
        <div className="dialog-foot">
          <button type="button" className="btn btn-primary btn-lg" onClick={onClose}>
            Type a Name
          </button>
        </div>
      )}
    </Sheet>
  );
}
