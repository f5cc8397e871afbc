/** The files of `data/`, each fetched once. Anything not understood is an error that can be read. */
const SCHEMA = 1;
const files = new Map();
const inside = new Map();

export class DataError extends Error {}

/** The record inside this page, when the page is one file for one record. */
export function embedded() {
  return carried("run");
}

/** A file that is inside this page, or null. */
export function carried(name) {
  if (!inside.has(name)) {
    const element = document.getElementById(name);
    inside.set(name, element === null ? null : checked(JSON.parse(element.textContent), "this page"));
  }
  return inside.get(name);
}

/**
 * @param {string} name of the file
 * @param {string} [missing] what to say where there is no such file, if that need not be a fault
 */
export function load(name, missing) {
  if (!files.has(name)) {
    const fetching = fetched(`data/${name}.json`, missing);
    files.set(name, fetching);
    fetching.catch(() => files.delete(name)); // what failed may be tried again
  }
  return files.get(name);
}

/** @param {number} [patience] in milliseconds; without it, as long as it takes */
export async function fetched(path, missing, patience) {
  let response;
  try {
    const signal = patience ? AbortSignal.timeout(patience) : undefined;
    response = await fetch(path, { cache: "no-cache", signal }); // a reload shows the site as it is now
  } catch (e) {
    throw new DataError(
      new URL(path, document.baseURI).protocol === "file:"
        ? "A browser does not let a page opened from a file read other files. Run ./loomwatch site --serve and open the address it prints."
        : `${path} could not be fetched: ${e.message}. Is the server still there?`,
    );
  }
  if (!response.ok) {
    throw new DataError(
      response.status === 404 && missing
        ? missing
        : `${path} is missing (HTTP ${response.status}): run ./loomwatch site again and publish all of data/.`,
    );
  }
  try {
    return checked(await response.json(), path);
  } catch (e) {
    throw e instanceof DataError ? e : new DataError(`${path} is damaged: ${e.message}`);
  }
}

function checked(file, path) {
  if (file.schema !== SCHEMA) {
    throw new DataError(
      `${path} has schema ${file.schema}, this page reads ${SCHEMA}: run ./loomwatch site again, or reload to get the newer page.`,
    );
  }
  return file;
}

/** Rows of columns: texts that repeat are stored once. */
export function rowAt(columns, i) {
  const text = (name) => columns[name].texts[columns[name].at[i]];
  return {
    id: columns.id[i],
    time: columns.time[i],
    kind: text("recordKind"),
    revision: text("revision"),
    title: text("title"),
    tomcat: text("tomcat"),
    jdk: text("jdk"),
    fingerprint: text("fingerprint"),
    verdict: text("verdict"),
    remark: text("remark"),
  };
}

/** Records `from` to `to` (exclusive) and one series' values at them, of as many files as needed. */
export async function slice(overview, number, from, to) {
  const shards = [];
  for (let shard = Math.floor(from / overview.shard); shard * overview.shard < to; shard++) {
    shards.push(Promise.all([load(`rows/${shard}`), load(`series/${number}/${shard}`)]));
  }
  const { scenario, metric } = overview.series[number];
  const points = [];
  for (const [rows, series] of await Promise.all(shards)) {
    if (series.scenario !== scenario || series.metric !== metric) {
      throw new DataError("The site was updated: reload this page."); // which numbers the series again
    }
    for (let i = 0; i < rows.id.length; i++) {
      const index = rows.first + i;
      if (index >= from && index < to) {
        points.push({ index, row: rowAt(rows, i), modes: valuesAt(series, i) });
      }
    }
  }
  return points;
}

function valuesAt(series, i) {
  const modes = {};
  for (const [mode, columns] of Object.entries(series.modes)) {
    if (columns.value[i] !== null) {
      modes[mode] = {
        value: columns.value[i],
        low: columns.low?.[i] ?? null,
        high: columns.high?.[i] ?? null,
        launches: columns.launches?.[i] ?? [],
      };
    }
  }
  return modes;
}
