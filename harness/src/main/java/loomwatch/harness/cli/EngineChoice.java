package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.List;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.Polling;
import org.jspecify.annotations.Nullable;

/** Which load generator a run uses. */
sealed interface EngineChoice {

  /** Nothing to install. */
  record Embedded() implements EngineChoice {}

  /**
   * What the options say.
   *
   * @throws UsageException when there is no such engine
   */
  static EngineChoice of(@Nullable String name, @Nullable Path wrk2) {
    if ((name == null || name.equals("embedded")) && wrk2 == null) {
      return new Embedded();
    }
    throw new UsageException("--engine must be embedded, was '" + name + "'");
  }

  /** Its name in records. */
  default String label() {
    return switch (this) {
      case Embedded() -> "embedded";
    };
  }

  /** Opens it on its cores. */
  default LoadEngine open(Path jdk, List<Integer> cores, Polling polling) {
    return switch (this) {
      case Embedded() -> new EmbeddedEngine(jdk, cores, polling);
    };
  }
}
