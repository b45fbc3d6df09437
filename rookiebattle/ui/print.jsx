// Opens the browser's own dialog for printing.
export function PrintButton({ children, ...rest }) {
  return (
    <button type="button" {...rest} onClick={() => window.print()}>
      {children}
    </button>
  );
}
