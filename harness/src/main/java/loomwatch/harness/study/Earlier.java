package loomwatch.harness.study;

import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.measure.study.StudyFile;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;

/**
 * What was measured of a study earlier, and what it is good for by now.
 *
 * @param record of it
 */
public record Earlier(StudyRecord record) {
  /** As {@link Subject#revision()} has it. */
  private static final String UNKNOWN = "unknown";

  /**
   * Why it cannot be gone on with; empty where it can.
   *
   * @param now what would be measured, without launches
   */
  Optional<String> refusal(StudyRecord now) {
    if (!record.fingerprint().equals(now.fingerprint())
        || !record.subjects().equals(now.subjects())) {
      return Optional.of("is of another host, commit or toolchain");
    }
    if (!record.profile().equals(now.profile())) {
      return Optional.of("has launches of another length (%s)".formatted(record.profile()));
    }
    if (!record.scenarios().equals(now.scenarios())) {
      return Optional.of("is of another load");
    }
    return record.design().digest().equals(now.design().digest())
        ? Optional.empty()
        : Optional.of("was measured before its file changed");
  }

  /**
   * Whether it is of code that is not committed, or runs elsewhere: nobody can tell it from now's.
   */
  boolean mayBeOfOtherCode() {
    return record.subjects().values().stream().anyMatch(Earlier::mayHaveChanged);
  }

  private static boolean mayHaveChanged(Subject subject) {
    return subject.dirty() || subject.revision().equals(UNKNOWN);
  }

  /**
   * The record as it is shown: with the claims that its file has by now.
   *
   * @param said is told where the file varies or loads otherwise, and its own claims stay
   */
  public StudyRecord asClaimedBy(StudyFile file, Consumer<String> said) {
    Optional<StudyRecord> claimed = claimedBy(file);
    if (claimed.isEmpty()) {
      said.accept(
          "loomwatch: what is shown was measured of another version of %s, with its claims"
              .formatted(file.file()));
    }
    return claimed.orElse(record);
  }

  /** With the claims that its file has by now; empty where the file varies or loads otherwise. */
  Optional<StudyRecord> claimedBy(StudyFile file) {
    StudyDesign was = record.design();
    StudyDesign is = file.design();
    return was.loop() == is.loop()
            && was.factors().equals(is.factors())
            && was.cells().equals(is.cells())
            && record.scenarios().equals(Scenario.redacted(file.scenarios()))
        ? Optional.of(record.claiming(is.claims()))
        : Optional.empty();
  }
}
