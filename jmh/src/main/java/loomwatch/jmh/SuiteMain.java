package loomwatch.jmh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the suite once for the harness. Unlike JMH's own main, which exits with 0, this one exits
 * with 1 and names the benchmarks that failed.
 */
public final class SuiteMain {
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 64;

  private static final String HELP =
      """
      Usage: loomwatch.jmh.SuiteMain --result FILE [OPTION VALUE]...
        --result FILE             JMH's JSON goes here
        --include REGEX           benchmarks to run, default all
        --forks N                 default 1
        --warmup-iterations N     default 2
        --iterations N            default 4
        --time MILLIS             of an iteration, default 300
        --jvm-arg=FLAG            of each fork; repeatable
      """;

  private SuiteMain() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    Settings settings;
    try {
      settings = Settings.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("loomwatch-jmh: " + e.getMessage() + "\n" + HELP);
      System.exit(EXIT_USAGE);
      return;
    }
    System.exit(runs(settings) ? 0 : EXIT_FAILED);
  }

  private static boolean runs(Settings settings) {
    try {
      Set<String> missing = asked(settings);
      missing.removeAll(scored(new Runner(options(settings)).run(), settings.forks()));
      if (missing.isEmpty()) {
        return true;
      }
      System.err.println("loomwatch-jmh: no score from " + String.join(", ", missing));
    } catch (NoBenchmarksException e) {
      System.err.println(
          "loomwatch-jmh: --include '" + settings.include() + "' matches no benchmark");
    } catch (RunnerException e) {
      System.err.println("loomwatch-jmh: " + e.getMessage());
    }
    return false;
  }

  private static Set<String> asked(Settings settings) {
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
            List.of(settings.include()),
            List.of())
        .stream()
        .map(BenchmarkListEntry::getUsername)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns benchmarks with a score in every fork; JMH omits failed benchmarks and forks. */
  private static Set<String> scored(Collection<RunResult> results, int forks) {
    return results.stream()
        .filter(result -> result.getBenchmarkResults().size() == forks)
        .filter(result -> result.getPrimaryResult().getScore() > 0)
        .map(result -> result.getParams().getBenchmark())
        .collect(Collectors.toSet());
  }

  private static org.openjdk.jmh.runner.options.Options options(Settings settings) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(settings.include())
            .forks(settings.forks())
            .warmupIterations(settings.warmUps())
            .warmupTime(TimeValue.milliseconds(settings.millis()))
            .measurementIterations(settings.iterations())
            .measurementTime(TimeValue.milliseconds(settings.millis()))
            .addProfiler(GCProfiler.class)
            .resultFormat(ResultFormatType.JSON)
            .result(settings.result().toString());
    return settings.jvmArgs().isEmpty()
        ? options.build()
        : options.jvmArgs(settings.jvmArgs().toArray(String[]::new)).build();
  }

  record Settings(
      Path result,
      String include,
      int forks,
      int warmUps,
      int iterations,
      int millis,
      List<String> jvmArgs) {

    Settings {
      jvmArgs = List.copyOf(jvmArgs);
    }

    static Settings parse(String... args) {
      String result = "";
      String include = ".*";
      int forks = 1;
      int warmUps = 2;
      int iterations = 4;
      int millis = 300;
      List<String> jvmArgs = new ArrayList<>();
      for (int i = 0; i < args.length; i++) {
        String name = args[i];
        if (name.startsWith("--jvm-arg=")) {
          jvmArgs.add(name.substring("--jvm-arg=".length()));
          continue;
        }
        if (++i == args.length) {
          throw new IllegalArgumentException(name + " needs a value");
        }
        switch (name) {
          case "--result" -> result = args[i];
          case "--include" -> include = pattern(args[i]);
          case "--forks" -> forks = positive(name, args[i]);
          case "--warmup-iterations" -> warmUps = positive(name, args[i]);
          case "--iterations" -> iterations = positive(name, args[i]);
          case "--time" -> millis = positive(name, args[i]);
          default -> throw new IllegalArgumentException("unknown option '" + name + "'");
        }
      }
      if (result.isEmpty()) {
        throw new IllegalArgumentException("--result is missing");
      }
      return new Settings(Path.of(result), include, forks, warmUps, iterations, millis, jvmArgs);
    }

    private static String pattern(String text) {
      try {
        return Pattern.compile(text).pattern();
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(
            "--include must be a regular expression, was '" + text + "'", e);
      }
    }

    private static int positive(String name, String text) {
      if (!text.matches("[1-9][0-9]{0,8}")) {
        throw new IllegalArgumentException(
            name + " must be a whole number of at least 1, was '" + text + "'");
      }
      return Integer.parseInt(text);
    }
  }
}
