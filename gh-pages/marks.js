/** Lines, bands and dots as path data. What falls on one pixel is drawn once, however many points. */

/** One line through the points, broken where a value is missing; several points on one pixel become their range. */
export function linePath(points, x, y) {
  let path = "";
  let open = false;
  let column = null;
  const flush = () => {
    if (column !== null) {
      path +=
        column.count < 3
          ? column.text
          : `${open ? "L" : "M"}${column.at} ${column.first}L${column.at} ${column.low}L${column.at} ${column.high}L${column.at} ${column.last}`;
      open = true;
      column = null;
    }
  };
  for (const point of points) {
    if (point.value === null || point.value === undefined) {
      flush();
      open = false;
      continue;
    }
    const at = Math.round(x(point.index) * 2) / 2;
    const to = Math.round(y(point.value) * 10) / 10;
    if (column === null || column.at !== at) {
      flush();
      column = { at, first: to, low: to, high: to, last: to, count: 0, text: "" };
    }
    column.text += `${open || column.count > 0 ? "L" : "M"}${at} ${to}`;
    column.low = Math.max(column.low, to);
    column.high = Math.min(column.high, to);
    column.last = to;
    column.count++;
  }
  flush();
  return path;
}

/** The area between `low` and `high`, in one piece for each unbroken stretch. */
export function bandPath(points, x, y) {
  let path = "";
  let stretch = [];
  const flush = () => {
    if (stretch.length > 0) {
      const upper = stretch.map(([at, , high]) => `${at} ${high}`);
      const lower = stretch.map(([at, low]) => `${at} ${low}`).reverse();
      path += `M${upper.join("L")}L${lower.join("L")}Z`;
      stretch = [];
    }
  };
  for (const point of points) {
    if (point.low === null || point.low === undefined) {
      flush();
      continue;
    }
    const at = Math.round(x(point.index) * 2) / 2;
    const low = Math.round(y(point.low) * 10) / 10;
    const high = Math.round(y(point.high) * 10) / 10;
    const last = stretch.at(-1);
    if (last !== undefined && last[0] === at) {
      last[1] = Math.max(last[1], low);
      last[2] = Math.min(last[2], high);
    } else {
      stretch.push([at, low, high]);
    }
  }
  flush();
  return path;
}

/** A dot for each pair of coordinates, as zero-length strokes with round ends. */
export function dotsPath(pairs, x, y) {
  const seen = new Set();
  let path = "";
  for (const [index, value] of pairs) {
    const at = Math.round(x(index) * 2) / 2;
    const to = Math.round(y(value) * 2) / 2;
    const key = at * 8192 + to;
    if (!seen.has(key)) {
      seen.add(key);
      path += `M${at} ${to}h0`;
    }
  }
  return path;
}
