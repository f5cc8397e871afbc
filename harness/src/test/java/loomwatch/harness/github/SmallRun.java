package loomwatch.harness.github;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import loomwatch.measure.plan.Catalogue;

/**
 * A run's output directory without a run: a comparison of {@code hello} in eight rounds, made of
 * the record's fixture. What {@code thresholds.yaml} makes of it depends on how much CPU head
 * takes.
 */
public final class SmallRun {
  private static final Path FIXTURE =
      Path.of(System.getProperty("loomwatch.modules", ".."))
          .resolve("results/src/test/resources/loomwatch/results/record-v1.json");
  private static final int ROUNDS = 8;

  private SmallRun() {}

  /**
   * Writes {@code record.json}.
   *
   * @param directory exists
   * @param sha of head
   * @param factor head's CPU per request over base's; 1.2 is a regression, 1 is none
   */
  public static Path write(Path directory, String sha, double factor) throws IOException {
    return Files.writeString(
        directory.resolve("record.json"), record(sha, factor).toPrettyString());
  }

  /**
   * A record of head alone, as {@code run} leaves it, of eight launches in each mode.
   *
   * @param sha of head
   * @param factor its CPU per request over what is usual
   */
  static ObjectNode ofHeadAlone(String sha, double factor) throws IOException {
    ObjectNode record = record(sha, factor);
    record.remove("comparison");
    ((ObjectNode) record.path("variants")).retain("head");
    ArrayNode launches = (ArrayNode) record.path("launches");
    for (int i = launches.size() - 1; i >= 0; i--) {
      if (launches.get(i).path("variant").asText().equals("base")) {
        launches.remove(i);
      }
    }
    return record;
  }

  /** A comparison, of which only head's commit is told. */
  static ObjectNode record(String sha, double factor) throws IOException {
    ObjectNode record = (ObjectNode) FakeGitHub.JSON.readTree(FIXTURE.toFile());
    record.put("createdAt", Instant.now().toString());
    ObjectNode head = (ObjectNode) record.at("/variants/head");
    head.put("revision", sha).put("dirty", false).remove("fault");
    ObjectNode launch = (ObjectNode) record.at("/launches/0");
    ((ArrayNode) record.at("/scenarios")).remove(1);
    ArrayNode looks = ((ObjectNode) record.at("/comparison")).putArray("looks");
    looks.addObject().put("rounds", ROUNDS).put("alpha", 0.05);
    ArrayNode launches = record.putArray("launches");
    for (int round = 1; round <= ROUNDS; round++) {
      int order = 0;
      for (String variant : new String[] {"base", "head"}) {
        for (String mode : new String[] {"platform", "virtual"}) {
          ObjectNode copy = launch.deepCopy();
          copy.put("round", round).put("order", order++).put("variant", variant).put("mode", mode);
          double noise = 1 + 1e-3 * ((round * 5 + order * 3) % 7 - 3);
          copy.putArray("windows"); // of other values than these
          samples(copy.putArray("samples"), noise, variant.equals("head") ? factor : 1);
          launches.add(copy);
        }
      }
    }
    // As this checkout would measure it.
    loaded(record, Catalogue.SHIPPED.named(List.of("hello")).getFirst().requestsPerSecond());
    return record;
  }

  /** Puts another load into a record. */
  static void loaded(ObjectNode record, double rate) {
    ((ObjectNode) record.at("/scenarios/0")).put("requestsPerSecond", rate);
    for (JsonNode launch : record.path("launches")) {
      ObjectNode load = (ObjectNode) launch.path("load");
      long requests = Math.round(rate * load.path("durationSeconds").asDouble());
      load.put("requestsPerSecond", rate).put("offered", requests).put("completed", requests);
    }
  }

  private static void samples(ArrayNode samples, double noise, double factor) {
    sample(samples, "latency-p50", 150e-6 * noise, "s");
    sample(samples, "latency-p99", 700e-6 * noise, "s");
    sample(samples, "cpu-per-request", 100e-6 * noise * factor, "s/request");
    sample(samples, "allocated-per-request", 3_000 * noise, "B/request");
    sample(samples, "pinned", 0, "1");
  }

  private static void sample(ArrayNode samples, String metric, double value, String unit) {
    samples
        .addObject()
        .put("metric", metric)
        .put("value", value)
        .put("unit", unit)
        .putArray("doubts");
  }
}
