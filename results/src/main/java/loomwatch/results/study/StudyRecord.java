package loomwatch.results.study;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Host;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch;
import loomwatch.results.Require;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.study.StudyDesign.Claim;

/** The file of a study, complete after every round. */
public record StudyRecord(
    int schema,
    String id,
    Instant createdAt,
    String profile,
    long seed,
    String generator,
    Host host,
    String fingerprint,
    Map<String, Variant> variants,
    StudyDesign design,
    List<Scenario> scenarios,
    List<Launch> launches,
    List<String> warnings) {

  public static final int SCHEMA = 1;

  public static final JsonFormat<StudyRecord> FORMAT =
      JsonFormat.withoutNulls(StudyRecord.class, "record of a study", SCHEMA, "measure it again");

  public StudyRecord {
    Require.check(schema == SCHEMA, "schema", Integer.toString(SCHEMA), schema);
    variants = Collections.unmodifiableMap(new TreeMap<>(variants));
    scenarios = Scenario.redacted(scenarios);
    launches = List.copyOf(launches);
    warnings = List.copyOf(warnings);
    Launch.requireOneOfEach("round and cell", launches);
  }

  public int roundsDone() {
    return launches.stream().mapToInt(Launch::round).max().orElse(0);
  }

  public StudyRecord plus(List<Launch> further) {
    List<Launch> all = new ArrayList<>(launches);
    all.addAll(further);
    return with(design, all);
  }

  public StudyRecord upTo(int rounds) {
    return with(design.of(rounds), launches);
  }

  public StudyRecord claiming(List<Claim> claims) {
    return with(design.claiming(claims), launches);
  }

  private StudyRecord with(StudyDesign other, List<Launch> others) {
    return new StudyRecord(
        schema,
        id,
        createdAt,
        profile,
        seed,
        generator,
        host,
        fingerprint,
        variants,
        other,
        scenarios,
        others,
        warnings);
  }
}
