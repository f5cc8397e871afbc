package loomwatch.results;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The record: the file a measurement leaves, and all that judging it needs.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param id unique; sorts by time
 * @param createdAt when the measurement began
 * @param profile {@code smoke}, {@code quick} or {@code full}
 * @param seed of everything random in the plan
 * @param engine {@code embedded} or {@code wrk2}
 * @param host the machine
 * @param subjects by arm
 * @param fingerprint hash of everything about host and toolchain that may move numbers
 * @param scenarios what was asked for
 * @param launches in the order started, the invalid ones included
 * @param warnings what the reader should know about the whole measurement
 */
public record MeasurementRecord(
    int schema,
    String id,
    Instant createdAt,
    String profile,
    long seed,
    String engine,
    Host host,
    Map<String, Subject> subjects,
    String fingerprint,
    List<Scenario> scenarios,
    List<Launch> launches,
    List<String> warnings) {

  /** The version this code writes. It reads this and every earlier one. */
  public static final int SCHEMA = 1;

  public MeasurementRecord {
    subjects = Map.copyOf(subjects);
    scenarios = List.copyOf(scenarios);
    launches = List.copyOf(launches);
    warnings = List.copyOf(warnings);
  }
}
