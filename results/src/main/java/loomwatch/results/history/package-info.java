/**
 * The history: an append-only log, chained by hashes, of what was measured per commit of main.
 *
 * <p>A {@link loomwatch.results.history.HistoryEntry} has the provenance of one run and, for each
 * series, one value per launch. {@link loomwatch.results.history.HistoryStore} keeps entries in
 * monthly shards, and the records next to them. {@link loomwatch.results.history.DataJs} reads that
 * of github-action-benchmark.
 */
@NullMarked
package loomwatch.results.history;

import org.jspecify.annotations.NullMarked;
