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
import loomwatch.results.Subject;
import loomwatch.results.study.StudyDesign.Claim;

/**
 * The file a study leaves, whole after every block: all that judging it needs, and going on with
 * it.
 *
 * @param id unique; sorts by time
 * @param createdAt when its first block began
 * @param seed of the orders of blocks
 * @param fingerprint of host and toolchains
 * @param subjects by arm
 * @param scenarios the loads, {@linkplain Scenario#redacted redacted}
 * @param launches in the order started, the invalid ones included
 */
public record StudyRecord(
    int schema,
    String id,
    Instant createdAt,
    String profile,
    long seed,
    String engine,
    Host host,
    String fingerprint,
    Map<String, Subject> subjects,
    StudyDesign design,
    List<Scenario> scenarios,
    List<Launch> launches,
    List<String> warnings) {

  public static final int SCHEMA = 1;

  public static final JsonFormat<StudyRecord> FORMAT =
      JsonFormat.withoutNulls(StudyRecord.class, "record of a study", SCHEMA, "measure it again");

  public StudyRecord {
    Require.check(schema == SCHEMA, "schema", Integer.toString(SCHEMA), schema);
    subjects = Collections.unmodifiableMap(new TreeMap<>(subjects));
    scenarios = Scenario.redacted(scenarios);
    launches = List.copyOf(launches);
    warnings = List.copyOf(warnings);
    Launch.requireOneOfEach("block and cell", launches);
  }

  /** The blocks that were measured; what failed in them stays so. */
  public int blocksDone() {
    return launches.stream().mapToInt(Launch::block).max().orElse(0);
  }

  public StudyRecord plus(List<Launch> further) {
    List<Launch> all = new ArrayList<>(launches);
    all.addAll(further);
    return with(design, all);
  }

  /** The same planned for another number of blocks. */
  public StudyRecord upTo(int blocks) {
    return with(design.of(blocks), launches);
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
        engine,
        host,
        fingerprint,
        subjects,
        other,
        scenarios,
        others,
        warnings);
  }
}
