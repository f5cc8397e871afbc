package loomwatch.harness.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.Factor;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyPast;
import loomwatch.results.study.StudyRecord;

/** A study over users and modes in which virtual threads take half of the time, told by a joker. */
final class SeededStudy {
  static final String JOKE = "Half of <img src=x onerror=alert(1)> the time.";

  private static final List<String> USERS = List.of("1", "20", "400");
  private static final List<String> BODIES = List.of("small", "large");
  private static final Factor MODES = new Factor("mode", List.of("platform", "virtual"));
  private static final int ROUNDS = 3;
  private static final Contrast VIRTUAL =
      new Contrast(Map.of("mode", "virtual"), Map.of("mode", "platform"), null);

  private SeededStudy() {}

  /** Of that name; in the one without, names stand in place of numbers. */
  static StudyRecord record(String name, boolean numbers) {
    List<StudyCell> cells = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      for (String users : USERS) {
        cells.add(
            new StudyCell(
                Map.of("mode", mode.label(), "users", numbers ? users : "with-" + users),
                "head",
                mode,
                "load-" + users));
      }
    }
    List<String> levels = numbers ? USERS : USERS.stream().map(users -> "with-" + users).toList();
    return record(name, List.of(MODES, new Factor("users", levels)), cells);
  }

  /** Five nights, on the last of which a claim's contrast moved. */
  static StudyPast past(String study) {
    StudyPast past = StudyPast.none(study);
    for (int night = 1; night <= 5; night++) {
      double value = night < 5 ? 0.5 + 0.001 * night : 0.6;
      past =
          past.plus(
              new StudyPast.Point(
                  "night-" + night,
                  Instant.parse("2026-10-2%dT01:00:00Z".formatted(night)),
                  "f",
                  Map.of(
                      "half",
                      new StudyPast.Contrast(value, value - 0.01, value + 0.01),
                      "least",
                      new StudyPast.Contrast(value, null, null))));
    }
    return past;
  }

  /** Over two factors beside the modes. */
  static StudyRecord mapped() {
    List<StudyCell> cells = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      for (String body : BODIES) {
        for (String users : USERS) {
          cells.add(
              new StudyCell(
                  Map.of("mode", mode.label(), "users", users, "body", body),
                  "head",
                  mode,
                  body + users));
        }
      }
    }
    return record(
        "map", List.of(new Factor("body", BODIES), new Factor("users", USERS), MODES), cells);
  }

  private static StudyRecord record(String name, List<Factor> factors, List<StudyCell> cells) {
    StudyDesign design =
        new StudyDesign(
            name,
            "how long it takes",
            "digest",
            Loop.CLOSED,
            factors,
            cells,
            List.of(
                claim("half", JOKE, 0.4, 0.6),
                claim("none", "Nothing is gained.", 0.95, 1.05),
                claim("least", "Half at least.", 0.5, 0.6)),
            ROUNDS);
    return new StudyRecord(
        1,
        "20261101T000000Z-0001",
        Instant.parse("2026-11-01T00:00:00Z"),
        "study",
        1,
        "embedded",
        new Host("CPU", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1)),
        "f",
        Map.of(),
        design,
        List.of(),
        launches(cells),
        List.of("a note"));
  }

  private static Claim claim(String name, String says, double least, double most) {
    return new Claim(name, says, "E0", "latency-p50", VIRTUAL, null, least, most, 0.55);
  }

  /** The last one does not count. */
  private static List<Launch> launches(List<StudyCell> cells) {
    List<Launch> launches = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      for (StudyCell cell : cells) {
        double base = 0.001 * (1 + cells.indexOf(cell) % USERS.size()) + round * 1e-5;
        boolean virtual = cell.mode() == Mode.VIRTUAL;
        boolean last = launches.size() == ROUNDS * cells.size() - 1;
        launches.add(
            new Launch(
                round,
                launches.size(),
                cell.variant(),
                cell.mode(),
                cell.scenario(),
                Instant.EPOCH,
                null,
                null,
                null,
                List.of(),
                List.of(
                    Sample.of(Metric.LATENCY_P50, virtual ? base * (0.48 + 0.01 * round) : base),
                    Sample.of(Metric.CPU_PER_REQUEST, 5e-5)),
                last ? List.of(new Invalid(Invalid.Reason.ERRORS, "some")) : List.of()));
      }
    }
    return launches;
  }
}
