package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.gate.thresholds.ThresholdsReader;
import loomwatch.harness.arms.HandicapSyntax;
import loomwatch.harness.naming.NearestName;
import loomwatch.harness.plan.Profile;
import loomwatch.harness.plan.Scenarios;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The main job: measure, judge, report. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Starts the Tomcat server with platform and with virtual threads, loads both in turn at a",
      "fixed rate, runs the JMH thread-creation suite, judges all of it against thresholds.yaml,",
      "and writes record.json, verdict.json, report.md and raw/ into the output directory.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch run",
      "  ./loomwatch run --profile smoke --json > verdict.json",
      "  ./loomwatch run --scenario sleep-50,hello --mode virtual",
      "  ./loomwatch run --engine wrk2 --wrk2 ~/wrk2/wrk --out results/today"
    })
final class RunCommand implements Callable<Integer> {
  private static final String JMH = "jmh";

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "quick",
      description = "smoke (90 s at most), quick (8 min at most; the default) or full (hours).")
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
      names = "--jdk",
      paramLabel = "HOME",
      description = "The JDK the server and JMH run on. Default: the one running Loomwatch.")
  private Path jdk = Path.of(System.getProperty("java.home"));

  @Option(
      names = "--handicap",
      paramLabel = "KIND:SIZE",
      description = "Inject a fault into the server: cpu, alloc, latency, lock or pin.")
  private @Nullable String handicap;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order of launches; recorded. Default: drawn from the clock.")
  private long seed = System.nanoTime();

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Profile chosen = profile();
    Thresholds thresholds = ThresholdsReader.read(output.thresholds(), Scenarios.knownNames());
    RunRequest request =
        new RunRequest(
            chosen,
            scenarios(chosen),
            jmh(),
            modes(),
            EngineChoice.of(engine, wrk2),
            jdk(),
            handicap(),
            seed,
            out);
    return new RunJob(Installation.ofLauncher(), request, thresholds, output).run();
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

  private List<Scenario> scenarios(Profile chosen) {
    Map<String, Scenario> known = Scenarios.byName();
    if (scenarios.isEmpty()) {
      return Scenarios.named(chosen.scenarios());
    }
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

  private boolean jmh() {
    return scenarios.isEmpty() || scenarios.contains(JMH);
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

  private @Nullable String handicap() {
    if (handicap != null) {
      HandicapSyntax.refusal(handicap)
          .ifPresent(reason -> {
            throw new UsageException(reason);
          });
    }
    return handicap;
  }

  private Path jdk() {
    if (!java.nio.file.Files.isExecutable(jdk.resolve("bin/java"))) {
      throw new UsageException("--jdk " + jdk + " holds no bin/java; give the home of a JDK");
    }
    return jdk;
  }
}
