package loomwatch.benchmarks.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.AtomicFile;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.PackedFile;
import loomwatch.results.RecordJson;
import loomwatch.results.RecordMapper;
import org.HdrHistogram.Histogram;

/**
 * Records without the shape of their launches' latency, which takes most of the room and which no
 * verdict needs: percentiles are among the samples. What is left of a histogram is how many
 * requests it is of, all at their median; what is left of the seconds, nothing.
 */
public final class LeanRecords {
  private static final List<String> HISTOGRAMS = List.of("latency", "serviceTime");
  private static final String SECONDS = "seconds";

  private LeanRecords() {}

  /**
   * Keeps them, packed, as a campaign has them.
   *
   * @param into a folder, made when it is not there
   * @throws java.io.UncheckedIOException when one is there already: records are never overwritten
   */
  public static void keep(List<MeasurementRecord> records, Path into) throws IOException {
    for (MeasurementRecord record : records) {
      Path file = Files.createDirectories(into.resolve(record.id())).resolve("record.json");
      AtomicFile.write(file, json(record));
      PackedFile.pack(file);
    }
  }

  /** Its JSON, in one line: indents take a third of what is left once packed. */
  static String json(MeasurementRecord record) throws IOException {
    JsonNode tree = RecordMapper.INSTANCE.readTree(RecordJson.write(record));
    for (JsonNode launch : tree.path("launches")) {
      if (launch.path("load") instanceof ObjectNode load) {
        HISTOGRAMS.stream()
            .filter(load::hasNonNull)
            .forEach(name -> load.put(name, lean(load.path(name).asText())));
        load.putArray(SECONDS);
      }
    }
    return RecordMapper.INSTANCE.writeValueAsString(tree);
  }

  private static String lean(String encoded) {
    LatencyHistogram whole = LatencyHistogram.decode(encoded);
    if (whole.count() == 0) {
      return encoded;
    }
    Histogram lean = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    lean.recordValueWithCount(whole.nanosAt(50), whole.count());
    return LatencyHistogram.copyOf(lean).encoded();
  }
}
