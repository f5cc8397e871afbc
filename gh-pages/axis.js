/** Scales from data to pixels, and where their ticks lie. */
export function linear([from, to], [start, end]) {
  const span = to - from || 1;
  const scale = (value) => start + ((value - from) / span) * (end - start);
  scale.invert = (pixel) => from + ((pixel - start) / (end - start)) * span;
  return scale;
}

export function logarithmic([from, to], [start, end]) {
  const inner = linear([Math.log(from), Math.log(to)], [start, end]);
  return (value) => inner(Math.log(Math.max(value, from)));
}

/** About `count` round numbers within. */
export function ticks([from, to], count) {
  const rough = (to - from || 1) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const found = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
    found.push(i * step);
  }
  return found;
}

/** 1, 2 and 5 of each decade, or the decades alone when there are many. */
export function logTicks([from, to]) {
  const found = [];
  const decades = Math.log10(to / from);
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const factor of decades > 4 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5]) {
      const value = factor * 10 ** power;
      if (value >= from * 0.999 && value <= to * 1.001) {
        found.push(value);
      }
    }
  }
  return found.length > 1 ? found : [from, to];
}

/** A little more than the values fill; 0 included when that costs little. */
export function domainOf(values, log) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value !== null && value !== undefined && (!log || value > 0)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) {
    return log ? [0.1, 1] : [0, 1];
  }
  if (log) {
    return low === high ? [low / 2, high * 2] : [low / 1.1, high * 1.1];
  }
  const room = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
  const bottom = low >= 0 && low - room < (high - low) * 0.5 ? 0 : low - room;
  return [low >= 0 ? Math.max(0, bottom) : bottom, high + room];
}
