package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A Java runtime, with or without a compiler.
 *
 * @param home its directory, without symbolic links
 * @param version such as {@code 21.0.8}
 * @param runtimeVersion such as {@code 21.0.8+9-LTS}
 * @param vendor the vendor's version, such as {@code Temurin-21.0.8+9}, or the vendor
 */
public record Jdk(Path home, String version, String runtimeVersion, String vendor) {
  /** The newest last: 21.0.10 after 21.0.8, 26+35 after 26+34, and both after 26-ea+36. */
  static final Comparator<Jdk> BY_AGE =
      Comparator.comparing(Jdk::numbers, (int[] one, int[] other) -> Arrays.compare(one, other))
          .thenComparing(Jdk::build, Runtime.Version::compareToIgnoreOptional);

  private static final String UNKNOWN = "unknown";

  /**
   * Reads the {@code release} file of a home, and asks the runtime itself for what a trimmed one
   * does not have there; what neither tells is {@code unknown}.
   */
  public static Jdk of(Path home) throws IOException {
    Map<String, String> facts = release(home);
    if (!facts.keySet().containsAll(Set.of("JAVA_VERSION", "JAVA_RUNTIME_VERSION"))
        || !(facts.containsKey("IMPLEMENTOR_VERSION") || facts.containsKey("IMPLEMENTOR"))) {
      facts = properties(home);
    }
    return new Jdk(
        Files.exists(home) ? home.toRealPath() : home.toAbsolutePath(),
        first(facts, "JAVA_VERSION", "java.version"),
        first(facts, "JAVA_RUNTIME_VERSION", "java.runtime.version"),
        first(facts, "IMPLEMENTOR_VERSION", "java.vendor.version", "IMPLEMENTOR", "java.vendor"));
  }

  private static String first(Map<String, String> facts, String... keys) {
    return Stream.of(keys)
        .map(key -> facts.getOrDefault(key, ""))
        .filter(value -> !value.isBlank())
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static Map<String, String> release(Path home) throws IOException {
    Path file = home.resolve("release");
    if (!Files.exists(file)) {
      return Map.of();
    }
    return pairs(Files.readString(file, StandardCharsets.UTF_8), "=");
  }

  private static Map<String, String> properties(Path home) throws IOException {
    String java = home.resolve("bin/java").toString();
    if (!Files.isExecutable(Path.of(java))) {
      return Map.of();
    }
    Process process =
        new ProcessBuilder(java, "-XshowSettings:properties", "-version")
            .redirectErrorStream(true)
            .start();
    try (var output = process.getInputStream()) {
      return pairs(new String(output.readAllBytes(), StandardCharsets.UTF_8), " = ");
    }
  }

  private static Map<String, String> pairs(String text, String separator) {
    Map<String, String> pairs = new HashMap<>();
    text.lines()
        .map(line -> line.split(separator, 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> pairs.put(pair[0].strip(), pair[1].strip().replace("\"", "")));
    return pairs;
  }

  /** Such as 21; 0 when unknown, 8 and less in the old numbering too. */
  public int feature() {
    String first = version.startsWith("1.") ? version.substring(2) : version;
    String digits = first.replaceFirst("\\D.*", "");
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Of one that tells it otherwise than JDKs do, a version older than all. */
  private Runtime.Version build() {
    try {
      return Runtime.Version.parse(runtimeVersion);
    } catch (IllegalArgumentException e) {
      return Runtime.Version.parse("1");
    }
  }

  private int[] numbers() {
    return Stream.of(version.split("\\D+"))
        .filter(part -> !part.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  /** Whether a person who asks for that version, or the beginning of it, means this one. */
  boolean is(String asked) {
    return begins(version, asked) || begins(runtimeVersion, asked);
  }

  private static boolean begins(String version, String asked) {
    return version.equals(asked)
        || (version.startsWith(asked) && !Character.isDigit(version.charAt(asked.length())));
  }
}
