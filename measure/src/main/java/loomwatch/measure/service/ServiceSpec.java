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
 * A service as its team describes it. Words and values of environments hold placeholders as they
 * were written, such as {@code {port}}: what they stand for is known when it is started.
 *
 * @param name lower-case letters, digits and hyphens; beginning with no hyphen
 * @param folder that of the file; absolute
 * @param jdk the version that builds it and runs it; empty: that of Loomwatch
 * @param build a command line for a shell, run in the folder; empty: there is nothing to build
 * @param modes those it can be measured in, at least one, and what is added in each
 * @param ready how it is known to be ready
 * @param components which of its libraries belong to its runtime
 * @param services what must be there while it is measured, in the order in which they are started
 * @param given what placeholders, and a path with a {@code *}, stand for as far as it is known
 *     before the start; no part of its identity
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
  /** The oldest JDK that runs a service: virtual threads are final since then (JEP 444). */
  public static final int OLDEST_JDK = 21;

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
   * How it is started, where anything is.
   *
   * @param words the program and its arguments; none with a URL
   * @param directory where it is started, from the folder of the file; empty for that
   * @param environment variables added in every mode, by name
   * @param war the web application that the words deploy, if it is one
   * @param url of one that runs already, which nothing is known of but its answers: scheme, host,
   *     port
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

  /** The same with those variables in every mode, whatever the service or the mode sets. */
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

  /**
   * Its name, {@code @}, and 12 hexadecimal digits that change with anything that decides how it is
   * started; where it lies and how it is built do not.
   */
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

  /**
   * The URL of one that runs already, without the slash at its end; empty when it is none, or has
   * more than {@link #URL_RULE} says.
   */
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

  /** Map.copyOf would do but for its order, which differs from JVM to JVM. */
  private static Map<String, String> sorted(Map<String, String> variables) {
    return Collections.unmodifiableMap(new TreeMap<>(variables));
  }

  /**
   * What is added to a start in one mode.
   *
   * @param environment variables by name; they go before those of the service
   */
  public record Variant(List<String> args, Map<String, String> environment) {
    public static final Variant PLAIN = new Variant(List.of(), Map.of());

    public Variant {
      args = List.copyOf(args);
      environment = sorted(environment);
    }
  }

  /**
   * Which libraries belong to a service's runtime, by the names of their artifacts; {@code *} in
   * one stands for any characters. A bump of one of them is a change of the runtime, of any other
   * one of the code.
   */
  public record Components(List<String> names) {
    /**
     * What serves requests and talks to databases, one artifact of each family. Not every library:
     * where bots update some of eighty each day, no two days would be of one runtime.
     */
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
     * The name under which a jar counts, if it does. Quarkus writes the group before the artifact,
     * with a dot between them.
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
   * @param path of the WAR or the folder, from the folder of the service file
   * @param tomcat its line, one of {@link #LINES}
   */
  public record WebApplication(String path, String tomcat) {
    /** The newest first. */
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
