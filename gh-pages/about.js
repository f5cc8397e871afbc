/** How to read the pages. */
import { calibrations } from "./calibration.js";
import { embedded, load } from "./data.js";
import { h } from "./dom.js";

const PARTS = [
  [
    "What a point is",
    "A run starts every server several times: each start is a launch, the only thing that counts as an observation, because requests of one server are alike for reasons of that one start. A point is the mean over a run's launches, the band its 90 % interval, the small dots the launches. Changes over history are found in the medians of launches, which one odd launch does not move. A hollow point is of an earlier commit that was measured afterwards, together with a newer one. It shows how far both differed in the same minutes, at the level of the newer one's run. Nothing is judged by it.",
  ],
  [
    "Two modes and their ratio",
    "The same server serves with platform threads and with virtual threads, within the same minutes on the same cores. Virtual ÷ platform is a quantity of its own, with its own axis: what moves both modes alike leaves it where it was.",
  ],
  [
    "Latency",
    "Requests are sent at a fixed rate, and latency counts from when a request was due, not from when it could be sent. A server that stands still for a second makes every request due in that second wait, and the numbers show it. Service time counts from the actual send, and hides it.",
  ],
  [
    "Verdicts",
    "✓ pass: the limit holds, and the interval leaves no room for doubt. ▲ regressed: it is broken beyond doubt. ▼ improved: better by more than the tolerance. ◆ inconclusive: these launches cannot tell. ✕ invalid: there is no number, because the measurement was not sound. Limits are in thresholds.yaml, each with its reason.",
  ],
  [
    "Moves",
    "The percentage beside a small picture is the newest run against the median of up to 20 runs before it on the same host and runtime. An arrow marks a move of 4 or more robust standard deviations and at least 1 %. It is a hint to look, no verdict: only a comparison that measures both revisions interleaved can give one.",
  ],
  [
    "Baseline resets",
    "A dashed line marks a change of host, Tomcat, JDK, JVM flags, load generator, or of a service's libraries or start. Values on its two sides are not judged against each other.",
  ],
  [
    "What is kept",
    "Each record keeps its whole latency distribution. Everything shown can be saved as CSV or JSON, and every view has an address that can be sent to somebody else.",
  ],
  [
    "Keys",
    "On a chart: ← → read run by run, Home and End go to the ends, Page Up and Page Down go twenty, Enter opens the run, space picks it, picking two offers to compare them, + and − zoom.",
  ],
];

export async function aboutPage() {
  const overview = embedded() === null ? await load("overview").catch(() => null) : null;
  return {
    title: "About",
    newest: overview?.recent.time[0],
    nodes: [
      h("h1", {}, "How to read these pages"),
      overview && calibrations(overview),
      PARTS.map(([title, text]) => h("section", { class: "prose" }, h("h2", {}, title), h("p", {}, text))),
    ],
  };
}
