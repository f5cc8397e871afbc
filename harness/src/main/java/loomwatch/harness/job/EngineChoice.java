package loomwatch.harness.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.Polling;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.loadgen.wrk2.Wrk2Engine;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/** Which load generator a run uses. */
public sealed interface EngineChoice {

  /** Nothing to install. */
  record Embedded() implements EngineChoice {}

  /**
   * The operator's.
   *
   * @param binary checked to be wrk2
   */
  record Wrk2(Wrk2Binary binary) implements EngineChoice {}

  /**
   * What the options say: by name, or wrk2 where there is one.
   *
   * @param scenarios what it is to send; we drive wrk2 with plain GETs only
   * @throws UsageException when wrk2 is asked for and not there, or cannot send that
   */
  static EngineChoice of(@Nullable String name, @Nullable Path wrk2, List<Scenario> scenarios) {
    boolean plain = scenarios.stream().allMatch(one -> one.sent().plain());
    if (!plain && name == null && wrk2 == null) {
      return new Embedded();
    }
    if (!plain && !"embedded".equals(name)) {
      throw new UsageException(
          "--engine must be embedded for other requests than plain GETs, was wrk2");
    }
    if (name == null && wrk2 == null) {
      Optional<Wrk2Binary> onPath = Wrk2Binary.onPath();
      return onPath.isPresent() ? new Wrk2(onPath.get()) : new Embedded();
    }
    if (name == null || name.equals("wrk2")) {
      return new Wrk2(binary(wrk2));
    }
    if (name.equals("embedded") && wrk2 == null) {
      return new Embedded();
    }
    throw new UsageException(
        name.equals("embedded")
            ? "--wrk2 names a binary that --engine embedded would not use; leave one of them out"
            : "--engine must be wrk2 or embedded, was '" + name + "'");
  }

  private static Wrk2Binary binary(@Nullable Path named) {
    try {
      return named == null ? Wrk2Binary.required() : Wrk2Binary.at(named);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Its name in records. */
  default String label() {
    return switch (this) {
      case Embedded() -> "embedded";
      case Wrk2 wrk2 -> "wrk2";
    };
  }

  /** What it leaves unmeasured at the beginning of each slice, with so many connections. */
  default Duration unmeasured(int connections) {
    return switch (this) {
      case Embedded() -> Duration.ZERO;
      case Wrk2 wrk2 -> Wrk2Engine.calibration(connections);
    };
  }

  /** Opens it on its cores, with a directory for its temporary files. */
  default LoadEngine open(Path jdk, List<Integer> cores, Polling polling, Path scratch) {
    return switch (this) {
      case Embedded() -> new EmbeddedEngine(jdk, cores, polling);
      case Wrk2(Wrk2Binary binary) -> new Wrk2Engine(binary, cores, scratch);
    };
  }
}
