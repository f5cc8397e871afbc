package loomwatch.measure.arms;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.results.Mode;

/** The server of this repository, as a service like any other. */
public final class ShippedServer {
  /** No subject file can give it: a name there begins with a letter or a digit. */
  static final String NAME = "_loomwatch-server";

  private static final Ready READY =
      new Ready.Logs(Pattern.compile("^loomwatch-server ready "), Duration.ofSeconds(30));

  private ShippedServer() {}

  /**
   * How it is started.
   *
   * @param classPath its jars, in {@code java -cp} form
   */
  public static ServiceSpec of(String classPath) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      modes.put(mode, Variant.PLAIN);
    }
    Path here = Path.of("").toAbsolutePath();
    return new ServiceSpec(
        NAME,
        here,
        Optional.empty(),
        List.of(
            "java",
            "-cp",
            classPath,
            "loomwatch.server.Main",
            "--mode",
            "{mode}",
            "--port",
            "{port}",
            "--max-threads",
            "{threads}",
            "--max-connections",
            "{connections}",
            "--accept-count",
            "{connections}"),
        here,
        Map.of(),
        READY,
        modes);
  }
}
