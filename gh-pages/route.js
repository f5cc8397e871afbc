/** The whole state of a page is in the address after the #, so every view has a permalink. */
export function here() {
  const [page, query] = location.hash.slice(1).split("?");
  return { page: page || "overview", query: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

export function link(page, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(kept).toString();
  return `#${page}${text && "?"}${text}`;
}

/** Changes the address without leaving the page. */
export function keep(page, query) {
  history.replaceState(null, "", link(page, query));
}
