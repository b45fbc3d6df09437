import { useRef, useState } from "react";

// A field in which somebody may draw a signature. The drawing is the value of a hidden control, as
// the path of an SVG in whole units of the field. Nobody has to draw: keyboards need no such field.
export function StrokeField({ width, height, longest }) {
  const [path, setPath] = useState("");
  const isDown = useRef(false);

  const add = (event, sign) => {
    const box = event.currentTarget.getBoundingClientRect();
    const within = (at, length, units) => Math.round(Math.min(Math.max(at / length, 0), 1) * units);
    const x = within(event.clientX - box.left, box.width, width);
    const y = within(event.clientY - box.top, box.height, height);
    const next = `${sign}${x} ${y}`;
    setPath((drawn) => (drawn.length + next.length > longest ? drawn : drawn + next));
  };
  const begin = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    add(event, "M");
  };
  const end = () => {
    isDown.current = false;
  };

  return (
    <div className="stroke">
      <div className="stroke-head">
        <span>Draw your signature, if you like</span>
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => setPath("")}>
          Clear
        </button>
      </div>
      <svg
        className="stroke-field"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={(event) => isDown.current && add(event, "L")}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={path || "M0 0"} />
      </svg>
      <input type="hidden" name="stroke" value={path} />
    </div>
  );
}
