package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.init.ComposeFile.Container;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.BackingService.Image;
import loomwatch.measure.service.Ready;

/**
 * Searches compose files, Testcontainers in tests and the service's settings for the databases and
 * brokers that it needs.
 */
record BackingServiceSearch(Project project) {
  private static final List<String> COMPOSE =
      List.of("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml");

  private static final Pattern TESTCONTAINER =
      Pattern.compile(
          "new\\s+\\w*Container\\w*(?:<[^>]*>)?\\(\\s*(?:DockerImageName[.]parse\\(\\s*)?\"([^\"]+)\"");

  private static final Pattern JDBC = Pattern.compile("jdbc:(\\w+):[^?]*(?:[?](.*))?");

  /**
   * Parameters of a JDBC URL that do not fit the container: it has no TLS, and logins of its own.
   */
  private static final Pattern OF_PRODUCTION =
      Pattern.compile("(?i)(?:user|username|password)=.*|[^=]*ssl[^=]*=(?!false|disable).*");

  /** A dependency of Maven or Gradle on a database that runs within the service. */
  private static final Pattern EMBEDDED =
      Pattern.compile(
          "<artifactId>\\s*(?:h2|hsqldb|derby)\\s*</artifactId>(?:(?!</dependency>).)*</dependency>"
              + "|(?:implementation|runtimeOnly|compile|api)\\W[^\\n]*[:.](?:h2|hsqldb|derby)\\b[^\\n]*",
          Pattern.DOTALL);

  /** A kind of database or broker, with what its image and the service's build file name it. */
  enum Kind {
    POSTGRESQL("db", 5432, "postgres|postgis|pgvector|timescale", "postgresql"),
    MARIADB("db", 3306, "mariadb", "mariadb"),
    MYSQL("db", 3306, "mysql", "mysql"),
    REDIS("redis", 6379, "redis|valkey", "redis|jedis|lettuce"),
    MONGODB("mongo", 27017, "mongo", "mongo"),
    RABBITMQ("rabbitmq", 5672, "rabbitmq", "amqp|rabbit"),
    KAFKA("kafka", 9092, "kafka|redpanda", "kafka");

    private final String called;
    private final int port;
    private final Pattern image;
    private final Pattern driver;

    Kind(String called, int port, String image, String driver) {
      this.called = called;
      this.port = port;
      this.image = Pattern.compile(image);
      this.driver = Pattern.compile(driver);
    }

    boolean relational() {
      return called.equals("db");
    }

    static Optional<Kind> ofImage(String image) {
      return Stream.of(values()).filter(each -> each.image.matcher(image).find()).findFirst();
    }
  }

