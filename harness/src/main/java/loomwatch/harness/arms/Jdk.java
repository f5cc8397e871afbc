package loomwatch.harness.arms;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
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
  private static final String UNKNOWN = "unknown";

  /** Reads the {@code release} file of a home; what it does not tell is {@code unknown}. */
  public static Jdk of(Path home) throws IOException {
    Properties release = new Properties();
    Path file = home.resolve("release");
    if (Files.exists(file)) {
      release.load(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
    }
    return new Jdk(
        Files.exists(home) ? home.toRealPath() : home.toAbsolutePath(),
        unquoted(release, "JAVA_VERSION", "JAVA_RUNTIME_VERSION"),
        unquoted(release, "JAVA_RUNTIME_VERSION", "JAVA_VERSION"),
        unquoted(release, "IMPLEMENTOR_VERSION", "IMPLEMENTOR"));
  }

  private static String unquoted(Properties release, String key, String otherwise) {
    return release.getProperty(key, release.getProperty(otherwise, UNKNOWN)).replace("\"", "");
  }

  /** Such as 21; 0 when unknown, 8 and less in the old numbering too. */
  int feature() {
    String first = version.startsWith("1.") ? version.substring(2) : version;
    String digits = first.replaceFirst("\\D.*", "");
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** For ordering: 21.0.10 is newer than 21.0.8. */
  int[] numbers() {
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
