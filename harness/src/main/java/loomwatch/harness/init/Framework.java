package loomwatch.harness.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A kind of service: the words of a build file that reveal it, and how it takes its port. */
enum Framework {
  QUARKUS("Quarkus", "io[.]quarkus", "smallrye-health"),
  MICRONAUT("Micronaut", "io[.]micronaut", "micronaut-management"),
  SPRING_BOOT("Spring Boot", "spring-boot|springframework[.]boot|spring[.]boot", "actuator"),
  HELIDON("Helidon", "io[.]helidon", "helidon-microprofile|helidon-\\w+-observe-health"),
  DROPWIZARD("Dropwizard", "io[.]dropwizard(?![.]metrics)", ""),
  JAVALIN("Javalin", "io[.]javalin", ""),
  /** Without a server of its own. */
  WAR("a web application", "", ""),
  PROGRAM("a program", "", "");

  private static final String PORT = "{port}";

  /** Files that Dropwizard may be started with. */
  private static final Predicate<Path> CONFIGURATION =
      file -> file.getFileName().toString().matches("(?!loomwatch|.*compose).*[.]ya?ml");

  private static final Pattern DROPWIZARD_KEY = Pattern.compile("(?m)^(server|logging|database):");
  private static final Pattern SIMPLE_SERVER = Pattern.compile("(?m)^ +type: *simple\\b");

  private final String shown;
  private final Pattern words;
  private final Pattern health;

  Framework(String shown, String words, String health) {
    this.shown = shown;
    this.words = Pattern.compile(words);
    this.health = Pattern.compile(health);
  }

  String shown() {
    return shown;
  }

  /** Returns the one that the text of a build file reveals. */
  static Framework of(String buildFile) {
    return Stream.of(values())
        .filter(each -> !each.words.pattern().isEmpty() && each.words.matcher(buildFile).find())
        .findFirst()
        .orElse(PROGRAM);
  }

  /** Returns the paths from the root of requests, by which the service reports that it is ready. */
  List<String> health(String buildFile, ApplicationSettings settings) {
    if (health.pattern().isEmpty() || !health.matcher(buildFile).find()) {
      return List.of();
    }
    return switch (this) {
      case SPRING_BOOT -> {
        String base = settings.path("management.endpoints.web.base-path");
        boolean root = settings.get("management.endpoints.web.base-path").isPresent();
        String name = settings.path("management.endpoints.web.path-mapping.health");
        yield List.of((root ? base : "/actuator") + (name.isEmpty() ? "/health" : name));
      }
      case QUARKUS -> {
        Optional<String> other = settings.get("quarkus.http.non-application-root-path");
        String base =
            other.isPresent() ? settings.path("quarkus.http.non-application-root-path") : "/q";
        yield List.of(base + "/health/ready");
      }
      case MICRONAUT -> List.of("/health");
      case HELIDON -> List.of("/observe/health/ready", "/health/ready");
      case DROPWIZARD, JAVALIN, WAR, PROGRAM -> List.of();
    };
  }

  /** Returns the path before those of all requests; empty text for none. */
  String contextPath(ApplicationSettings settings) {
    return switch (this) {
      case SPRING_BOOT ->
          settings.path("server.servlet.context-path")
              + settings.path("spring.mvc.servlet.path")
              + settings.path("spring.webflux.base-path");
      case QUARKUS -> settings.path("quarkus.http.root-path");
      case MICRONAUT -> settings.path("micronaut.server.context-path");
      case HELIDON, DROPWIZARD, JAVALIN, WAR, PROGRAM -> "";
    };
  }

  /** Reports whether the service speaks HTTPS on its port. */
  boolean isOverTls(ApplicationSettings settings) {
    boolean enabled = !settings.get("server.ssl.enabled").equals(Optional.of("false"));
    return this == SPRING_BOOT
        && enabled
        && Stream.of("server.ssl.bundle", "server.ssl.key-store", "server.ssl.certificate")
            .anyMatch(key -> settings.get(key).isPresent());
  }

