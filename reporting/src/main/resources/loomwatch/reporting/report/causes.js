
"use strict";
(async () => {
  const byId = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(byId("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data = JSON.parse(await new Response(stream).text());
  const ROW = 18;

  for (const sentence of data.sentences) {
    byId("sentences").append(Object.assign(document.createElement("li"), { textContent: sentence }));
  }

  /** Nodes with children, values in the base unit, and depth. */
  const graphs = data.views.map((view) => {
    const nodes = view.parents.map((distance, i) => ({
      name: i === 0 ? "all" : data.names[view.named[i]],
      parent: i === 0 ? -1 : i - distance,
      base: view.base[i] / view.scale,
      head: view.head[i] / view.scale,
      children: [],
      depth: 0,
    }));
    nodes.forEach((node, i) => {
      if (i > 0) {
        nodes[node.parent].children.push(i);
        node.depth = nodes[node.parent].depth + 1;
      }
    });
    nodes.forEach((node) => node.children.sort((a, b) => (nodes[a].name < nodes[b].name ? -1 : 1)));
    return { view, nodes };
  });

  const canvas = byId("graph");
  const draw = canvas.getContext("2d");
  const state = { graph: 0, zoom: 0, chosen: 0, search: "", width: "both" };
  let boxes = [];

  const amount = (value, unit) => {
    const size = Math.abs(value);
    const scales =
      unit === "s"
        ? [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]
        : [[1048576, "MiB"], [1024, "KiB"], [1, "B"]];
    const [factor, symbol] = scales.find(([from]) => size >= from) ?? scales[scales.length - 1];
    return `${Number((value / factor).toPrecision(3))} ${symbol}`.replace("-", "−");
  };
  const signed = (value, unit) => (value > 0 ? "+" : "") + amount(value, unit);

  const weight = (node) =>
    state.width === "base" ? node.base : state.width === "head" ? node.head : node.base + node.head;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

  const current = () => graphs[state.graph];

  function place() {
    boxes = [];
    const { nodes } = current();
    const width = canvas.clientWidth;
    const above = [];
    for (let at = nodes[state.zoom].parent; at >= 0; at = nodes[at].parent) {
      above.unshift(at);
    }
    above.forEach((at, row) => boxes.push({ at, x: 0, width, row, above: true }));
    const lay = (at, x, room, row) => {
      boxes.push({ at, x, width: room, row, above: false });
      const whole = Math.max(weight(nodes[at]), 1e-300);
      let next = x;
      for (const child of nodes[at].children) {
        const part = (room * weight(nodes[child])) / whole;
        if (part >= 0.4) {
          lay(child, next, part, row + 1);
        }
        next += part;
      }
    };
    lay(state.zoom, 0, width, above.length);
  }

  function paint() {
    place();
    const { nodes, view } = current();
    const whole = Math.max(nodes[0].base, nodes[0].head);
    const rows = 1 + Math.max(...boxes.map((box) => box.row));
    const ratio = window.devicePixelRatio || 1;
    canvas.height = rows * ROW * ratio;
    canvas.width = canvas.clientWidth * ratio;
    canvas.style.height = `${rows * ROW}px`;
    draw.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw.font = "12px system-ui, sans-serif";
    draw.textBaseline = "middle";
    const text = colour("--text");
    const back = colour("--back");
    const colours = { grown: colour("--grown"), gone: colour("--gone"), same: colour("--same") };
    draw.clearRect(0, 0, canvas.clientWidth, rows * ROW);
    for (const box of boxes) {
      const node = nodes[box.at];
      const change = node.head - node.base;
      const kind = Math.abs(change) < 0.005 * whole ? "same" : change > 0 ? "grown" : "gone";
      const strength = Math.min(1, Math.abs(change) / Math.max(node.base, node.head, 1e-300));
      draw.globalAlpha = box.above ? 0.15 : kind === "same" ? 0.25 : 0.3 + 0.5 * strength;
      draw.fillStyle = colours[kind];
      draw.fillRect(box.x, box.row * ROW, Math.max(0.5, box.width - 0.5), ROW - 1);
      draw.globalAlpha = 1;
      if (state.search && node.name.toLowerCase().includes(state.search)) {
        draw.strokeStyle = text;
        draw.lineWidth = 2;
        draw.strokeRect(box.x + 1, box.row * ROW + 1, Math.max(1, box.width - 3), ROW - 3);
      }
      if (box.at === state.chosen) {
        draw.strokeStyle = text;
        draw.lineWidth = 3;
        draw.strokeRect(box.x + 1, box.row * ROW + 1, Math.max(1, box.width - 3), ROW - 3);
      }
      if (box.width > 40) {
        draw.save();
        draw.beginPath();
        draw.rect(box.x, box.row * ROW, box.width - 2, ROW);
        draw.clip();
        draw.fillStyle = text;
        const mark = kind === "grown" ? "▲ " : kind === "gone" ? "▼ " : "";
        draw.fillText(mark + short(node.name), box.x + 4, box.row * ROW + ROW / 2);
        draw.restore();
      }
    }
    draw.fillStyle = back;
    describe(view);
  }

  const short = (name) => name.replace(/^(?:[\w$]+\.)+(?=[^.]+\.[^.]+$)/, "");

  function describe(view) {
    const { nodes } = current();
    const node = nodes[state.chosen];
    const own = (variant) => node[variant] - node.children.reduce((sum, child) => sum + nodes[child][variant], 0);
    byId("chosen").textContent =
      `${node.name}: ${amount(node.base, view.unit)} → ${amount(node.head, view.unit)} per ${view.per} ` +
      `(${signed(node.head - node.base, view.unit)}); by itself ` +
      `${amount(Math.max(0, own("base")), view.unit)} → ${amount(Math.max(0, own("head")), view.unit)}`;
    if (state.search) {
      const sum = { base: 0, head: 0 };
      const visit = (at) => {
        if (nodes[at].name.toLowerCase().includes(state.search)) {
          sum.base += nodes[at].base;
          sum.head += nodes[at].head;
        } else {
          nodes[at].children.forEach(visit);
        }
      };
      visit(0);
      byId("found").textContent =
        `found: ${amount(sum.base, view.unit)} → ${amount(sum.head, view.unit)} (${signed(sum.head - sum.base, view.unit)})`;
    } else {
      byId("found").textContent = "";
    }
  }

  function table() {
    const { view } = current();
    byId("rows").replaceChildren(
      ...view.frames.map((frame) => {
        const row = document.createElement("tr");
        const name = data.names[frame[0]];
        const cell = document.createElement("td");
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        button.addEventListener("click", () => go(name));
        cell.append(button, frame[9] ? " (changed)" : "");
        row.append(cell);
        for (const at of [1, 5]) {
          const [base, head, low, high] = frame.slice(at, at + 4);
          const change = `${signed(head - base, view.unit)} [${amount(low, view.unit)}, ${amount(high, view.unit)}]`;
          const cells = [amount(base, view.unit), amount(head, view.unit), change].map((text) =>
            Object.assign(document.createElement("td"), { textContent: text }),
          );
          cells[2].className = low > 0 ? "grown" : high < 0 ? "gone" : "same";
          row.append(...cells);
        }
        return row;
      }),
    );
  }

  /** To the largest node of that name. */
  function go(name) {
    const { nodes } = current();
    let best = -1;
    nodes.forEach((node, i) => {
      if (node.name === name && (best < 0 || Math.max(node.base, node.head) > Math.max(nodes[best].base, nodes[best].head))) {
        best = i;
      }
    });
    if (best >= 0) {
      state.zoom = best;
      state.chosen = best;
      keep();
      paint();
      canvas.focus();
    }
  }

  /** The address names what is seen. */
  function keep() {
    const { nodes } = current();
    const parts = new URLSearchParams({ view: String(state.graph) });
    if (state.zoom > 0) {
      parts.set("frame", nodes[state.zoom].name);
    }
    history.replaceState(null, "", `#${parts}`);
  }

  function zoom(at) {
    state.zoom = at;
    state.chosen = at;
    keep();
    paint();
  }

  function show(graph) {
    state.graph = graph;
    state.zoom = 0;
    state.chosen = 0;
    byId("view").value = String(graph);
    table();
    keep();
    paint();
  }

  function hit(event) {
    const row = Math.floor(event.offsetY / ROW);
    return boxes.find((box) => box.row === row && event.offsetX >= box.x && event.offsetX < box.x + box.width);
  }

  canvas.addEventListener("mousemove", (event) => {
    const box = hit(event);
    if (box && box.at !== state.chosen) {
      state.chosen = box.at;
      paint();
    }
  });
  canvas.addEventListener("click", (event) => {
    const box = hit(event);
    if (box) {
      zoom(box.at);
    }
  });
  canvas.addEventListener("keydown", (event) => {
    const { nodes } = current();
    const node = nodes[state.chosen];
    const siblings = node.parent < 0 ? [0] : nodes[node.parent].children;
    const place = siblings.indexOf(state.chosen);
    const largest = (list) => list.reduce((a, b) => (weight(nodes[b]) > weight(nodes[a]) ? b : a));
    const to = {
      ArrowUp: node.parent,
      ArrowDown: node.children.length ? largest(node.children) : -1,
      ArrowLeft: siblings[place - 1] ?? -1,
      ArrowRight: siblings[place + 1] ?? -1,
    }[event.key];
    if (event.key === "Enter") {
      zoom(state.chosen);
    } else if (event.key === "Escape") {
      zoom(Math.max(0, nodes[state.zoom].parent));
    } else if (to !== undefined && to >= 0) {
      state.chosen = to;
      paint();
    } else {
      return;
    }
    event.preventDefault();
  });
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("reset").addEventListener("click", () => zoom(0));
  byId("width").addEventListener("change", (event) => {
    state.width = event.target.value;
    paint();
  });
  byId("view").addEventListener("change", (event) => show(Number(event.target.value)));
  byId("search").addEventListener("input", (event) => {
    state.search = event.target.value.trim().toLowerCase();
    paint();
  });
  window.addEventListener("resize", paint);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

  graphs.forEach(({ view }, i) => {
    byId("view").append(new Option(view.title, String(i)));
  });
  if (graphs.length > 0) {
    const asked = new URLSearchParams(location.hash.slice(1));
    const view = Number(asked.get("view") ?? 0);
    const frame = asked.get("frame");
    show(view >= 0 && view < graphs.length ? view : 0);
    if (frame) {
      go(frame);
    }
  }
})();
