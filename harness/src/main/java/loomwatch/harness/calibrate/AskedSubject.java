package loomwatch.harness.calibrate;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign compares with itself. Its code may move on meanwhile: noise is the host's, the
 * JDK's and the service's.
 *
 * @param spec of both arms
 * @param service a team's own; empty for the server that ships
 */
record AskedSubject(ArmSpec spec, Optional<ServiceSpec> service) {

  /** Whether that comparison is of it, at whatever commit. */
  boolean isOf(MeasurementRecord record) {
    Comparison comparison = record.comparison();
    Subject base = record.subject(Arm.BASE);
    if (comparison == null || base == null) {
      return false;
    }
    ArmSpec was = ArmSpec.parse("--spec", comparison.spec(Arm.BASE));
    return Objects.equals(was.jdk(), spec.jdk())
        && Objects.equals(was.tomcat(), spec.tomcat())
        && was.flags().equals(spec.flags())
        && Objects.equals(base.service(), identity());
  }

  private @Nullable String identity() {
    if (service.isEmpty()) {
      return null;
    }
    URI url = spec.url() == null ? service.get().start().url().orElse(null) : spec.url();
    return url == null ? service.get().identity() : service.get().at(url).identity();
  }
}
