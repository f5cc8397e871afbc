package loomwatch.measure.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A set of JFR events, the same in every variant; its settings do not rely on JDK defaults. */
public enum Recording {
  /** Little more than the metrics require; used in every launch that is compared. */
  VITALS("loomwatch.jfc", 256, "64m", true, List.of()),
  /** The costs of threads with call stacks; too expensive for launches that are compared. */
  STACKS(
      "stacks.jfc",
      512,
      "1g",
      // Its data is copied when it is read.
      false,
      List.of(
          // Without them, an inlined method shows only where it has a safepoint.
          "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));

  private static final Pattern BEFORE_21 =
      Pattern.compile("(?m)^JAVA_VERSION=\"?(?:17|18|19|20)\\b");

  private final String settings;
  private final int stackDepth;
  private final String maxSize;
  private final boolean preserved;
  private final List<String> jvmFlags;

  /**
   * @param settings file of events and thresholds
   * @param stackDepth frames kept per call stack; outer ones are cut off
   * @param maxSize limit on disk, in JFR's notation
   * @param preserved whether JFR's own chunks stay as raw data when the server has ended
   */
  Recording(
      String settings, int stackDepth, String maxSize, boolean preserved, List<String> jvmFlags) {
    this.settings = settings;
    this.stackDepth = stackDepth;
    this.maxSize = maxSize;
    this.preserved = preserved;
    this.jvmFlags = jvmFlags;
  }

  public static Path repository(Path directory) {
    return directory.resolve("jfr");
  }

  /** Returns the flags of a JVM that leaves a recording in this file when it ends. */
  public List<String> flags(Path directory, Path jdk, Path file) throws IOException {
    return flags(directory, jdk, ",filename=" + quoted(file));
  }

  List<String> flags(Path directory, Path jdk) throws IOException {
    return flags(directory, jdk, "");
  }

  private List<String> flags(Path directory, Path jdk, String more) throws IOException {
    Path copy = directory.resolve(settings);
    try (InputStream resource =
        Objects.requireNonNull(Recording.class.getResourceAsStream(settings))) {
      Files.copy(resource, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    Stream<String> options =
        Stream.of(
            "-XX:FlightRecorderOptions=repository=%s%s,stackdepth=%d"
                .formatted(
                    quoted(repository(directory)),
                    preserved && !isBefore21(jdk) ? ",preserve-repository=true" : "",
                    stackDepth),
            "-XX:StartFlightRecording=name=loomwatch,maxsize=%s,settings=%s%s"
                .formatted(maxSize, quoted(copy), more),
            "-Xlog:jfr+startup=off");
    return Stream.concat(options, jvmFlags.stream()).toList();
  }

  /** Reports whether it refuses options that JFR has since JDK 21. */
  private static boolean isBefore21(Path jdk) throws IOException {
    Path release = jdk.resolve("release");
    return Files.exists(release) && BEFORE_21.matcher(Files.readString(release)).find();
  }

  /** Quotes a path for JFR's options; a path with both kinds of quotes cannot be quoted. */
  private static String quoted(Path path) {
    char quote = path.toString().indexOf('"') < 0 ? '"' : '\'';
    return quote + path.toString() + quote;
  }

  public static boolean canBeIn(Path directory) {
    String path = directory.toAbsolutePath().toString();
    return path.indexOf('"') < 0 || path.indexOf('\'') < 0;
  }
}
