package loomwatch.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.harness.calibrate.CalibrateJob.CampaignService;
import loomwatch.harness.job.CampaignStore;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stored comparison of a working tree with itself, and what may be asked for by now. */
class CampaignServiceTest {
  private static final Path FOLDER =
      Path.of("../docs/campaign/quick-embedded-e6414968d07a/20261122T040712Z-f4a2");

  private MeasurementRecord stored;

  @BeforeEach
  void read() throws Exception {
    stored = CampaignStore.ofComparisons(FOLDER).records().getFirst();
  }

  @Test
  void isOf_whateverCommit_itCounts() {
    assertThat(isAskedForBy("ref=.")).isTrue();
    assertThat(isAskedForBy("ref=main")).isTrue();
  }

  @Test
  void isOf_anotherRuntime_itDoesNotCount() {
    assertThat(isAskedForBy("ref=.,jdk=21")).isFalse();
    assertThat(isAskedForBy("ref=.,tomcat=10.1.59")).isFalse();
    assertThat(isAskedForBy("ref=.,flags=-XX:+UseZGC")).isFalse();
  }

  @Test
  void isOf_aServiceOfOnesOwn_thatThatIsStartedAlikeCounts() {
    ServiceSpec shop = service("java", "-jar", "shop.jar");
    MeasurementRecord ofShop = of(shop.identity());

    assertThat(asked(shop).isOf(ofShop)).isTrue();
    assertThat(asked(service("java", "-Xmx1g", "-jar", "shop.jar")).isOf(ofShop)).isFalse();
    assertThat(asked(shop).isOf(stored)).isFalse();
  }

  private static CampaignService asked(ServiceSpec service) {
    return new CampaignService(VariantSpec.parse("--spec", "ref=."), Optional.of(service));
  }

  private static ServiceSpec service(String... start) {
    return ServiceSpec.program("shop", FOLDER, List.of(start), Ready.LISTENING);
  }

  /** The stored comparison, as if it were of that service. */
  private MeasurementRecord of(String service) {
    Map<String, Variant> services = new HashMap<>();
    stored
        .variants()
        .forEach((variant, was) ->
            services.put(
                variant,
                new Variant(
                    was.revision(),
                    was.dirty(),
                    was.tomcat(),
                    was.jdk(),
                    was.jdkVendor(),
                    was.jvmFlags(),
                    null,
                    service,
                    Map.of())));
    return new MeasurementRecord(
        stored.schema(),
        stored.id(),
        stored.createdAt(),
        stored.profile(),
        stored.seed(),
        stored.generator(),
        stored.host(),
        services,
        stored.fingerprint(),
        stored.scenarios(),
        stored.launches(),
        stored.warnings(),
        stored.comparison());
  }

  private boolean isAskedForBy(String spec) {
    return new CampaignService(VariantSpec.parse("--spec", spec), Optional.empty()).isOf(stored);
  }
}
