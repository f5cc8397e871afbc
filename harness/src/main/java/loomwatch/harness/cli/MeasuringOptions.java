package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.harness.naming.NearestName;
import loomwatch.harness.plan.Profile;
import loomwatch.harness.plan.Scenarios;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that measures. */
final class MeasuringOptions {
  private static final String JMH = "jmh";

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      description = "smoke (90 s at most), quick (minutes; the default) or full (hours).")
  private String profile = "quick";

  @Option(
      names = "--scenario",
      split = ",",
      paramLabel = "NAME",
      description = "Only these; 'jmh' is the JMH suite. Default: the profile's own.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--mode",
      split = ",",
      paramLabel = "MODE",
      description = "platform, virtual; default both, which the contrast needs.")
  private List<String> modes = List.of();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "wrk2 or embedded. Default: wrk2 where its binary is found, else embedded.")
  private @Nullable String engine;

  @Option(
      names = "--wrk2",
      paramLabel = "FILE",
      description = "The wrk2 binary; default: wrk2 or wrk on the PATH, if it is one.")
  private @Nullable Path wrk2;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output directory, without a record in it. Default: out/<time>-<seed>.")
  private @Nullable Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order of launches; recorded. Default: drawn from the clock.")
  private long seed = System.nanoTime();

  /** Which scenarios a profile has when none is named. */
  enum Purpose {
    RUN,
    COMPARE
  }

  /**
   * What they ask for, checked.
   *
   * @throws UsageException for a name that is not known
   */
  MeasuringRequest request(Purpose purpose) {
    Profile chosen = profile();
    boolean byName = !scenarios.isEmpty();
    return new MeasuringRequest(
        chosen,
        byName ? named() : Scenarios.named(usual(chosen, purpose)),
        byName ? scenarios.contains(JMH) : purpose == Purpose.RUN,
        modes(),
        EngineChoice.of(engine, wrk2),
        seed,
        out);
  }

  private static List<String> usual(Profile profile, Purpose purpose) {
    return switch (purpose) {
      case RUN -> profile.scenarios();
      case COMPARE -> profile.comparing().scenarios();
    };
  }

  private Profile profile() {
    return Profile.all().stream()
        .filter(known -> known.name().equals(profile))
        .findFirst()
        .orElseThrow(() ->
            new UsageException(
                "unknown profile '%s'; %s"
                    .formatted(
                        profile,
                        NearestName.suggestion(
                            profile, Profile.all().stream().map(Profile::name).toList()))));
  }

  private List<Scenario> named() {
    Map<String, Scenario> known = Scenarios.byName();
    Set<String> names = new TreeSet<>(known.keySet());
    names.add(JMH);
    for (String name : scenarios) {
      if (!names.contains(name)) {
        throw new UsageException(
            "unknown scenario '%s'; %s".formatted(name, NearestName.suggestion(name, names)));
      }
    }
    return Scenarios.named(scenarios);
  }

  private List<Mode> modes() {
    Set<Mode> chosen = EnumSet.noneOf(Mode.class);
    for (String name : modes) {
      try {
        chosen.add(Mode.of(name));
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage() + "; leave --mode out for both");
      }
    }
    return chosen.isEmpty() ? List.of(Mode.values()) : new ArrayList<>(chosen);
  }
}