  StartOptions options(Modules modules, ApplicationSettings settings) throws IOException {
    return switch (this) {
      case SPRING_BOOT -> {
        // A port of its own would be the same for all servers that are up at once.
        boolean own = settings.get("management.server.port").isPresent();
        String shared = "--management.server.port=";
        String port = "--server.port=" + PORT;
        yield StartOptions.after(own ? List.of(port, shared) : List.of(port));
      }
      case QUARKUS -> {
        List<String> flags = new ArrayList<>(List.of("-Dquarkus.http.port=" + PORT));
        if (settings.get("quarkus.management.enabled").filter("true"::equals).isPresent()) {
          flags.add("-Dquarkus.management.port=0");
        }
        yield new StartOptions(flags, List.of(), Map.of());
      }
      case MICRONAUT -> StartOptions.after(List.of("-micronaut.server.port=" + PORT));
      case HELIDON -> new StartOptions(List.of("-Dserver.port=" + PORT), List.of(), Map.of());
      case DROPWIZARD -> ofDropwizard(modules.own());
      case JAVALIN, PROGRAM ->
          PortInSources.of(modules).orElse(StartOptions.after(List.of("--port=" + PORT)));
      case WAR -> StartOptions.after(List.of());
    };
  }

  private static StartOptions ofDropwizard(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(CONFIGURATION).sorted().toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (DROPWIZARD_KEY.matcher(text).find()) {
          List<String> flags =
              SIMPLE_SERVER.matcher(text).find()
                  ? List.of("-Ddw.server.connector.port=" + PORT)
                  : List.of(
                      "-Ddw.server.applicationConnectors[0].port=" + PORT,
                      "-Ddw.server.adminConnectors[0].port=0");
          String name = String.valueOf(file.getFileName());
          return new StartOptions(flags, List.of("server", name), Map.of());
        }
      }
    }
    return new StartOptions(
        List.of("-Ddw.server.applicationConnectors[0].port=" + PORT), List.of("server"), Map.of());
  }

  /** How a service is switched between platform and virtual threads. */
  enum VirtualThreads {
    /** Spring's property switches it. */
    SPRING,
    /** Loomwatch's Tomcat deploys the service in both modes. */
    DEPLOYED,
    /** No switch is known, so there is one mode. */
    UNKNOWN;

    /** Returns the switch of a Spring Boot of that version. */
    static VirtualThreads ofSpringBoot(String version) {
      return version.matches("[0-2][.].*|3[.][01][.].*") ? UNKNOWN : SPRING;
    }
  }

  VirtualThreads virtualThreads() {
    return switch (this) {
      case SPRING_BOOT -> VirtualThreads.SPRING;
      case WAR -> VirtualThreads.DEPLOYED;
      case QUARKUS, MICRONAUT, HELIDON, DROPWIZARD, JAVALIN, PROGRAM -> VirtualThreads.UNKNOWN;
    };
  }

  /**
   * The words by which a service is started and told its port.
   *
   * @param flags of the JVM, before {@code -jar}
   * @param arguments after the jar
   * @param environment variables by name
   */
  record StartOptions(List<String> flags, List<String> arguments, Map<String, String> environment) {
    StartOptions {
      flags = List.copyOf(flags);
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    static StartOptions after(List<String> arguments) {
      return new StartOptions(List.of(), arguments, Map.of());
    }

    /** Returns the command that starts a program, such as {@code -jar shop.jar}. */
    List<String> start(List<String> program) {
      return Stream.of(List.of("java"), flags, program, arguments).flatMap(List::stream).toList();
    }
  }

  /** Searches the sources of a program for where it takes its port from. */
  static final class PortInSources {
    private static final Pattern VARIABLE =
        Pattern.compile("getenv\\(\\s*\"(\\w*PORT)\"|getenv\\(\\)[^;\"]{0,30}\"(\\w*PORT)\"");

    private static final Pattern PROPERTY =
        Pattern.compile("(?:getProperty|getInteger)\\(\\s*\"([\\w.-]*[pP]ort)\"");

    private static final Pattern ARGUMENT = Pattern.compile("parseInt\\(\\s*args\\s*\\[0]\\s*\\)");

    private PortInSources() {}

    static Optional<StartOptions> of(Modules modules) throws IOException {
      String sources = Project.code(modules);
      Matcher variable = VARIABLE.matcher(sources);
      if (variable.find()) {
        String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
        return Optional.of(new StartOptions(List.of(), List.of(), Map.of(name, PORT)));
      }
      Matcher property = PROPERTY.matcher(sources);
      if (property.find()) {
        String flag = "-D%s=%s".formatted(property.group(1), PORT);
        return Optional.of(new StartOptions(List.of(flag), List.of(), Map.of()));
      }
      return ARGUMENT.matcher(sources).find()
          ? Optional.of(StartOptions.after(List.of(PORT)))
          : Optional.empty();
    }
  }
}
