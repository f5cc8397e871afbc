package loomwatch.harness.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.study.StudyJob.StudyVariants;
import loomwatch.measure.launch.Children;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.VariantException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyVariantsTest {
  @TempDir Path directory;

  /** A second build in the same folder would leave the first variant's classes nowhere. */
  @Test
  void of_serviceOnTwoJdks_isBuiltOnceInItsFolder() throws Exception {
    Path service = directory.resolve("loomwatch.yaml");
    Files.writeString(
        service,
        """
        schema: 1
        service:
          name: shop
          build: echo built >> builds
          start: java -jar shop.jar {port}
          ready: /
        scenarios:
          items: {get: /, rate: 1}
        """);
    Path file = directory.resolve("jdks.yaml");
    Files.writeString(
        file,
        """
        schema: 1
        title: two JDKs
        load: {scenario: items}
        factors:
          runtime: {usual: {}, named: {jdk: %s}}
        """
            .formatted(System.getProperty("java.home")));
    Installation installation =
        new Installation(directory, Optional.of(service), directory.resolve("out"));

    List<BuiltVariant> variants;
    try (Children children = new Children()) {
      variants =
          new StudyVariants(installation, children, told -> {})
              .of(StudyFile.read(file, StudyService.of(service)));
    }

    assertThat(variants).hasSize(2);
    assertThat(directory.resolve("builds")).hasContent("built");
  }

  /** It holds no server of that kind. */
  @Test
  void of_shippedServerInAnUnpackedRelease_saysWhatItTakes() throws Exception {
    Files.writeString(directory.resolve("release"), "version=1.2.0\n");
    Path file = directory.resolve("modes.yaml");
    Files.writeString(
        file,
        """
        schema: 1
        title: two modes
        service: shipped
        load: {scenario: hello}
        factors:
          mode: [platform, virtual]
        """);
    StudyFile study = StudyFile.read(file, StudyService.SHIPPED);
    Installation installation =
        new Installation(directory, Optional.empty(), directory.resolve("out"));

    try (Children children = new Children()) {
      assertThatThrownBy(() -> new StudyVariants(installation, children, told -> {}).of(study))
          .isInstanceOf(VariantException.class)
          .hasMessageContaining("service: shipped takes a clone of Loomwatch");
    }
  }
}
