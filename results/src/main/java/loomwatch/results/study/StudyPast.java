package loomwatch.results.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.JsonFormat;
import loomwatch.results.Require;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/** The results of a study's claims over time, as ratios, as absolute values vary by host. */
public record StudyPast(int schema, String study, List<Point> points) {
  public static final int SCHEMA = 1;

  private static final JsonFormat<StudyPast> FORMAT =
      JsonFormat.withoutNulls(
          StudyPast.class, "past of a study", SCHEMA, "delete the file to begin again");

  public static final int MOST = 400;

  private static final String ENDING = ".past.json";

  public StudyPast {
    Require.check(schema == SCHEMA, "schema", Integer.toString(SCHEMA), schema);
    StudyDesign.requireName(study);
    points = List.copyOf(points);
  }

  public record Point(
      String recordId, Instant createdAt, String fingerprint, Map<String, Contrast> claims) {
    public Point {
      claims = Collections.unmodifiableMap(new TreeMap<>(claims));
    }
  }

  /**
   * A ratio with its 90 % interval.
   *
   * @param low null for a single round, as is {@code high}
   */
  public record Contrast(double value, @Nullable Double low, @Nullable Double high) {}

  public static StudyPast none(String study) {
    return new StudyPast(SCHEMA, study, List.of());
  }

  public StudyPast plus(Point point) {
    List<Point> all = new ArrayList<>(points);
    if (!all.isEmpty() && all.getLast().recordId().equals(point.recordId())) {
      all.removeLast();
    }
    all.add(point);
    return new StudyPast(schema, study, all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  /**
   * Reads the past of a study in a folder of kept records; without points if there is none.
   *
   * @throws RecordException if its file is invalid
   */
  public static StudyPast in(Path folder, String study) {
    Path file = folder.resolve(study + ENDING);
    if (!Files.exists(file)) {
      return none(study);
    }
    return FORMAT.read(file);
  }

  public void write(Path folder) {
    AtomicFile.write(folder.resolve(study + ENDING), FORMAT.write(this));
  }
}
