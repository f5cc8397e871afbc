/** The numbers behind a chart: as a table, and to take away as CSV or JSON. */
import { h } from "./dom.js";

/** @param columns [{name, text(row), value(row), number}] */
export function table(caption, columns, rows) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map((column) => h("th", { scope: "col", class: column.number && "number" }, column.name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            columns.map((column, i) =>
              h(i === 0 ? "th" : "td", { scope: i === 0 && "row", class: column.number && "number" }, column.text(row)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A table that is made when it is opened, with its downloads. */
export function behind(caption, columns, rows, name) {
  const body = h("div", {});
  const details = h(
    "details",
    {
      class: "behind",
      toggle: () => {
        if (details.open && !body.firstChild) {
          body.append(table(caption, columns, rows));
        }
      },
    },
    h("summary", {}, "Table and data"),
    downloads(columns, rows, name),
    body,
  );
  return details;
}

function downloads(columns, rows, name) {
  return h(
    "p",
    { class: "downloads" },
    h("button", { type: "button", click: () => save(`${name}.csv`, "text/csv", csv(columns, rows)) }, "Save CSV"),
    h(
      "button",
      { type: "button", click: () => save(`${name}.json`, "application/json", json(columns, rows)) },
      "Save JSON",
    ),
  );
}

export function csv(columns, rows) {
  const line = (cells) => cells.map(cell).join(",");
  return (
    [
      line(columns.map((column) => column.name)),
      ...rows.map((row) => line(columns.map((column) => valueOf(column, row)))),
    ].join("\r\n") + "\r\n"
  );
}

/** Text that a spreadsheet would take for a formula is given as text. */
function cell(value) {
  if (value === null || value === undefined) {
    return "";
  }
  if (typeof value === "number") {
    return String(value);
  }
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function json(columns, rows) {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column.name, valueOf(column, row) ?? null]))),
    null,
    2,
  );
}

function valueOf(column, row) {
  return column.value ? column.value(row) : column.text(row);
}

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name.replace(/[^A-Za-z0-9._-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
