/**
 * The record: the contract between measuring and judging.
 *
 * <p>{@link loomwatch.results.MeasurementRecord} is what a measurement leaves; {@link
 * loomwatch.results.StoredRecord} reads and writes it, {@link
 * loomwatch.results.history.RecordStore} keeps those of a history. The format is documented field
 * by field, with units, in {@code record.schema.json} beside these classes, which is tested against
 * them in both directions; there is no other description of it that could drift.
 *
 * <p>How the format grows: a new field, or another meaning of one, is a new {@link
 * loomwatch.results.MeasurementRecord#SCHEMA} with a schema and a fixture of its own, and code that
 * reads the versions before. A new metric, unit or cause is not: names are data, and a Loomwatch
 * that does not know one refuses the record and says to update.
 */
@NullMarked
package loomwatch.results;

import org.jspecify.annotations.NullMarked;
