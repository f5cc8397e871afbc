package loomwatch.gate.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordJson;
import org.junit.jupiter.api.Test;

class SlicesTest {
  private static final Path FIXTURE =
      Path.of("../results/src/test/resources/loomwatch/results/record-v1.json");

  @Test
  void ofToday_recordsOfTwoLengths_areThoseCutAsTheNewest() throws IOException {
    MeasurementRecord old = record("20261101T120000Z-aaaa", "0.35");
    MeasurementRecord newer = record("20261102T120000Z-aaaa", "0.15");
    MeasurementRecord newest = record("20261103T120000Z-aaaa", "0.15");

    assertThat(Slices.seconds(newest)).containsEntry("hello", 0.15);
    assertThat(Slices.ofToday(List.of(newest, old, newer))).containsExactly(newest, newer);
    assertThat(Slices.ofToday(List.of())).isEmpty();
  }

  private static MeasurementRecord record(String id, String seconds) throws IOException {
    String text =
        Files.readString(FIXTURE)
            .replaceFirst("\"id\" *: *\"[^\"]*\"", "\"id\" : \"" + id + "\"")
            .replaceAll("\"durationSeconds\" *: *[0-9.]+", "\"durationSeconds\" : " + seconds);
    return RecordJson.read(text, "fixture");
  }
}
