package loomwatch.measure.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/** What JFR records of a server while it runs. */
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
  private final int depth;
  private final String mostKept;
  private final boolean outlives;
  private final List<String> jvmFlags;

  Recording(String settings, int depth, String mostKept, boolean outlives, List<String> jvmFlags) {
    this.settings = settings;
    this.depth = depth;
    this.mostKept = mostKept;
    this.outlives = outlives;
    this.jvmFlags = jvmFlags;
  }

  /** The file of its events and thresholds. */
  String settings() {
    return settings;
  }

  /** Of call stacks; what lies further out is cut off. */
  int depth() {
    return depth;
  }

  /** What the JVM needs beside it. */
  List<String> jvmFlags() {
    return jvmFlags;
  }

  /** On disk, as JFR reads it. */
  String mostKept() {
    return mostKept;
  }

  /** Whether JFR's own chunks stay when the server has ended, as part of the raw data. */
  boolean outlives() {
    return outlives;
  }

  /**
   * The JFR recording every server carries from its start, the same in every arm. The settings files
   * name each event and threshold, because the defaults differ between JDK 21 and 25.
   */
  public static final class JfrSettings {
    private JfrSettings() {}

    /** Where a server started in that directory keeps its chunks. */
    public static Path repository(Path directory) {
      return directory.resolve("jfr");
    }

    /** The flags that start the recording; writes the settings file. */
    static List<String> flags(Recording recording, Path directory) throws IOException {
      Path settings = directory.resolve(recording.settings());
      try (InputStream resource =
          Objects.requireNonNull(JfrSettings.class.getResourceAsStream(recording.settings()))) {
        Files.copy(resource, settings, StandardCopyOption.REPLACE_EXISTING);
      }
      return List.of(
          "-XX:FlightRecorderOptions=repository="
              + quoted(repository(directory))
              + ",preserve-repository="
              + recording.outlives()
              + ",stackdepth="
              + recording.depth(),
          "-XX:StartFlightRecording=name=loomwatch,maxsize=%s,settings=%s"
              .formatted(recording.mostKept(), quoted(settings)),
          "-Xlog:jfr+startup=off");
    }

    /**
     * A path as a value among JFR's options, where a comma would end it. Within one kind of quotes
     * the other stands for itself, and there is no way to write both.
     */
    private static String quoted(Path path) {
      char quote = path.toString().indexOf('"') < 0 ? '"' : '\'';
      return quote + path.toString() + quote;
    }

    /** Whether a server can be recorded in that directory. */
    public static boolean canBeIn(Path directory) {
      String path = directory.toAbsolutePath().toString();
      return path.indexOf('"') < 0 || path.indexOf('\'') < 0;
    }
  }
}
