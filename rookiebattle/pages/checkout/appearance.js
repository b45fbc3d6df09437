// Stripe's form stands in a frame, where our style sheets end. It takes plain colors, so they are
// read from our tokens, anew for each theme.
const TOKENS = {
  colorPrimary: "--primary",
  colorBackground: "--card",
  colorText: "--ink",
  colorTextSecondary: "--soft",
  colorTextPlaceholder: "--soft",
  colorDanger: "--ink-danger",
  colorBorder: "--line-field",
};

export function appearanceOf() {
  const root = document.documentElement;
  const tokens = getComputedStyle(root);
  const colors = Object.entries(TOKENS).map(([name, token]) => [
    name,
    tokens.getPropertyValue(token).trim(),
  ]);
  const { colorBorder, ...variables } = Object.fromEntries(colors);
  return {
    theme: root.classList.contains("dark") ? "night" : "stripe",
    variables: {
      ...variables,
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "16px",
      borderRadius: "8px",
    },
    rules: {
      ".Input": { border: `1px solid ${colorBorder}`, boxShadow: "none" },
      ".Label": { fontWeight: "600" },
    },
  };
}

// Calls `act` when somebody changes between light and dark; returns what ends that.
export function onThemeChange(act) {
  const watcher = new MutationObserver(act);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => watcher.disconnect();
}
