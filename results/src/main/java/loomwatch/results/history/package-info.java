/**
 * History: what main measured, commit by commit, append-only and chained by hashes.
 *
 * <p>A {@link loomwatch.results.history.HistoryEntry} holds of one run what judging a trend needs:
 * provenance and, for each series, one value for each launch. {@link
 * loomwatch.results.history.HistoryStore} keeps entries in monthly shards, and beside them the
 * whole records. {@link loomwatch.results.history.DataJs} reads that of github-action-benchmark.
 */
@NullMarked
package loomwatch.results.history;

import org.jspecify.annotations.NullMarked;
