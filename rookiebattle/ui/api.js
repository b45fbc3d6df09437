import env from "$/env.json";

// The origin at which the API answers. It is the page's own, unless the page's head names another:
// static pages at www. may have their API at api. (core/serving/head.py writes the tag). Vite's
// own server passes requests on.
export const apiOrigin = () =>
  import.meta.env.PROD ? new URL(env.PING).origin : window.location.origin;

const isElsewhere = () => apiOrigin() !== window.location.origin;

// The address of a path of the API.
export const atApi = (path) => (isElsewhere() ? apiOrigin() + path : path);

// A request to the API with the session's cookie, which browsers leave out at another origin.
export const askApi = (path, options = {}) =>
  isElsewhere()
    ? fetch(apiOrigin() + path, { ...options, credentials: "include" })
    : fetch(path, options);
