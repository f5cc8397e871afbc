/** Elements without HTML in strings: every text becomes a text node, so no data can become markup. */
const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
  return element;
}

/** An element that index.html has. */
export function part(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`index.html must have an element ${id}, had none`);
  }
  return found;
}

/** A drawing that is made again whenever its width changes; `draw(width)` gives its nodes. */
export function responsive(draw, attributes) {
  const box = h("div", { class: "chart", ...attributes });
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.floor(box.clientWidth);
    if (now > 0 && now !== width) {
      width = now;
      box.replaceChildren(...[draw(width)].flat());
    }
  }).observe(box);
  box.redraw = () => width > 0 && box.replaceChildren(...[draw(width)].flat());
  return box;
}

/** A group of buttons of which one is pressed. */
export function choice(label, options, chosen, choose) {
  const buttons = options.map(([value, text]) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(value === chosen),
        click: (event) => {
          buttons.forEach((button) => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
          choose(value);
        },
      },
      text,
    ),
  );
  return h("div", { class: "choice", role: "group", "aria-label": label }, buttons);
}
