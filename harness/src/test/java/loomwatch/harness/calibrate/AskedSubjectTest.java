package loomwatch.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stored comparison of a working tree with itself, and what may be asked for by now. */
class AskedSubjectTest {
  private static final Path FOLDER =
      Path.of("../docs/campaign/quick-embedded-e6414968d07a/20261122T040712Z-f4a2");

  private MeasurementRecord stored;

  @BeforeEach
  void read() throws Exception {
    stored = new CampaignFolder(FOLDER).records().getFirst();
  }

  @Test
  void isOf_whateverCommit_itCounts() {
    assertThat(isAskedForBy("ref=.")).isTrue();
    assertThat(isAskedForBy("ref=main")).isTrue();
  }

  @Test
  void isOf_anotherToolchain_itDoesNotCount() {
    assertThat(isAskedForBy("ref=.,jdk=21")).isFalse();
    assertThat(isAskedForBy("ref=.,tomcat=10.1.59")).isFalse();
    assertThat(isAskedForBy("ref=.,flags=-XX:+UseZGC")).isFalse();
  }

  private boolean isAskedForBy(String spec) {
    return new AskedSubject(ArmSpec.parse("--spec", spec), Optional.empty()).isOf(stored);
  }
}
