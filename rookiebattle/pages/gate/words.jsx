import { Icon } from "../../ui/icon.jsx";
import { isIn } from "./people.js";

// A color says nothing to some eyes: each has its sign and its words.
const SIGNS = { green: "check", yellow: "warning", red: "close", in: "check" };
export const VERDICTS = { green: "Ready", yellow: "One thing first", red: "Not yet" };

export const stateOf = (one) => (isIn(one) ? "in" : one.verdict);

export function Mark({ one, sprite }) {
  return (
    <span className="verdict-mark" data-verdict={stateOf(one)}>
      <Icon sprite={sprite} name={SIGNS[stateOf(one)]} />
    </span>
  );
}

export function wordsOf(one, timeOf) {
  if (isIn(one)) return `In since ${timeOf(one.checkedInAt)}`;
  const [first, ...more] = one.reasons;
  const further = more.length > 0 ? ` and ${more.length} more` : "";
  return first ? `${VERDICTS[one.verdict]}: ${first.text}${further}` : VERDICTS[one.verdict];
}
