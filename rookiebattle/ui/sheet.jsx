import { use } from "react";
import { sheet } from "./arriving.js";

// A style sheet of one page. The router draws a page in a transition, in which the page before it
// stays in sight until the sheet is there. React itself would show the page without a lost sheet.
export function Sheet({ href }) {
  const arriving = typeof document === "undefined" ? null : sheet(href);
  if (arriving) use(arriving);
  return <link href={href} rel="stylesheet" precedence="default" />;
}
