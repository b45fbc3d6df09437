import { useState } from "react";

// A picture that has several addresses: the next is tried when one cannot be loaded. After the last
// nothing is drawn, and the ground behind it is seen.
export function Still({ sources, ...rest }) {
  const [failed, setFailed] = useState(0);
  if (failed >= sources.length) return null;
  return (
    // biome-ignore lint/a11y/useAltText: the alternative text comes with the other attributes
    <img {...rest} key={failed} src={sources[failed]} onError={() => setFailed(failed + 1)} />
  );
}
