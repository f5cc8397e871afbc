package loomwatch.measure.service;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.Sha256;

/**
 * A service as its team describes it. Words and environment values keep their placeholders, such as
 * {@code {port}}, until the service starts.
 *
 * @param name lower-case letters, digits and hyphens; begins with no hyphen
 * @param folder of the service file; absolute
 * @param jdk version that builds and runs it; empty for Loomwatch's own
 * @param build shell command, run in the folder; empty for none
 * @param modes it can be measured in, at least one, and what each adds
 * @param ready how to recognize that it is ready
 * @param components libraries that belong to its runtime
 * @param services its backing services, in starting order
 * @param given values of placeholders, and of a path with a {@code *}, known before the start; not
 *     part of its identity
 */
public record ServiceSpec(
    String name,
    Path folder,
    Optional<String> jdk,
    Optional<String> build,
    Start start,
    Map<Mode, Variant> modes,
    Ready ready,
    ConnectionSpec connectionSpec,
    Components components,
    List<BackingService> services,
    Map<String, String> given) {
  /** Oldest JDK that runs a service. */
  public static final int OLDEST_JDK = 17;

  /** Oldest JDK with virtual threads (JEP 444), which Loomwatch itself needs, and its Tomcat. */
  public static final int VIRTUAL_THREADS_JDK = 21;

  public static final String URL_RULE =
      "http or https with a host, and a port if it is not the usual one, such as"
          + " https://canary.example.org";

  private static final String CLASS_PATH = "-cp";

  public ServiceSpec {
    modes = Collections.unmodifiableMap(new EnumMap<>(modes));
    services = List.copyOf(services);
    given = sorted(given);
  }

  /**
   * The start of a service.
   *
   * @param words program and arguments; none with a URL
   * @param directory where it is started, relative to the file's folder; empty for that folder
   * @param environment variables added in every mode, by name
   * @param war the web application that the words deploy, if any
   * @param url scheme, host and port of a service that already runs
   */
  public record Start(
      List<String> words,
      Path directory,
      Map<String, String> environment,
      Optional<WebApplication> war,
      Optional<URI> url) {
    public Start {
      words = List.copyOf(words);
      environment = sorted(environment);
    }

    public static Start of(List<String> words) {
      return new Start(words, Path.of(""), Map.of(), Optional.empty(), Optional.empty());
    }

    private Start withWords(List<String> others) {
      return new Start(others, directory, environment, war, url);
    }

    Start withEnvironment(Map<String, String> other) {
      return new Start(words, directory, other, war, url);
    }
  }

  public static ServiceSpec program(String name, Path folder, List<String> words, Ready ready) {
    return new ServiceSpec(
        name,
        folder,
        Optional.empty(),
        Optional.empty(),
        Start.of(words),
        Map.of(Mode.PLATFORM, Variant.PLAIN),
        ready,
        ConnectionSpec.PLAIN,
        Components.USUAL,
        List.of(),
        Map.of());
  }

  public Path directory() {
    return folder.resolve(start.directory());
  }

  public ServiceSpec in(Path copy) {
    return changed(name, copy, start, modes, given);
  }

  public ServiceSpec builtBy(String line) {
    return new ServiceSpec(
        name,
        folder,
        jdk,
        Optional.of(line),
        start,
        modes,
        ready,
        connectionSpec,
        components,
        services,
        given);
  }

  public ServiceSpec named(String other) {
    return changed(other, folder, start, modes, given);
  }

  public ServiceSpec withClassPath(String classPath) {
    List<String> words = new ArrayList<>(start.words());
    int at = words.indexOf(CLASS_PATH);
    if (!isJava() || at < 0 || at + 1 == words.size()) {
      throw new IllegalStateException("start must be java with -cp, was " + words);
    }
    words.set(at + 1, classPath);
    return changed(name, folder, start.withWords(words), modes, given);
  }

  public ServiceSpec plus(List<String> more) {
    List<String> words = Stream.concat(start.words().stream(), more.stream()).toList();
    return changed(name, folder, start.withWords(words), modes, given);
  }

  /** Returns this service with those variables in every mode; they override all others. */
  public ServiceSpec with(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(start.environment());
    all.putAll(variables);
    Map<Mode, Variant> others = new EnumMap<>(Mode.class);
    modes.forEach((mode, variant) -> {
      Map<String, String> rest = new TreeMap<>(variant.environment());
      rest.keySet().removeAll(variables.keySet());
      others.put(mode, new Variant(variant.args(), rest));
    });
    return changed(name, folder, start.withEnvironment(all), others, given);
  }

  /** Returns this service with more backing services. */
  public ServiceSpec with(List<BackingService> more) {
    List<BackingService> all = Stream.concat(services.stream(), more.stream()).toList();
    return new ServiceSpec(
        name, folder, jdk, build, start, modes, ready, connectionSpec, components, all, given);
  }

  public ServiceSpec given(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(given);
    all.putAll(more);
    return changed(name, folder, start, modes, all);
  }

  public String meant(String word) {
    return word.indexOf('*') < 0 ? word : given.getOrDefault(word, word);
  }

  public ServiceSpec at(URI other) {
    return new ServiceSpec(
        name,
        folder,
        Optional.empty(),
        Optional.empty(),
        new Start(List.of(), Path.of(""), Map.of(), Optional.empty(), Optional.of(other)),
        modes,
        ready instanceof Ready.Logs ? new Ready.Listens(ready.within()) : ready,
        connectionSpec,
        components,
        List.of(),
        Map.of());
  }

  private ServiceSpec changed(
      String called,
      Path where,
      Start started,
      Map<Mode, Variant> variants,
      Map<String, String> known) {
    return new ServiceSpec(
        called,
        where,
        jdk,
        build,
        started,
        variants,
        ready,
        connectionSpec,
        components,
        services,
        known);
  }

  /** Returns the name, {@code @}, and 12 hexadecimal digits, a hash of how it is started. */
  public String identity() {
    List<String> how =
        new ArrayList<>(
            List.of(
                String.join("\0", start.words()),
                start.directory().toString(),
                start.environment().toString(),
                modes.toString()));
    if (!connectionSpec.equals(ConnectionSpec.PLAIN)) {
      how.add(connectionSpec.protocol().label());
    }
    services.forEach(need -> how.add(need.identity()));
    start.url().ifPresent(where -> how.add(where.toString()));
    return name + "@" + Sha256.hex(String.join("\n", how)).substring(0, 12);
  }

  public List<String> jvmFlags() {
    return JavaCommand.of(start.words()).map(JavaCommand::flags).orElse(List.of());
  }

  public ServiceSpec withJvmFlags(List<String> flags) {
    return JavaCommand.of(start.words())
        .map(command -> {
          List<String> words = new ArrayList<>(List.of("java"));
          words.addAll(flags);
          words.addAll(command.others());
          words.addAll(command.program());
          return changed(name, folder, start.withWords(words), modes, given);
        })
        .orElse(this);
  }

  public boolean isJava() {
    return JavaCommand.of(start.words()).isPresent();
  }

  /** Parses a service's URL without final slash; empty if it breaks {@link #URL_RULE}. */
  public static Optional<URI> parseUrl(String text) {
    try {
      URI url = new URI(text.replaceFirst("/$", ""));
      boolean plain =
          List.of("http", "https").contains(String.valueOf(url.getScheme()))
              && url.getHost() != null
              && url.getUserInfo() == null
              && url.getPath().isEmpty()
              && url.getQuery() == null
              && url.getFragment() == null;
      return plain ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Sorts, as the order of Map.copyOf differs between JVMs. */
  private static Map<String, String> sorted(Map<String, String> variables) {
    return Collections.unmodifiableMap(new TreeMap<>(variables));
  }

  /**
   * The additions of one mode to the start.
   *
   * @param environment variables by name; they override those of the service
   */
  public record Variant(List<String> args, Map<String, String> environment) {
    public static final Variant PLAIN = new Variant(List.of(), Map.of());

    public Variant {
      args = List.copyOf(args);
      environment = sorted(environment);
    }
  }

  /**
   * The libraries of a service's runtime, by artifact; {@code *} in a name stands for any
   * characters. A version bump of one of them is a change of the runtime, of any other library a
   * change of code.
   */
  public record Components(List<String> names) {
    /** Libraries that handle requests or data, one per family; others are updated too often. */
    public static final Components USUAL =
        new Components(
            List.of(
                ("tomcat-embed-core jetty-server undertow-core netty-common spring-boot "
                        + "spring-core spring-data-commons spring-security-core quarkus-core "
                        + "vertx-core micronaut-core helidon-webserver dropwizard-core "
                        + "jersey-server hibernate-core jackson-databind HikariCP postgresql "
                        + "mysql-connector-j mariadb-java-client ojdbc* mssql-jdbc h2 "
                        + "mongodb-driver-core lettuce-core jedis kafka-clients")
                    .split(" ", -1)));

    public Components {
      names = List.copyOf(names);
    }

    /**
     * Returns the name by which a jar counts, if it does. Quarkus prefixes the artifact with its
     * group and a dot.
     *
     * @param artifact a jar's name without version and ending
     */
    public Optional<String> find(String artifact) {
      return Stream.iterate(
              artifact, name -> !name.isEmpty(), name -> name.substring(name.indexOf('.') + 1))
          .limit(1 + artifact.chars().filter(c -> c == '.').count())
          .filter(name -> names.stream().anyMatch(pattern -> matches(pattern, name)))
          .findFirst();
    }

    private static boolean matches(String pattern, String name) {
      return Pattern.matches(
          Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
          name);
    }
  }

  /**
   * A web application that is deployed in the embedded Tomcat of Loomwatch.
   *
   * @param path of the WAR or its folder, relative to the folder of the service file
   * @param tomcat its release line, one of {@link #LINES}
   */
  public record WebApplication(String path, String tomcat) {
    /** Supported lines of Tomcat, the newest first. */
    public static final List<String> LINES = List.of("11", "10.1");

    public static final String CLASS_PATH = "tomcat-class-path";

    public List<String> start() {
      List<String> words =
          new ArrayList<>(
              List.of(
                  "java", "-cp", "{" + CLASS_PATH + "}", "loomwatch.server.Main", "--war", path));
      words.addAll(
          List.of(
              ("--mode {mode} --port {port} --max-threads {threads} "
                      + "--max-connections {connections} --accept-count {connections}")
                  .split(" ", -1)));
      return words;
    }
  }
}
