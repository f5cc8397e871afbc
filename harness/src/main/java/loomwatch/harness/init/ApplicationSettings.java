package loomwatch.harness.init;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What a service's {@code application.properties} and {@code application.yml} set, as Spring Boot,
 * Quarkus, Micronaut and Helidon read them, with those of the profiles that they activate.
 */
final class ApplicationSettings {
  /** The later ones override the earlier. */
  private static final List<String> PLACES =
      List.of(
          "src/main/resources/META-INF",
          "src/main/resources",
          "src/main/resources/config",
          "",
          "config");

  /** A value that Maven fills in, which YAML does not allow. */
  private static final Pattern FILLED_IN = Pattern.compile("@[\\w.-]+@");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^:{}]+(?::([^{}]*))?}");

  private static final Pattern UNKNOWN = Pattern.compile("\\$\\{[^:{}]+}");

  private static final String ACTIVE = "spring.profiles.active";
  private static final String ON_PROFILE = "spring.config.activate.on-profile";

  private final Map<String, String> values = new TreeMap<>();

  private ApplicationSettings() {}

  static ApplicationSettings of(Path folder) throws IOException {
    ApplicationSettings settings = new ApplicationSettings();
    settings.addAll(folder, "microprofile-config", List.of());
    settings.addAll(folder, "application", List.of());
    List<String> profiles =
        List.of(settings.get(ACTIVE).orElse("").replace(" ", "").split(",", -1));
    if (!profiles.equals(List.of(""))) {
      settings.addAll(folder, "application", profiles);
      for (String profile : profiles) {
        settings.addAll(folder, "application-" + profile, profiles);
      }
    }
    return settings;
  }

  /** Returns a value; empty if it depends on a variable without a default. */
  Optional<String> get(String key) {
    return written(key).flatMap(ApplicationSettings::filled).filter(value -> !value.isBlank());
  }

  /** Returns a value without those of its variables that have no default. */
  Optional<String> part(String key) {
    return written(key).flatMap(value -> filled(UNKNOWN.matcher(value).replaceAll("")));
  }

  private Optional<String> written(String key) {
    return Stream.of("%prod." + key, key)
        .map(each -> values.get(relaxed(each)))
        .flatMap(Stream::ofNullable)
        .findFirst();
  }

  /** Returns a path that begins with a slash and ends with none; empty text for the root. */
  String path(String key) {
    String path = get(key).orElse("").replaceFirst("/+$", "");
    return path.isEmpty() || path.startsWith("/") ? path : "/" + path;
  }

  private static Optional<String> filled(String value) {
    String text = value;
    for (Matcher found = VARIABLE.matcher(text); found.find(); found = VARIABLE.matcher(text)) {
      if (found.group(1) == null) {
        return Optional.empty();
      }
      text = found.replaceFirst(Matcher.quoteReplacement(found.group(1)));
    }
    return Optional.of(text.strip());
  }

  /** Returns the key as Spring Boot compares it. */
  private static String relaxed(String key) {
    return key.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
  }

  private void addAll(Path folder, String name, List<String> profiles) throws IOException {
    for (String place : PLACES) {
      for (String end : List.of("yml", "yaml", "properties")) {
        Path file = folder.resolve(place).resolve(name + "." + end);
        if (Files.isRegularFile(file)) {
          String text = text(file);
          if (end.equals("properties")) {
            addProperties(text);
          } else {
            addYaml(text, profiles);
          }
        }
      }
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (MalformedInputException notUtf8) {
      return "";
    }
  }

  private void addProperties(String text) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IllegalArgumentException malformed) {
      return;
    }
    properties.forEach((key, value) -> values.put(relaxed(key.toString()), value.toString()));
  }

  private void addYaml(String text, List<String> profiles) {
    try {
      Load load = new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build());
      for (Object document : load.loadAllFromString(FILLED_IN.matcher(text).replaceAll("filled"))) {
        ApplicationSettings one = new ApplicationSettings();
        one.flatten("", document);
        if (one.get(ON_PROFILE).map(profiles::contains).orElse(true)) {
          values.putAll(one.values);
        }
      }
    } catch (YamlEngineException invalid) {
      // The service itself reports it when it starts.
    }
  }

  private void flatten(String prefix, Object node) {
    if (node instanceof Map<?, ?> mapping) {
      mapping.forEach((key, value) -> {
        if (value != null) {
          flatten(prefix.isEmpty() ? key.toString() : prefix + "." + key, value);
        }
      });
    } else if (node != null) {
      values.put(relaxed(prefix), node.toString());
    }
  }
}
