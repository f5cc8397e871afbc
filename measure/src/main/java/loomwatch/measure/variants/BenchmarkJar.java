package loomwatch.measure.variants;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant.BuiltFile;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;

/**
 * Finds a team's benchmarks in the jar that a build left. Mistakes are reported at their key of its
 * file.
 */
final class BenchmarkJar {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** A line of JMH's list, and one of a benchmark's parameters below it. */
  private static final Pattern METHOD = Pattern.compile("(?U)[\\w$]+([.][\\w$]+)+");

  private static final Pattern PARAM = Pattern.compile("\\s+param \"([^\"]+)\" = \\{(.*)}");

  private final ServiceFile file;
  private final BenchmarkSpec spec;

  BenchmarkJar(ServiceFile file) {
    this.file = file;
    this.spec = file.benchmarks().orElseThrow();
  }

  private static final String BENCHMARKS = "the benchmarks";

  /** Returns what is built, in that order: a service, and what builds its benchmarks. */
  static List<ServiceSpec> built(Optional<ServiceFile> withBenchmarks, ServiceSpec there) {
    Optional<ServiceSpec> benchmarks =
        withBenchmarks
            .flatMap(ServiceFile::benchmarks)
            .flatMap(BenchmarkSpec::build)
            .map(build -> there.named(BENCHMARKS).builtBy(build));
    return Stream.concat(
            Stream.of(there).filter(each -> each.build().isPresent()), benchmarks.stream())
        .toList();
  }

  /** Returns the failure of a build; for that of benchmarks with its place in the file. */
  static ServiceException failed(
      Optional<ServiceFile> withBenchmarks, ServiceSpec built, ServiceException failure) {
    if (withBenchmarks.isEmpty() || !built.name().equals(BENCHMARKS)) {
      return failure;
    }
    RuntimeException place =
        withBenchmarks
            .get()
            .refusal(
                "build",
                "",
                "build of the benchmarks must succeed, failed",
                "Correct it, or what it builds:");
    return new ServiceException(place.getMessage() + "\n" + failure.getMessage());
  }

  static void requireMeant(Optional<ServiceFile> withBenchmarks, List<BuiltVariant> variants) {
    withBenchmarks.ifPresent(of ->
        new BenchmarkJar(of).requireMeant(variants.stream().map(BuiltVariant::suite).toList()));
  }

  /**
   * Reads the jar of a variant.
   *
   * @param folder that it was built in
   * @param jdk that it is measured on
   * @param log of JMH, which lists what the jar holds
   */
  JmhSuite read(String variant, Path folder, Jdk jdk, Path log, Children children)
      throws IOException, InterruptedException {
    Path jar = jar(variant, folder);
    List<String> command = new ArrayList<>(List.of(jdk.home().resolve("bin/java").toString()));
    command.addAll(List.of("-cp", jar.toString(), "org.openjdk.jmh.Main", "-lp"));
    command.addAll(spec.options());
    Process process =
        children.watch(
            new ProcessBuilder(Leash.command(command))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
      Children.end(process, 0);
      throw refused(
          "jar of %s must list its benchmarks, did not: %s".formatted(variant, shown(log)),
          "It must hold JMH itself, as one of the shade plugin does; the whole log is " + log);
    }
    return JmhSuite.ofTeam(jar, listed(Shell.lines(log), list(jar), included()));
  }