  /**
   * A service that is needed.
   *
   * @param from the file that names its image
   * @param environment of its container
   * @param lost what of it that file says and a service file does not
   * @param query of the JDBC URL, with its question mark; empty for none
   */
  record Needed(
      Kind kind,
      String image,
      String from,
      Map<String, String> environment,
      List<String> lost,
      String query) {
    /** Testcontainers' user, password and database. */
    private static final String TEST = "test";

    Needed {
      environment = Map.copyOf(environment);
      lost = List.copyOf(lost);
    }

    Needed asking(String query) {
      return new Needed(kind, image, from, environment, lost, query);
    }

    String name() {
      return kind.called;
    }

    /** Reports whether it can be a container whose port is chosen at its start. */
    boolean contained() {
      return kind != Kind.KAFKA;
    }

    BackingService service() {
      return new BackingService(
          name(),
          Optional.empty(),
          List.of(),
          container(),
          Ready.LISTENING,
          Optional.empty(),
          Optional.empty(),
          Optional.of(new Image(image, kind.port, List.of())));
    }

    /** Returns its lines in a service file. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(name() + ":");
      lines.add("  image: " + image);
      lines.add("  port: " + kind.port);
      if (!container().isEmpty()) {
        lines.add("  environment: " + Draft.flow(container()));
      }
      lines.add("  ready: {port: true}");
      return lines;
    }

    /** Returns the variables of its container, with a password where it needs one to start. */
    Map<String, String> container() {
      Map<String, String> all = new TreeMap<>(environment);
      switch (kind) {
        case POSTGRESQL -> all.putIfAbsent("POSTGRES_PASSWORD", TEST);
        case MYSQL, MARIADB -> {
          if (all.keySet().stream().noneMatch(key -> key.contains("ROOT_PASSWORD"))) {
            all.put(kind + "_ROOT_PASSWORD", TEST);
          }
          all.putIfAbsent(kind + "_DATABASE", TEST);
          for (String image : List.of("MYSQL", "MARIADB")) {
            if (all.containsKey(image + "_USER")) {
              all.putIfAbsent(image + "_PASSWORD", TEST);
            }
          }
        }
        case MONGODB -> {
          if (all.containsKey("MONGO_INITDB_ROOT_USERNAME")) {
            all.putIfAbsent("MONGO_INITDB_ROOT_PASSWORD", TEST);
          }
        }
        case REDIS, RABBITMQ, KAFKA -> {}
      }
      return all;
    }

    /** Returns the variables by which a service of that framework finds it; none if unknown. */
    Map<String, String> variables(Framework framework) {
      String at = "127.0.0.1:{%s}".formatted(BackingService.port(name()));
      String port = "{%s}".formatted(BackingService.port(name()));
      Map<String, String> has = container();
      if (kind.relational()) {
        String prefix =
            switch (framework) {
              case SPRING_BOOT -> "SPRING_DATASOURCE_";
              case QUARKUS -> "QUARKUS_DATASOURCE_";
              case MICRONAUT -> "DATASOURCES_DEFAULT_";
              case HELIDON, DROPWIZARD, JAVALIN, WAR, PROGRAM -> "";
            };
        return prefix.isEmpty() ? Map.of() : ofDatabase(framework, prefix, at, has);
      }
      if (framework != Framework.SPRING_BOOT) {
        return Map.of();
      }
      return switch (kind) {
        case REDIS -> Map.of("SPRING_DATA_REDIS_HOST", "127.0.0.1", "SPRING_DATA_REDIS_PORT", port);
        case MONGODB -> {
          String user = has.getOrDefault("MONGO_INITDB_ROOT_USERNAME", "");
          String login =
              user.isEmpty()
                  ? ""
                  : user + ":" + has.getOrDefault("MONGO_INITDB_ROOT_PASSWORD", "") + "@";
          String uri =
              "mongodb://%s%s/%s%s"
                  .formatted(
                      login,
                      at,
                      has.getOrDefault("MONGO_INITDB_DATABASE", TEST),
                      login.isEmpty() ? "" : "?authSource=admin");
          // Spring Boot 4 renamed the property.
          yield Map.of("SPRING_DATA_MONGODB_URI", uri, "SPRING_MONGODB_URI", uri);
        }
        case RABBITMQ ->
            Map.of(
                "SPRING_RABBITMQ_HOST",
                "127.0.0.1",
                "SPRING_RABBITMQ_PORT",
                port,
                "SPRING_RABBITMQ_USERNAME",
                has.getOrDefault("RABBITMQ_DEFAULT_USER", "guest"),
                "SPRING_RABBITMQ_PASSWORD",
                has.getOrDefault("RABBITMQ_DEFAULT_PASS", "guest"));
        case POSTGRESQL, MYSQL, MARIADB, KAFKA -> Map.of();
      };
    }

    private Map<String, String> ofDatabase(
        Framework framework, String prefix, String at, Map<String, String> has) {
      boolean postgres = kind == Kind.POSTGRESQL;
      String own = postgres ? "POSTGRES" : kind.toString();
      // MariaDB's image takes MySQL's names too.
      String other = has.containsKey("MYSQL_DATABASE") ? "MYSQL" : own;
      String user = has.getOrDefault(other + "_USER", postgres ? "postgres" : "root");
      String password =
          has.getOrDefault(other + "_PASSWORD", has.getOrDefault(other + "_ROOT_PASSWORD", TEST));
      String database =
          has.getOrDefault(postgres ? "POSTGRES_DB" : other + "_DATABASE", postgres ? user : TEST);
      String scheme = kind.toString().toLowerCase(Locale.ROOT);
      String url = "jdbc:%s://%s/%s%s".formatted(scheme, at, database, query);
      return Map.of(
          prefix + (framework == Framework.QUARKUS ? "JDBC_URL" : "URL"),
          url,
          prefix + "USERNAME",
          user,
          prefix + "PASSWORD",
          password);
    }
  }

  /** The services of a project that can be containers. */
  record Needs(List<Needed> all, Framework framework) {
    Needs {
      all = List.copyOf(all);
    }

