package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/** What load a scenario put on the server, and what came of it. */
public final class Loads {
  /** A rate is worth a word below this share of the plan's; the drain alone costs some percent. */
  private static final double WORTH_TELLING = 0.95;

  private Loads() {}

  /** The plan of a server scenario; nothing for a benchmark. */
  public static String plan(MeasurementRecord record, String name) {
    return record.scenarios().stream()
        .filter(scenario -> scenario.name().equals(name))
        .map(Loads::plan)
        .findFirst()
        .orElse("");
  }

  private static String plan(Scenario scenario) {
    return String.format(
        Locale.ROOT,
        "%s%s, %,.0f requests/s, %,d connections%s",
        scenario.sent().shown(),
        protocol(scenario.protocol()),
        scenario.requestsPerSecond(),
        scenario.connections(),
        pool(scenario.maxThreads()));
  }

  private static String protocol(@Nullable Protocol protocol) {
    return switch (protocol) {
      case null -> "";
      case HTTP -> " over HTTP/1.1";
      case HTTPS -> " over HTTPS";
      case H2C -> " over HTTP/2 without TLS";
      case H2 -> " over HTTP/2";
    };
  }

  private static String pool(@Nullable Integer threads) {
    return threads == null ? "" : String.format(Locale.ROOT, ", pool of %,d threads", threads);
  }

  /** A sentence for each mode that fell behind its rate; nothing when both kept it. */
  public static String shortfall(MeasurementRecord record, String name) {
    List<String> sentences = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      List<LoadResult> loads =
          record.launches().stream()
              .filter(launch -> launch.isOf(Arm.HEAD) && launch.valid())
              .filter(launch -> launch.scenario().equals(name) && launch.mode() == mode)
              .map(Launch::load)
              .filter(Objects::nonNull)
              .toList();
      OptionalDouble achieved = loads.stream().mapToDouble(LoadResult::achievedPerSecond).average();
      OptionalDouble asked = loads.stream().mapToDouble(LoadResult::requestsPerSecond).average();
      if (achieved.orElse(0) < WORTH_TELLING * asked.orElse(0)) {
        sentences.add(
            String.format(
                Locale.ROOT,
                " With %s threads the server answered %,.0f of %,.0f requests/s.",
                mode.label(),
                achieved.orElse(0),
                asked.orElse(0)));
      }
    }
    return String.join("", sentences);
  }
}