  private Path jar(String variant, Path folder) throws IOException {
    String path = spec.jar();
    Path named = folder.resolve(path);
    List<String> found =
        path.indexOf('*') >= 0
            ? BuiltFile.matching(folder, path)
            : Files.isRegularFile(named) ? List.of(path) : List.of();
    if (found.size() != 1) {
      throw refused(
          "jar must be one file after the build of %s, was %s in %s"
              .formatted(
                  variant, found.isEmpty() ? "none" : String.join(", ", found), named.getParent()),
          "Write what the build leaves there, or let it remove older ones, as by clean.");
    }
    Path jar = path.indexOf('*') < 0 ? named : named.resolveSibling(found.getFirst());
    try (JarFile content = new JarFile(jar.toFile())) {
      if (content.getEntry(BenchmarkList.PATH) != null) {
        return jar;
      }
    } catch (ZipException e) {
      // It is refused below.
    }
    throw refused(
        "jar of %s must be one of JMH, with %s, was another: %s"
            .formatted(variant, BenchmarkList.PATH, path),
        "Name the jar with benchmarks, and let JMH's annotation processor run when it is built.");
  }

  private static BenchmarkList list(Path jar) throws IOException {
    try (JarFile content = new JarFile(jar.toFile());
        InputStream list = content.getInputStream(content.getEntry(BenchmarkList.PATH))) {
      return BenchmarkList.parse(new String(list.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String shown(Path log) throws IOException {
    return Shell.lines(log).stream().filter(line -> !line.isBlank()).findFirst().orElse("nothing");
  }

  private Predicate<String> included() {
    return spec.include().stream()
        .map(pattern -> Pattern.compile(pattern).asPredicate())
        .reduce(Predicate::or)
        .orElse(any -> true);
  }

  /** Returns every combination of parameters of the included benchmarks, by full name. */
  private static Map<String, Benchmark> listed(
      List<String> lines, BenchmarkList list, Predicate<String> included) {
    Map<String, List<Map<String, String>>> found = new TreeMap<>();
    String method = "";
    for (String line : lines) {
      Matcher param = PARAM.matcher(line);
      if (METHOD.matcher(line).matches()) {
        method = line;
        found.put(method, List.of(Map.of()));
      } else if (param.matches()) {
        List<String> values = Arrays.asList(param.group(2).split(", ", -1));
        found.computeIfPresent(method, (any, fewer) -> combined(fewer, param.group(1), values));
      }
    }
    found.keySet().removeIf(included.negate());
    Map<String, Benchmark> benchmarks = new TreeMap<>();
    found.forEach((each, combinations) ->
        combinations.forEach(params ->
            list.measured(each)
                .forEach(name ->
                    benchmarks.put(
                        JmhResults.name(name, params),
                        Benchmark.of(name, params, list.isSingleShot(each))))));
    return benchmarks;
  }

  private static List<Map<String, String>> combined(
      List<Map<String, String>> fewer, String name, List<String> values) {
    List<Map<String, String>> more = new ArrayList<>();
    for (Map<String, String> params : fewer) {
      for (String value : values) {
        Map<String, String> one = new TreeMap<>(params);
        one.put(name, value);
        more.add(one);
      }
    }
    return more;
  }

  /** Refuses what the file says of none of these benchmarks. */
  void requireMeant(List<JmhSuite> suites) {
    Set<String> names = JmhSuite.all(suites);
    for (String pattern : spec.include()) {
      Predicate<String> fits = Pattern.compile(pattern).asPredicate();
      if (names.stream().map(JmhResults::method).noneMatch(fits)) {
        throw file.refusal(
            "include",
            pattern,
            "include must match a benchmark, matched none: " + pattern,
            "java -jar %s -l lists them.".formatted(spec.jar()));
      }
    }
    if (names.isEmpty()) {
      throw refused("jar must hold benchmarks, held none", "Name the jar with benchmarks.");
    }
    for (String param : spec.params().keySet()) {
      if (suites.stream()
          .flatMap(suite -> suite.own().values().stream())
          .noneMatch(own -> own.benchmark().params().containsKey(param))) {
        throw file.refusal(
            "params",
            param,
            "params must be of the benchmarks, none has " + param,
            "java -jar %s -lp lists those of each.".formatted(spec.jar()));
      }
    }
  }

  private RuntimeException refused(String message, String advice) {
    return file.refusal("jar", "", message, advice);
  }
}
