package loomwatch.measure.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What JFR records of a server from its start, the same in every variant. The settings files name
 * each event and threshold, because the defaults differ between JDK 21 and 25.
 */
public enum Recording {
  /** What the metrics need, and little else: of every launch whose numbers are judged. */
  VITALS("loomwatch.jfc", 32, "64m", true, List.of()),
  /**
   * What its threads spend, with their call stacks. That costs the server what no judged number may
   * carry.
   */
  STACKS(
      "stacks.jfc",
      512,
      "1g",
      // What is read is copied out of it.
      false,
      List.of(
          // Else a method inlined into another is seen only where that has a safepoint.
          "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));

  private final String settings;
  private final int stackDepth;
  private final String maxSize;
  private final boolean preserved;
  private final List<String> jvmFlags;

  /**
   * @param settings the file of its events and thresholds
   * @param stackDepth of call stacks; what lies further out is cut off
   * @param maxSize on disk, as JFR reads it
   * @param preserved whether JFR's own chunks stay when the server has ended, as part of the raw
   *     data
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

  List<String> flags(Path directory) throws IOException {
    Path copy = directory.resolve(settings);
    try (InputStream resource =
        Objects.requireNonNull(Recording.class.getResourceAsStream(settings))) {
      Files.copy(resource, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    Stream<String> options =
        Stream.of(
            "-XX:FlightRecorderOptions=repository=%s,preserve-repository=%s,stackdepth=%d"
                .formatted(quoted(repository(directory)), preserved, stackDepth),
            "-XX:StartFlightRecording=name=loomwatch,maxsize=%s,settings=%s"
                .formatted(maxSize, quoted(copy)),
            "-Xlog:jfr+startup=off");
    return Stream.concat(options, jvmFlags.stream()).toList();
  }

  /**
   * A path as a value among JFR's options, where a comma would end it. Within one kind of quotes
   * the other stands for itself, and there is no way to write both.
   */
  private static String quoted(Path path) {
    char quote = path.toString().indexOf('"') < 0 ? '"' : '\'';
    return quote + path.toString() + quote;
  }

  public static boolean canBeIn(Path directory) {
    String path = directory.toAbsolutePath().toString();
    return path.indexOf('"') < 0 || path.indexOf('\'') < 0;
  }
}
