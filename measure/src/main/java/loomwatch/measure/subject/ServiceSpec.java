package loomwatch.measure.subject;

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
 * @param start the program and its arguments; no word with a URL
 * @param directory where it is started; absolute, the folder or one within it
 * @param environment variables added in every mode, by name
 * @param ready how it is known to be ready
 * @param spoken what is spoken with it
 * @param modes those it can be measured in, at least one, and what is added in each
 * @param components which of its libraries belong to its toolchain
 * @param needs what must be there while it is measured, in the order in which they are started
 * @param war the web application that start deploys, if it is one
 * @param url of one that runs already, which nothing is known of but its answers: scheme, host,
 *     port
 * @param given what placeholders, and a path with a {@code *}, stand for as far as it is known
 *     before the start; no part of its identity
 */
public record ServiceSpec(
    String name,
    Path folder,
    Optional<String> jdk,
    Optional<String> build,
    List<String> start,
    Path directory,
    Map<String, String> environment,
    Ready ready,
    ConnectionSpec spoken,
    Map<Mode, Variant> modes,
    Components components,
    List<Need> needs,
    Optional<WebApplication> war,
    Optional<URI> url,
    Map<String, String> given) {
  /** The oldest JDK that runs a service: virtual threads are final since then (JEP 444). */
  public static final int OLDEST_JDK = 21;

  /** What the URL of one that runs already must be, for messages. */
  public static final String URL_RULE =
      "http or https with a host, and a port if it is not the usual one, such as"
          + " https://canary.example.org";

  private static final String CLASS_PATH = "-cp";

  public ServiceSpec {
    start = List.copyOf(start);
    environment = sorted(environment);
    modes = Collections.unmodifiableMap(new EnumMap<>(modes));
    needs = List.copyOf(needs);
    given = sorted(given);
  }

  /** A program that speaks HTTP/1.1, of which nothing is known before the start. */
  public ServiceSpec(
      String name,
      Path folder,
      Optional<String> build,
      List<String> start,
      Path directory,
      Map<String, String> environment,
      Ready ready,
      Map<Mode, Variant> modes) {
    this(
        name,
        folder,
        Optional.empty(),
        build,
        start,
        directory,
        environment,
        ready,
        ConnectionSpec.PLAIN,
        modes,
        Components.USUAL,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  /** The same in another copy of its folder, as of another revision. */
  public ServiceSpec in(Path copy) {
    return changed(name, copy, start, environment, modes, given);
  }

  /** The same under another name. */
  public ServiceSpec named(String other) {
    return changed(other, folder, start, environment, modes, given);
  }

  /**
   * The same JVM on another class path.
   *
   * @throws IllegalStateException when its start has no -cp
   */
  public ServiceSpec withClassPath(String classPath) {
    int at = start.indexOf(CLASS_PATH);
    if (!isJava() || at < 0 || at + 1 == start.size()) {
      throw new IllegalStateException("start must be java with -cp, was " + start);
    }
    List<String> words = new ArrayList<>(start);
    words.set(at + 1, classPath);
    return changed(name, folder, words, environment, modes, given);
  }

  /** The same with more arguments in every mode. */
  public ServiceSpec plus(List<String> more) {
    List<String> longer = new ArrayList<>(start);
    longer.addAll(more);
    return changed(name, folder, longer, environment, modes, given);
  }

  /** The same with those variables in every mode, whatever the service or the mode sets. */
  public ServiceSpec with(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(variables);
    Map<Mode, Variant> others = new EnumMap<>(Mode.class);
    modes.forEach((mode, variant) -> others.put(mode, variant.without(variables)));
    return changed(name, folder, start, all, others, given);
  }

  /** The same with more known of its placeholders. */
  public ServiceSpec given(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(given);
    all.putAll(more);
    return changed(name, folder, start, environment, modes, all);
  }

  /** The word of its start, or the file that was built where it is a path with a {@code *}. */
  public String meant(String word) {
    return word.indexOf('*') < 0 ? word : given.getOrDefault(word, word);
  }

  /** One that runs at another URL. */
  public ServiceSpec at(URI other) {
    return new ServiceSpec(
        name,
        folder,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        folder,
        Map.of(),
        ready instanceof Ready.Logs ? new Ready.Listens(ready.within()) : ready,
        spoken,
        modes,
        components,
        List.of(),
        Optional.empty(),
        Optional.of(other),
        Map.of());
  }

  private ServiceSpec changed(
      String called,
      Path where,
      List<String> words,
      Map<String, String> variables,
      Map<Mode, Variant> variants,
      Map<String, String> known) {
    return new ServiceSpec(
        called,
        where,
        jdk,
        build,
        words,
        where.resolve(folder.relativize(directory)),
        variables,
        ready,
        spoken,
        variants,
        components,
        needs,
        war,
        url,
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
                String.join("\0", start),
                folder.relativize(directory).toString(),
                environment.toString(),
                modes.toString()));
    if (!spoken.equals(ConnectionSpec.PLAIN)) {
      how.add(spoken.protocol().label());
    }
    needs.forEach(need -> how.add(need.identity()));
    url.ifPresent(where -> how.add(where.toString()));
    return name + "@" + Sha256.hex(String.join("\n", how)).substring(0, 12);
  }

  /** The flags of its JVM that its start has; none when it is no JVM. */
  public List<String> jvmFlags() {
    return JavaCommand.of(start).map(JavaCommand::flags).orElse(List.of());
  }

  /** The same JVM with other flags in its start. */
  public ServiceSpec withJvmFlags(List<String> flags) {
    Optional<JavaCommand> command = JavaCommand.of(start);
    if (command.isEmpty()) {
      return this;
    }
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(flags);
    words.addAll(command.get().others());
    words.addAll(command.get().program());
    return changed(name, folder, words, environment, modes, given);
  }

  /** Whether its first word is {@code java}: then it is a JVM that takes options after it. */
  public boolean isJava() {
    return JavaCommand.of(start).isPresent();
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

  /**
   * What is added to a start in one mode.
   *
   * @param args after all words of {@link ServiceSpec#start}
   * @param environment variables by name; they go before those of the service
   */
  public record Variant(List<String> args, Map<String, String> environment) {

    /** Nothing added. */
    public static final Variant PLAIN = new Variant(List.of(), Map.of());

    public Variant {
      args = List.copyOf(args);
      environment = sorted(environment);
    }

    private Variant without(Map<String, String> variables) {
      Map<String, String> rest = new TreeMap<>(environment);
      rest.keySet().removeAll(variables.keySet());
      return new Variant(args, rest);
    }
  }

  /** Map.copyOf would do but for its order, which differs from JVM to JVM. */
  private static Map<String, String> sorted(Map<String, String> variables) {
    return Collections.unmodifiableMap(new TreeMap<>(variables));
  }

  /**
   * Which libraries belong to a service's toolchain, by the names of their artifacts; {@code *} in
   * one stands for any characters. A bump of one of them is a change of the toolchain, of any other
   * one of the code.
   *
   * @param names in the order of the file
   */
  public record Components(List<String> names) {
    /**
     * What serves requests and talks to databases, one artifact of each family. Not every library:
     * where bots update some of eighty each day, no two days would be of one toolchain.
     */
    public static final Components USUAL =
        new Components(
            List.of(
                ("tomcat-embed-core jetty-server undertow-core netty-common spring-boot "
                        + "spring-core spring-data-commons spring-security-core quarkus-core "
                        + "vertx-core micronaut-core helidon-webserver dropwizard-core jersey-server "
                        + "hibernate-core jackson-databind HikariCP postgresql mysql-connector-j "
                        + "mariadb-java-client ojdbc* mssql-jdbc h2 mongodb-driver-core lettuce-core "
                        + "jedis kafka-clients")
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
   * @param path of the WAR or the folder, from the folder of the subject file
   * @param tomcat its line, one of {@link #LINES}
   */
  public record WebApplication(String path, String tomcat) {
    /** The newest first. */
    public static final List<String> LINES = List.of("11", "10.1");

    /** Stands for the class path of the server that deploys it. */
    public static final String CLASS_PATH = "tomcat-class-path";

    /** How it is started, in either mode. */
    public List<String> start() {
      return List.of(
          "java",
          "-cp",
          "{" + CLASS_PATH + "}",
          "loomwatch.server.Main",
          "--war",
          path,
          "--mode",
          "{mode}",
          "--port",
          "{port}",
          "--max-threads",
          "{threads}",
          "--max-connections",
          "{connections}",
          "--accept-count",
          "{connections}");
    }
  }
}
