package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class MeasuringOptions {
  /** Above any generator's rate, to catch typing errors. */
  private static final double MOST_RATE = 1_000_000;

  private static final String BENCHMARKS_TOO =
      "; or a benchmark by its class or method, such as com.acme.CsvBenchmark.hash";

  /** What a benchmark's parameter begins with, and no name of a benchmark or scenario. */
  private static final Pattern PARAMETER = Pattern.compile("[\\w$]+=");

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      completionCandidates = ProfileNames.class,
      description =
          "How much time for how sure an answer: ${COMPLETION-CANDIDATES}. Default: quick.")
  private String profile = "quick";

  @Option(
      names = "--scenario",
      split = ",",
      paramLabel = "NAME",
      completionCandidates = ScenarioNames.class,
      description =
          "Only these; of the server that ships: ${COMPLETION-CANDIDATES}. Of JMH benchmarks of your"
              + " own a class, a method, or one with its parameters. Default: those that the service file"
              + " has under profiles, or all.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Offer each scenario N requests a second. Default: its own rate. Only runs at one rate can"
              + " be compared.")
  private @Nullable Double rate;

  @Option(
      names = "--mode",
      split = ",",
      paramLabel = "MODE",
      description = "platform or virtual. Default: both, which a ratio needs.")
  private List<String> modes = List.of();

  @Mixin private GeneratorOption generator = new GeneratorOption();

  @Option(
      names = "--seed",
      hidden = true,
      paramLabel = "N",
      description = "Draws the order of launches; recorded. Default: from the clock.")
  private long seed = System.nanoTime();

  private static final class ProfileNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Profile.all().stream().map(Profile::name).iterator();
    }
  }

  private static final class ScenarioNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Catalogue.SHIPPED.byName().keySet().stream(), Stream.of(JmhResults.ALL))
          .iterator();
    }
  }

  /** Determines the scenarios of a profile when none is named. */
  enum Purpose {
    RUN,
    COMPARE
  }

  /** Returns the checked request. */
  MeasuringRequest request(Purpose purpose, Catalogue catalogue, @Nullable Path out)
      throws IOException, InterruptedException {
    Profile chosen = profile(purpose, catalogue);
    List<String> names = names(scenarios);
    boolean byName = !names.isEmpty();
    List<Scenario> asked =
        atRate(byName ? named(names, catalogue) : usual(chosen, purpose, catalogue));
    Map<String, JmhResults.Benchmark> benchmarks = benchmarks(names, catalogue);
    return new MeasuringRequest(
        benchmarks.isEmpty() ? chosen : chosen.withBenchmarks(benchmarks, chosen.jmh().options()),
        asked,
        byName
            ? names.contains(JmhResults.ALL) || !benchmarks.isEmpty()
            : catalogue.benchmarks().isPresent() || catalogue.suite() && purpose == Purpose.RUN,
        modes(catalogue),
        generator.choice(asked),
        seed,
        out);
  }

  /** Returns names that were split at commas, which are also between a benchmark's parameters. */
  static List<String> names(List<String> split) {
    List<String> names = new ArrayList<>();
    for (String name : split.stream().map(String::strip).toList()) {
      if (PARAMETER.matcher(name).lookingAt() && !names.isEmpty()) {
        names.add(names.removeLast() + "," + name);
      } else {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * Returns the benchmarks named one by one; none means the whole suite. Those of a team's own are
   * looked for once they are built.
   */
  private static Map<String, JmhResults.Benchmark> benchmarks(
      List<String> names, Catalogue catalogue) {
    Map<String, JmhResults.Benchmark> benchmarks = new TreeMap<>();
    if (!names.contains(JmhResults.ALL)) {
      if (catalogue.suite()) {
        benchmarks.putAll(JmhBenchmarks.of(names));
      }
      names.stream()
          .filter(name -> isTeams(name, catalogue))
          .forEach(name -> benchmarks.put(name, new JmhResults.Benchmark(name, Mode.PLATFORM)));
    }
    return benchmarks;
  }

  private static boolean isTeams(String name, Catalogue catalogue) {
    return catalogue.benchmarks().isPresent() && JmhResults.isTeams(name);
  }

  boolean areNamed() {
    return !scenarios.isEmpty();
  }

  private List<Scenario> atRate(List<Scenario> asked) {
    if (rate == null) {
      return asked;
    }
    double all = rate;
    if (!(all >= 1 && all <= MOST_RATE)) {
      throw new UsageException("--rate must be from 1 to %,.0f, was %s".formatted(MOST_RATE, rate));
    }
    return asked.stream().map(scenario -> scenario.at(all)).toList();
  }

  private static List<Scenario> usual(Profile profile, Purpose purpose, Catalogue catalogue) {
    return switch (purpose) {
      case RUN -> catalogue.toRun(profile);
      case COMPARE -> catalogue.toCompare(profile);
    };
  }

  private Profile profile(Purpose purpose, Catalogue catalogue) {
    Profile asked = purpose == Purpose.COMPARE ? profile(profile).forComparing() : profile(profile);
    Profile fit = catalogue.suite() ? asked : asked.forService();
    return catalogue
        .benchmarks()
        .map(own -> fit.withBenchmarks(Map.of(), own.options()))
        .orElse(fit);
  }

  static Profile profile(String name) {
    return Profile.named(name)
        .orElseThrow(() ->
            new UsageException(
                "unknown profile '%s'; %s"
                    .formatted(
                        name,
                        NearestName.suggestion(
                            name, Profile.all().stream().map(Profile::name).toList()))));
  }

  private static List<Scenario> named(List<String> names, Catalogue catalogue) {
    Set<String> known = new TreeSet<>(catalogue.knownNames());
    if (catalogue.suite()) {
      known.add(JmhResults.ALL);
    }
    for (String name : names) {
      if (!known.contains(name) && !isTeams(name, catalogue)) {
        throw new UsageException(
            "unknown scenario '%s'; %s%s"
                .formatted(
                    name,
                    NearestName.suggestion(name, known),
                    catalogue.benchmarks().isPresent() ? BENCHMARKS_TOO : ""));
      }
    }
    return catalogue.named(names);
  }

  private List<Mode> modes(Catalogue catalogue) {
    Set<Mode> chosen = EnumSet.noneOf(Mode.class);
    for (String name : modes) {
      try {
        Mode mode = Mode.of(name);
        if (!catalogue.modes().contains(mode)) {
          throw new UsageException(
              "--mode must be one of the service's, was %s; its file lists %s under modes"
                  .formatted(name, catalogue.modes().stream().map(Mode::label).toList()));
        }
        chosen.add(mode);
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage() + "; leave --mode out for both");
      }
    }
    return chosen.isEmpty() ? catalogue.modes() : new ArrayList<>(chosen);
  }

  static final class GeneratorOption {
    @Option(
        names = "--generator",
        paramLabel = "NAME",
        description =
            "wrk2, embedded or jmeter. Default: wrk2 where its binary is found, else embedded.")
    private @Nullable String generator;

    @Option(
        names = "--wrk2",
        hidden = true,
        paramLabel = "FILE",
        description = "The wrk2 binary. Default: wrk2 or wrk on the PATH, if it is one.")
    private @Nullable Path wrk2;

    @Option(
        names = "--agents",
        hidden = true,
        split = ",",
        paramLabel = "HOST:PORT",
        description =
            "With --generator jmeter: other machines make the load, on which ./loomwatch agent runs.")
    private List<String> agents = List.of();

    GeneratorChoice choice(List<Scenario> scenarios) throws IOException, InterruptedException {
      return GeneratorChoice.of(generator, wrk2, agents, scenarios);
    }
  }
}
