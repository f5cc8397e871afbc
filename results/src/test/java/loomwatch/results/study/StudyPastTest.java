package loomwatch.results.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPastTest {
  @TempDir private Path folder;

  @Test
  void write_andRead_isTheSame() {
    StudyPast past = StudyPast.none("pool").plus(point(1)).plus(point(2));

    past.write(folder);

    assertThat(StudyPast.in(folder, "pool")).isEqualTo(past);
    assertThat(StudyPast.in(folder, "heap").points()).isEmpty();
  }

  @Test
  void plus_recordThatWentOn_isAsItIsNow() {
    StudyPast.Point was = point(1);
    Map<String, StudyPast.Contrast> now = Map.of("enough", new StudyPast.Contrast(1.2, 1.1, 1.3));
    StudyPast.Point is =
        new StudyPast.Point(was.recordId(), was.createdAt(), was.fingerprint(), now);

    assertThat(StudyPast.none("pool").plus(point(0)).plus(was).plus(was).plus(is).points())
        .containsExactly(point(0), is);
  }

  @Test
  void none_pathForAName_isRefused() {
    assertThatThrownBy(() -> StudyPast.none("../pool"))
        .hasMessageStartingWith("name must be letters, digits, ")
        .hasMessageEndingWith(", was \"../pool\"");
  }

  @Test
  void plus_moreThanAreKept_forgetsTheOldest() {
    StudyPast past = StudyPast.none("pool");
    for (int i = 0; i < StudyPast.MOST + 2; i++) {
      past = past.plus(point(i));
    }

    assertThat(past.points()).hasSize(StudyPast.MOST);
    assertThat(past.points().getFirst().recordId()).isEqualTo("record-2");
  }

  @Test
  void in_nonsense_saysWhatToDo() throws IOException {
    Files.writeString(folder.resolve("pool.past.json"), "{\"schema\": 1, \"poll\": []}");

    assertThatThrownBy(() -> StudyPast.in(folder, "pool"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("pool.past.json:1:25: study must be given, was missing")
        .hasMessageEndingWith("; delete the file to begin again");
  }

  private static StudyPast.Point point(int i) {
    return new StudyPast.Point(
        "record-" + i,
        Instant.EPOCH.plusSeconds(i),
        "f",
        Map.of(
            "enough",
            new StudyPast.Contrast(1.5, 1.4, 1.6),
            "other",
            new StudyPast.Contrast(2, null, null)));
  }
}
