package loomwatch.harness.github;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.measure.variants.VariantSpec.FaultSyntax;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;

/**
 * In the place of a machine that measures: {@code run} and {@code compare} leave a record at once,
 * of a server whose requests cost what the file {@code cost} of its commit says. {@code past FOLDER
 * COMMIT=COST…} is a history in which those commits were measured, one an hour up to now. {@code
 * calibrate} leaves four comparisons of HEAD with itself and four with a fault: where requests cost
 * more than 1 the former are false positives, where they cost less the latter are not caught.
 */
public final class StandInMain {
  private StandInMain() {}

  public static void main(String[] args) throws Exception {
    List<String> arguments = List.of(args);
    switch (arguments.getFirst()) {
      case "run" -> {
        String commit = git("rev-parse", "HEAD");
        ObjectNode record = SmallRun.ofHeadAlone(commit, cost(commit));
        keep(out(arguments), identified(asAsked(record), commit, Instant.now()));
      }
      case "compare" -> keep(out(arguments), comparison(arguments));
      case "calibrate" -> {
        if (arguments.contains("--fault")) {
          requireKnown(after(arguments, "--fault").split(","));
        }
        night(Installation.ofLauncher().out().resolve("calibration"));
      }
      case "past" -> past(here(arguments.get(1)), arguments.subList(2, arguments.size()));
      default -> throw new IllegalArgumentException(arguments.toString());
    }
  }

  /** At the rate that the file of what is measured asks for. */
  private static ObjectNode asAsked(ObjectNode record) {
    SmallRun.loaded(
        record,
        Installation.ofLauncher()
            .catalogue()
            .named(List.of("hello"))
            .getFirst()
            .requestsPerSecond());
    return record;
  }

  /** Leaves a run of that commit in a folder. */
  public static void keepRun(Path out, String commit, double cost) throws IOException {
    keep(out, identified(SmallRun.ofHeadAlone(commit, cost), commit, Instant.now()));
  }

  private static ObjectNode comparison(List<String> arguments) throws Exception {
    String base = after(arguments, "--base").replaceFirst("^ref=", "");
    String head = after(arguments, "--head").replaceFirst("^ref=", "");
    ObjectNode record = SmallRun.record(head, cost(head) / cost(base));
    ((ObjectNode) record.at("/variants/base")).put("revision", base);
    ((ObjectNode) record.path("variants")).retain("base", "head");
    ((ObjectNode) record.path("comparison")).put("sameService", base.equals(head));
    return identified(record, base.substring(0, 7) + "-" + head, Instant.now());
  }

  private static void requireKnown(String... faults) {
    for (String fault : faults) {
      FaultSyntax.refusal(fault)
          .ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
          });
    }
  }

  private static void night(Path folder) throws Exception {
    try (var files = Files.exists(folder) ? Files.walk(folder) : Stream.<Path>of()) {
      System.err.println(
          "from other nights: " + files.filter(file -> file.endsWith("record.json.gz")).count());
    }
    String commit = git("rev-parse", "HEAD");
    double cost = cost(commit);
    for (int i = 0; i < 4; i++) {
      ObjectNode same = ofOneService(commit, Math.max(1, cost));
      ((ObjectNode) same.path("comparison")).put("sameService", true);
      ObjectNode slower = ofOneService(commit, 1.25 * Math.min(1, cost));
      ((ObjectNode) slower.at("/variants/head")).put("fault", "cpu:25%");
      Instant at = Instant.now();
      keep(folder.resolve("here/" + i), identified(same, "same" + i, at));
      keep(folder.resolve("here/slower" + i), identified(slower, "slower" + i, at));
    }
  }

  private static ObjectNode ofOneService(String commit, double factor) throws IOException {
    ObjectNode record = SmallRun.record(commit, factor);
    ObjectNode services = (ObjectNode) record.path("variants");
    services.retain("head");
    services.set("base", services.path("head").deepCopy());
    ((ObjectNode) record.path("comparison")).put("sameService", false);
    return record;
  }

  private static void past(Path folder, List<String> measured) throws IOException {
    HistoryStore store = new HistoryStore(folder);
    Instant now = Instant.now();
    for (int i = 0; i < measured.size(); i++) {
      String[] each = measured.get(i).split("=", 2);
      Instant at = now.minus(measured.size() - i, ChronoUnit.HOURS);
      ObjectNode json = SmallRun.ofHeadAlone(each[0], Double.parseDouble(each[1]));
      MeasurementRecord record =
          StoredRecord.read(identified(json, each[0], at).toString(), "the past").record();
      Provenance provenance = new Provenance(each[0], null, null, null, null, "main", null, null);
      store.add(
          HistoryEntries.ofRun(StoredRecord.of(record), provenance, "pass", List.of()),
          StoredRecord.of(record));
    }
  }

  private static ObjectNode identified(ObjectNode record, String what, Instant at) {
    String day = at.toString().replaceAll("[-:]|\\..*|Z", "");
    return record
        .put("id", day + "Z-" + what.substring(0, Math.min(16, what.length())))
        .put("createdAt", at.toString());
  }

  private static void keep(Path out, ObjectNode record) throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("record.json"), record.toPrettyString());
  }

  private static Path out(List<String> arguments) {
    return here(after(arguments, "--out"));
  }

  private static String after(List<String> arguments, String option) {
    return arguments.get(arguments.indexOf(option) + 1);
  }

  private static double cost(String commit) throws Exception {
    return Double.parseDouble(git("show", commit + ":cost"));
  }

  private static Path here(String path) {
    return Invocation.current().directory().resolve(path);
  }

  private static String git(String... arguments) throws Exception {
    String service = Invocation.current().environment().getOrDefault("LOOMWATCH_SERVICE", "");
    Path project = here(service).toAbsolutePath();
    project = service.isEmpty() ? project : project.resolveSibling("");
    List<String> command = new ArrayList<>(List.of("git", "-C", project.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
