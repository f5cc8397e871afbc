package loomwatch.harness.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The containers of a compose file. Its variables have the values that the files beside it say, or
 * their defaults; what is secret in those files is not read, as a service file is committed.
 */
final class ComposeFile {
  private static final String SCRIPTS = "/docker-entrypoint-initdb.d";

  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\$|\\$\\{(\\w+)(?:(:?[-+?])([^}]*))?}|\\$(\\w+)");

  private static final Pattern PAIR =
      Pattern.compile("(?m)^[ \\t]*(?:export[ \\t]+)?(\\w+)[ \\t]*=[ \\t]*(.*?)[ \\t\\r]*$");

  /** Variables of the images, among those of a service for which the file is as well. */
  private static final Pattern OF_IMAGES =
      Pattern.compile("(POSTGRES|MYSQL|MARIADB|MONGO|RABBITMQ|REDIS)_\\w+");

  private static final Pattern SECRET = Pattern.compile("(?i)PASS|PWD|SECRET|TOKEN|KEY|CREDENTIAL");

  private final Path file;
  private final Map<String, String> variables;

  private ComposeFile(Path file) throws IOException {
    this.file = file;
    this.variables = pairs(".env");
  }

  /**
   * A container.
   *
   * @param image with a tag, if it has one whose variables are known
   * @param environment the variables whose values are known
   * @param lost what of it a service file does not say, as the rest of a sentence
   */
  record Container(String image, Map<String, String> environment, List<String> lost) {
    Container {
      environment = Map.copyOf(environment);
      lost = List.copyOf(lost);
    }
  }

  /** Returns the containers; none of a broken file. */
  static List<Container> containers(Path file) throws IOException {
    ComposeFile compose = new ComposeFile(file);
    List<Container> all = new ArrayList<>();
    for (Object each : values(child(compose.root(), "services"))) {
      if (child(each, "image") instanceof String image) {
        all.add(new Container(compose.image(image), compose.environment(each), compose.lost(each)));
      }
    }
    return all;
  }

  private @Nullable Object root() throws IOException {
    try {
      return new Load(LoadSettings.builder().build())
          .loadFromString(Files.readString(file, StandardCharsets.UTF_8));
    } catch (YamlEngineException invalid) {
      return null;
    }
  }

  private String image(String given) {
    String without =
        VARIABLE.matcher(given).replaceAll(found -> quoted(value(found, "").orElse("")));
    return without.replaceFirst("^/+", "").replaceFirst("[:@]$", "");
  }

  private Map<String, String> environment(Object service) throws IOException {
    Map<String, String> known = new TreeMap<>();
    for (Object each : list(child(service, "env_file"))) {
      Object path = each instanceof Map<?, ?> ? child(each, "path") : each;
      pairs(String.valueOf(path))
          .forEach((key, value) -> {
            if (!value.isEmpty() && OF_IMAGES.matcher(key).matches()) {
              known.put(key, value);
            }
          });
    }
    Object given = child(service, "environment");
    if (given instanceof Map<?, ?> mapping) {
      mapping.forEach((key, value) -> add(known, String.valueOf(key), value));
    }
    for (Object each : given instanceof List<?> list ? list : List.of()) {
      String[] pair = String.valueOf(each).split("=", 2);
      add(known, pair[0].strip(), pair.length == 2 ? pair[1] : null);
    }
    return known;
  }

  /** Adds a variable if it is known; one without a value has that of Compose's own environment. */
  private void add(Map<String, String> known, String key, @Nullable Object value) {
    String given = value == null ? "${" + key + "}" : value.toString();
    boolean open = VARIABLE.matcher(given).results().anyMatch(found -> value(found, key).isEmpty());
    String filled =
        open
            ? ""
            : VARIABLE.matcher(given).replaceAll(found -> quoted(value(found, key).orElseThrow()));
    if (!filled.isEmpty()) {
      known.put(key, filled);
    }
  }

  /** Returns what a variable stands for in the value of a key; empty if that is not known. */
  private Optional<String> value(MatchResult found, String key) {
    if (found.group().equals("$$")) {
      return Optional.of("$");
    }
    String name = found.group(1) == null ? found.group(4) : found.group(1);
    Optional<String> own =
        Optional.ofNullable(variables.get(name))
            .filter(value -> !value.isEmpty() && !SECRET.matcher(key).find());
    String operator = found.group(2) == null ? "" : found.group(2);
    if (operator.endsWith("+")) {
      return Optional.of(own.isPresent() ? found.group(3) : "");
    }
    return operator.endsWith("-") ? own.or(() -> Optional.of(found.group(3))) : own;
  }

  private List<String> lost(Object service) {
    List<String> lost = new ArrayList<>();
    for (Object each : list(child(service, "volumes"))) {
      Object target = child(each, "target");
      String mount = target == null ? String.valueOf(each) : child(each, "source") + ":" + target;
      if (mount.contains(":" + SCRIPTS)) {
        lost.add(
            "%s mounts %s to %s, which is not carried over: load it by reset:, or name an image that has it"
                .formatted(file.getFileName(), mount.replaceFirst(":.*", ""), SCRIPTS));
      }
    }
    if (child(service, "command") != null) {
      lost.add(
          "%s gives it a command, which is not carried over: write it as args:, if it matters"
              .formatted(file.getFileName()));
    }
    return lost;
  }

  /**
   * Returns the variables of a file beside this one, but for secret ones; none if it is missing.
   */
  private Map<String, String> pairs(String name) throws IOException {
    Path beside = file.resolveSibling(name);
    Map<String, String> pairs = new TreeMap<>();
    if (Files.isReadable(beside) && Files.isRegularFile(beside)) {
      Matcher pair = PAIR.matcher(Files.readString(beside, StandardCharsets.ISO_8859_1));
      while (pair.find()) {
        if (!SECRET.matcher(pair.group(1)).find()) {
          String plain = pair.group(2).replaceFirst("\\s+#.*", "");
          pairs.put(pair.group(1), plain.replaceFirst("^(['\"])(.*)\\1$", "$2"));
        }
      }
    }
    return pairs;
  }

  private static String quoted(String value) {
    return Matcher.quoteReplacement(value);
  }

  private static @Nullable Object child(@Nullable Object node, String key) {
    return node instanceof Map<?, ?> mapping ? mapping.get(key) : null;
  }

  /** Returns the elements of a list, or what stands in place of one. */
  private static List<?> list(@Nullable Object node) {
    return node instanceof List<?> list ? list : Stream.ofNullable(node).toList();
  }

  private static Iterable<?> values(@Nullable Object node) {
    return node instanceof Map<?, ?> mapping ? mapping.values() : List.of();
  }
}
