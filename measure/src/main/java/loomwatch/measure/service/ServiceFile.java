package loomwatch.measure.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * The content of {@code loomwatch.yaml}: a service and its load, benchmarks, or all of them. {@link
 * #read} reports all problems of a file at once. {@code loomwatch.schema.json} in this package
 * describes the format for editors; the reader is stricter (repeated names, quotes, placeholders,
 * regular expressions).
 *
 * <pre>
 * schema: 1
 * service:
 *   build: ./mvnw -q -DskipTests package
 *   start: java -jar target/shop.jar --server.port={port}
 *   ready: /actuator/health
 *   modes:
 *     platform: {args: --spring.threads.virtual.enabled=false}
 *     virtual: {args: --spring.threads.virtual.enabled=true}
 * scenarios:
 *   items: {get: /items, rate: 2000}
 * </pre>
 *
 * @param file as it was named to the reader
 * @param digest of its text, as {@link loomwatch.results.files.Sha256} writes it
 * @param service without words of a start in a file of benchmarks alone
 * @param scenarios in the order of the file, each name once; none in a file of benchmarks alone
 * @param profiles default scenarios by profile name; all scenarios for a missing profile
 * @param budget the longest that the rounds of a comparison may take, if limited
 * @param benchmarks the team's own JMH benchmarks, if it names any
 */
public record ServiceFile(
    Path file,
    String digest,
    ServiceSpec service,
    List<Scenario> scenarios,
    Map<String, ProfileScenarios> profiles,
    Optional<Duration> budget,
    Optional<BenchmarkSpec> benchmarks) {

  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          YamlMapping.keys("schema service scenarios profiles budget benchmarks"),
          "schema, and service and scenarios or benchmarks",
          "Write them.");
  private static final List<String> PROFILES = List.of("smoke", "quick", "full");

  private static final Path SHIPPED = Path.of("server", "loomwatch.yaml");

  public ServiceFile {
    scenarios = List.copyOf(scenarios);
    profiles = Collections.unmodifiableMap(new TreeMap<>(profiles));
  }

  /** Default scenarios of a profile, for a run and for a comparison; empty means all. */
  public record ProfileScenarios(List<String> run, List<String> compare) {
    public static final ProfileScenarios ALL = new ProfileScenarios(List.of(), List.of());

    public ProfileScenarios {
      run = List.copyOf(run);
      compare = List.copyOf(compare);
    }
  }

  /** Reads the file, named in messages as given. Throws BadFileException if it is invalid. */
  public static ServiceFile read(Path file) {
    return parse(
        file,
        YamlFile.text(
            file, "Name an existing file, or write a loomwatch.yaml where your service is built."));
  }

  /** Returns one of benchmarks alone that is not written yet. */
  public static ServiceFile ofBenchmarks(Path file, BenchmarkSpec benchmarks) {
    return ofBenchmarks(file, "", Optional.empty(), Optional.of(benchmarks));
  }

  private static ServiceFile ofBenchmarks(
      Path file, String text, Optional<Duration> budget, Optional<BenchmarkSpec> benchmarks) {
    ServiceSpec none = new ServiceReader(folder(file), true).ofNoService();
    return new ServiceFile(file, Sha256.of(text), none, List.of(), Map.of(), budget, benchmarks);
  }

  public static ServiceFile shipped() {
    try (InputStream in =
        Objects.requireNonNull(ServiceFile.class.getResourceAsStream("loomwatch.yaml"))) {
      return parse(SHIPPED, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads only the JDK of another revision's file, if it names one. */
  public static Optional<String> jdk(String name, String text) {
    return YamlFile.find(name, text, List.of("service", "jdk"), ServiceReader::jdk);
  }

  static ServiceFile parse(Path file, String text) {
    return FORMAT.read(file.toString(), text, root -> read(file, text, root));
  }

  private static ServiceFile read(Path file, String text, YamlMapping root) {
    Optional<BenchmarkSpec> benchmarks = root.optional("benchmarks", BenchmarksReader::read);
    if (root.has("benchmarks") && !root.has("service") && !root.has("scenarios")) {
      root.refuse(
          "profiles",
          "profiles must be left out without scenarios, was given",
          "Remove it: benchmarks are chosen by include.");
      Optional<Duration> budget = root.optional("budget", ServiceFile::budget);
      root.requireSound();
      return ofBenchmarks(file, text, budget, benchmarks);
    }
    Optional<ServiceSpec> service =
        root.required(
            "service",
            "Say how the service is started.",
            new ServiceReader(folder(file), false)::read);
    if (service.flatMap(known -> known.start().url()).isPresent()) {
      root.refuse(
          "benchmarks",
          "benchmarks must be left out with url, was given",
          "Write them into a file of their own: what runs elsewhere is not built here.");
    }
    Protocol protocol =
        service.map(known -> known.connectionSpec().protocol()).orElse(Protocol.HTTP);
    List<Scenario> scenarios =
        root.required(
                "scenarios",
                ScenariosReader.ADVICE,
                new ScenariosReader(folder(file), protocol)::read)
            .orElse(List.of());
    List<String> names = root.get("scenarios").map(YamlNode::names).orElse(List.of());
    Map<String, ProfileScenarios> profiles =
        root.optional("profiles", Map.of(), node -> profiles(node, names));
    Optional<Duration> budget = root.optional("budget", ServiceFile::budget);
    root.requireSound();
    return new ServiceFile(
        file, Sha256.of(text), service.orElseThrow(), scenarios, profiles, budget, benchmarks);
  }

  /**
   * Returns a problem of {@code benchmarks} that only its build shows, where the file says it.
   *
   * @param value of a list, or name in a mapping; ignored for other keys
   * @return a {@link BadFileException}, unless the file changed meanwhile or is not written yet
   */
  public RuntimeException refusal(String key, String value, String message, String advice) {
    if (!Files.exists(file)) {
      return new ServiceException(message + "; " + advice);
    }
    try {
      YamlFile.find(
          file.toString(),
          YamlFile.text(file, "Name an existing file."),
          List.of("benchmarks", key),
          node -> {
            List<YamlNode> within =
                node.isList()
                    ? node.list(key, "", "")
                    : node.isMapping()
                        ? node.entries(key, "").stream().map(YamlMapping.Entry::key).toList()
                        : List.of();
            throw within.stream()
                .filter(each -> each.raw().equals(value))
                .findFirst()
                .orElse(node)
                .invalid(message, advice);
          });
      return new ServiceException(message + "; " + advice);
    } catch (BadFileException refusal) {
      return refusal;
    }
  }

  /**
   * A file that may lack {@code start}, {@code ready}, {@code scenarios} or all of {@code service}.
   *
   * @param service without words of a start where it has none; ready when it listens where it says
   *     nothing
   * @param keys of {@code service}
   * @param benchmarks whether it has these
   */
  public record UnfinishedFile(
      Optional<ServiceSpec> service,
      Set<String> keys,
      List<Scenario> scenarios,
      boolean benchmarks) {
    public static final UnfinishedFile NOTHING =
        new UnfinishedFile(Optional.empty(), Set.of(), List.of(), false);

    public UnfinishedFile {
      keys = Set.copyOf(keys);
      scenarios = List.copyOf(scenarios);
    }

    /** Reads the file. Throws BadFileException for a mistake in what it has. */
    public static UnfinishedFile read(Path file) {
      String text = YamlFile.text(file, "Name an existing file.");
      return FORMAT.read(
          file.toString(),
          text,
          root -> {
            Optional<ServiceSpec> service =
                root.get("service")
                    .filter(node -> !node.isNull())
                    .flatMap(node -> node.read(new ServiceReader(folder(file), true)::read));
            Protocol protocol =
                service.map(known -> known.connectionSpec().protocol()).orElse(Protocol.HTTP);
            List<Scenario> scenarios =
                root.optional(
                    "scenarios", List.of(), new ScenariosReader(folder(file), protocol)::read);
            List<String> names = root.get("service").map(YamlNode::names).orElse(List.of());
            return new UnfinishedFile(
                service, Set.copyOf(names), scenarios, root.has("benchmarks"));
          });
    }

    /** Reports whether nothing that every file must have is missing. */
    public boolean whole() {
      if (benchmarks && keys.isEmpty() && scenarios.isEmpty()) {
        return true;
      }
      boolean elsewhere = keys.contains("url") || keys.contains("war");
      return !scenarios.isEmpty() && (elsewhere || keys.containsAll(List.of("start", "ready")));
    }
  }

  private static Path folder(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return Objects.requireNonNullElse(absolute.getParent(), absolute);
  }

  private static Duration budget(YamlNode node) {
    return node.duration(
        Duration.ofMinutes(1),
        Duration.ofHours(4),
        "must be from 1 to 240 min",
        "Write how long a comparison may take at most, such as budget: 15 min.");
  }

  private static Map<String, ProfileScenarios> profiles(YamlNode node, List<String> scenarios) {
    Map<String, ProfileScenarios> profiles = new TreeMap<>();
    YamlMapping given = node.mapping(PROFILES);
    for (String name : PROFILES) {
      given
          .optional(
              name,
              profile -> {
                YamlMapping lists = profile.mapping(List.of("run", "compare"));
                return new ProfileScenarios(
                    lists.optional("run", List.of(), list -> names(list, scenarios)),
                    lists.optional("compare", List.of(), list -> names(list, scenarios)));
              })
          .ifPresent(profile -> profiles.put(name, profile));
    }
    return profiles;
  }

  private static List<String> names(YamlNode node, List<String> scenarios) {
    String advice = "List names of scenarios, such as [items], or leave it out for all of them.";
    String rule = "must be a list of scenarios";
    List<YamlNode> list = node.list(node.name(), rule, advice);
    node.require(!list.isEmpty(), rule, advice);
    Set<String> seen = new HashSet<>();
    return YamlNode.each(
        list,
        each -> {
          String name =
              each.oneOf(
                  scenarios,
                  "must name scenarios of this file",
                  scenarios.isEmpty() ? advice : NearestName.advice(each.raw(), scenarios));
          if (!seen.add(name)) {
            throw each.invalid(
                each.name() + " must name each once, was " + name + " twice",
                "Remove one of the two.");
          }
          return name;
        });
  }

  /**
   * A team's own JMH benchmarks.
   *
   * @param build shell command, run in the file's folder; empty if the service's build makes the
   *     jar
   * @param jar its path within the folder; one {@code *} in its name stands for any characters
   * @param include regular expressions, one of which a benchmark's name must have; empty for all
   * @param params values of parameters by name, in place of the benchmarks' own
   */
  public record BenchmarkSpec(
      Optional<String> build, String jar, List<String> include, Map<String, List<String>> params) {

    public BenchmarkSpec {
      include = List.copyOf(include);
      params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** Returns the values of parameters as JMH's command line takes them. */
    public List<String> options() {
      List<String> options = new ArrayList<>();
      params.forEach(
          (name, values) -> options.addAll(List.of("-p", name + "=" + String.join(",", values))));
      return options;
    }
  }
}