    /** Returns the variables by which the project's service finds them. */
    Map<String, String> variables() {
      Map<String, String> variables = new TreeMap<>();
      all.forEach(each -> variables.putAll(each.variables(framework)));
      return variables;
    }

    List<BackingService> services() {
      return all.stream().map(Needed::service).toList();
    }

    /** Writes them, and the variables beside other ones. */
    void writeTo(Draft draft, Map<String, String> others) {
      draft.set(
          "services",
          "",
          all.stream().flatMap(each -> each.lines().stream()).toArray(String[]::new));
      Map<String, String> environment = new TreeMap<>(others);
      environment.putAll(variables());
      draft.environment(environment);
      all.forEach(each -> each.lost().forEach(lost -> draft.note(each.name() + ": " + lost)));
      all.stream()
          .filter(each -> each.variables(framework).isEmpty())
          .forEach(each ->
              draft.note(
                  "%s: tell the service its port by {%s} in environment"
                      .formatted(each.name(), BackingService.port(each.name()))));
    }
  }

  /** Returns the services that are needed, one of each name. */
  List<Needed> find() throws IOException {
    String build = project.sources().modules().buildFiles();
    Optional<Database> database = database();
    Map<String, Needed> found = new TreeMap<>();
    for (Needed each : named()) {
      boolean used =
          each.kind().relational()
              ? database.map(known -> known.kind() == each.kind()).orElse(!embedded())
                  && each.kind().driver.matcher(build).find()
              : each.kind().driver.matcher(build).find();
      if (used) {
        String query = each.kind().relational() ? database.map(Database::query).orElse("") : "";
        found.putIfAbsent(each.name(), each.asking(query));
      }
    }
    return List.copyOf(found.values());
  }

  /** The database of a JDBC URL, and its query with the question mark. */
  private record Database(Kind kind, String query) {
    static Optional<Database> of(MatchResult url) {
      String query =
          Stream.of(Objects.requireNonNullElse(url.group(2), "").split("&"))
              .filter(each -> each.matches(".+=.+") && !OF_PRODUCTION.matcher(each).matches())
              .collect(joining("&"));
      return Kind.ofImage(url.group(1))
          .map(kind -> new Database(kind, query.isEmpty() ? "" : "?" + query));
    }
  }

  /** Returns the database of the URL in the settings; empty if they have none that is known. */
  private Optional<Database> database() {
    return Stream.of(
            "spring.datasource.url", "quarkus.datasource.jdbc.url", "datasources.default.url")
        .flatMap(key -> project.sources().settings().part(key).stream())
        .map(JDBC::matcher)
        .filter(Matcher::lookingAt)
        .flatMap(url -> Database.of(url).stream())
        .findFirst();
  }

  /** Reports whether the service has a database within itself when it is started as built. */
  private boolean embedded() {
    boolean url =
        project.sources().settings().get("spring.datasource.url").isPresent()
            && database().isEmpty();
    return url
        || EMBEDDED
            .matcher(project.sources().modules().buildFiles())
            .results()
            .anyMatch(found -> !found.group().matches("(?s).*<scope>\\s*test\\s*</scope>.*"));
  }

  /** Returns the services whose images are named, those of compose files first. */
  private List<Needed> named() throws IOException {
    List<Needed> all = new ArrayList<>();
    for (Path at = project.sources().modules().own(); at != null; at = at.getParent()) {
      for (String name : COMPOSE) {
        if (Files.isRegularFile(at.resolve(name))) {
          for (Container each : ComposeFile.containers(at.resolve(name))) {
            Kind.ofImage(each.image())
                .ifPresent(kind ->
                    all.add(
                        new Needed(kind, each.image(), name, each.environment(), each.lost(), "")));
          }
        }
      }
      if (Files.exists(at.resolve(".git"))) {
        break;
      }
    }
    for (Path module : project.sources().modules().folders()) {
      for (Path file : ReadableFiles.code(module.resolve("src/test"))) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        TESTCONTAINER
            .matcher(text)
            .results()
            .flatMap(found -> ofTests(found.group(1), file).stream())
            .forEach(all::add);
      }
    }
    return all;
  }

  private static Optional<Needed> ofTests(String image, Path file) {
    return Kind.ofImage(image)
        .map(kind ->
            new Needed(kind, image, String.valueOf(file.getFileName()), Map.of(), List.of(), ""));
  }
}
