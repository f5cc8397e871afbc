package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.measure.service.ServiceSpec;
import org.jspecify.annotations.Nullable;

/**
 * A Java runtime, with or without a compiler.
 *
 * @param home its directory, without symbolic links
 * @param version such as {@code 21.0.8}
 * @param runtimeVersion such as {@code 21.0.8+9-LTS}
 * @param vendor the vendor's version, such as {@code Temurin-21.0.8+9}, or the vendor
 */
public record Jdk(Path home, String version, String runtimeVersion, String vendor) {
  /** The newest is last: 21.0.10 after 21.0.8, 26+35 after 26+34, and both after 26-ea+36. */
  static final Comparator<Jdk> BY_AGE =
      Comparator.comparing(Jdk::numbers, (int[] one, int[] other) -> Arrays.compare(one, other))
          .thenComparing(Jdk::build, Runtime.Version::compareToIgnoreOptional);

  private static final String UNKNOWN = "unknown";

  /** Reads a home's {@code release} file, or asks the runtime; else {@code unknown}. */
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

  public int feature() {
    String first = version.startsWith("1.") ? version.substring(2) : version;
    String digits = first.replaceFirst("\\D.*", "");
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Returns the build; a version older than all if its format is unknown. */
  private Runtime.Version build() {
    try {
      return Runtime.Version.parse(runtimeVersion);
    } catch (IllegalArgumentException e) {
      return Runtime.Version.parse("1");
    }
  }

  /** Returns whether it is a release, not one of early access. */
  boolean isFinished() {
    return build().pre().isEmpty();
  }

  private int[] numbers() {
    return Stream.of(version.split("\\D+"))
        .filter(part -> !part.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  /**
   * Refuses a JDK without virtual threads.
   *
   * @param advice appended to the message
   */
  public void requireVirtualThreads(String advice) {
    if (feature() < ServiceSpec.VIRTUAL_THREADS_JDK) {
      throw new VariantException(
          "jdk must be %d or later, which has virtual threads, was %s at %s%s"
              .formatted(ServiceSpec.VIRTUAL_THREADS_JDK, version, home, advice));
    }
  }

  boolean is(String asked) {
    return begins(version, asked) || begins(runtimeVersion, asked);
  }

  private static boolean begins(String version, String asked) {
    return version.equals(asked)
        || (version.startsWith(asked) && !Character.isDigit(version.charAt(asked.length())));
  }

  /** Finds Java runtimes by home, or by version in the same places as the launcher. */
  public static final class Jdks {
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*([+-].*)?");

    /** The second is the user's JAVA_HOME, as the launcher sets the third to what it chose. */
    private static final List<String> VARIABLES =
        List.of("LOOMWATCH_JDK", "LOOMWATCH_JAVA_HOME", "JAVA_HOME");

    private static final List<String> PLACES =
        List.of(
            "/usr/lib/jvm/*",
            "/opt/java/*",
            "/opt/jdk*",
            "~/.sdkman/candidates/java/*",
            "~/.jdks/*");

    private final Map<String, String> environment;
    private final Path machine;
    private final Path user;
    private final Path own;

    Jdks(Map<String, String> environment, Path machine, Path user, Path own) {
      this.environment = Map.copyOf(environment);
      this.machine = machine;
      this.user = user;
      this.own = own;
    }

    public static Jdks ofThisMachine() {
      return new Jdks(
          System.getenv(),
          Path.of("/"),
          Path.of(System.getProperty("user.home")),
          Path.of(System.getProperty("java.home")));
    }

    /**
     * Finds the newest JDK of a version such as {@code 25} or {@code 21.0.8}, or that of a home.
     *
     * @param asked null for the one that runs Loomwatch
     * @throws VariantException if there is none, or it is older than 17
     */
    public Jdk find(@Nullable String asked) throws IOException {
      if (asked == null) {
        return Jdk.of(own);
      }
      if (VERSION.matcher(asked).matches()) {
        return newest(asked, false);
      }
      Path home = asked.startsWith("~/") ? user.resolve(asked.substring(2)) : Path.of(asked);
      if (!isHome(home)) {
        throw new VariantException(
            "jdk must be a version such as 25 or 21.0.8, or a home with bin/java, was \"%s\""
                .formatted(asked));
      }
      return notTooOld(Jdk.of(home));
    }

    /**
     * Finds a JDK to build with: one with a compiler, if a matching one has it.
     *
     * @throws VariantException as {@link #find} does
     */
    Jdk builder(@Nullable String asked) throws IOException {
      return asked != null && VERSION.matcher(asked).matches() ? newest(asked, true) : find(asked);
    }

    private Jdk newest(String asked, boolean builds) throws IOException {
      List<Jdk> found = all();
      List<Jdk> matching = new ArrayList<>(found);
      matching.removeIf(jdk -> !jdk.is(asked));
      if (matching.isEmpty()) {
        throw new VariantException(missing(asked, found));
      }
      if (builds && matching.stream().anyMatch(Jdks::compiles)) {
        matching.removeIf(jdk -> !compiles(jdk));
      }
      // The sort is stable: among equal versions the first place wins.
      matching.sort(Jdk.BY_AGE.reversed());
      return notTooOld(matching.getFirst());
    }

    private static Jdk notTooOld(Jdk jdk) {
      if (jdk.feature() < ServiceSpec.OLDEST_JDK) {
        throw new VariantException(
            "jdk must be %d or later, was %s at %s"
                .formatted(ServiceSpec.OLDEST_JDK, jdk.version(), jdk.home()));
      }
      return jdk;
    }

    private static String missing(String asked, List<Jdk> found) {
      List<String> lines = new ArrayList<>();
      lines.add(
          "jdk must be found on this machine, was not: no %s; found %s"
              .formatted(asked, found.isEmpty() ? "none at all" : "are"));
      found.forEach(jdk -> lines.add("  %s at %s".formatted(jdk.version(), jdk.home())));
      lines.add("looked at LOOMWATCH_JDK, JAVA_HOME, %s".formatted(String.join(", ", PLACES)));
      lines.add(
          "is it elsewhere? name its home: jdk=/path/to/it (a runtime without javac will do)");
      return String.join("\n  ", lines);
    }

    List<Jdk> all() throws IOException {
      Map<Path, Jdk> byHome = new LinkedHashMap<>();
      for (Path home : candidates()) {
        if (isHome(home)) {
          Jdk jdk = Jdk.of(home);
          byHome.putIfAbsent(jdk.home(), jdk);
        }
      }
      return List.copyOf(byHome.values());
    }

    private List<Path> candidates() throws IOException {
      List<Path> candidates = new ArrayList<>();
      for (String variable : VARIABLES) {
        String value = environment.getOrDefault(variable, "");
        if (!value.isBlank()) {
          candidates.add(Path.of(value));
        }
      }
      candidates.add(own);
      for (String place : PLACES) {
        candidates.addAll(matching(place));
      }
      return candidates;
    }

    private List<Path> matching(String place) throws IOException {
      Path pattern =
          place.startsWith("~/")
              ? user.resolve(place.substring(2))
              : machine.resolve(place.substring(1));
      Path directory = Objects.requireNonNull(pattern.getParent());
      if (!Files.isDirectory(directory)) {
        return List.of();
      }
      List<Path> found = new ArrayList<>();
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(directory, String.valueOf(pattern.getFileName()))) {
        entries.forEach(found::add);
      }
      found.sort(Comparator.naturalOrder());
      return found;
    }

    private static boolean compiles(Jdk jdk) {
      return Files.isExecutable(jdk.home().resolve("bin/javac"));
    }

    private static boolean isHome(Path home) {
      return Files.isExecutable(home.resolve("bin/java"));
    }
  }
}
