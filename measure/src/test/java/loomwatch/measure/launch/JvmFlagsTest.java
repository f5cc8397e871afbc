package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import org.junit.jupiter.api.Test;

class JvmFlagsTest {
  private static final List<String> OURS =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "-XX:ActiveProcessorCount=1");

  @Test
  void with_nothing_isOurs() {
    assertThat(JvmFlags.with(OURS, List.of())).isEqualTo(OURS);
  }

  @Test
  void with_plainFlag_comesLastAndSoWins() {
    assertThat(JvmFlags.with(OURS, List.of("-XX:ActiveProcessorCount=2")))
        .containsExactly(
            "-Xms512m",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-XX:ActiveProcessorCount=1",
            "-XX:ActiveProcessorCount=2");
  }

  @Test
  void with_collector_replacesOurs() {
    assertThat(JvmFlags.with(OURS, List.of("-XX:+UseZGC")))
        .containsExactly("-Xms512m", "-Xmx512m", "-XX:ActiveProcessorCount=1", "-XX:+UseZGC");
  }

  @Test
  void with_youngGeneration_replacesOurs() {
    assertThat(JvmFlags.with(List.of("-Xmx512m", "-Xmn24m"), List.of("-XX:NewRatio=1")))
        .containsExactly("-Xmx512m", "-XX:NewRatio=1");
  }

  @Test
  void over_serviceWithFlags_variantsComeLastAndReplaceHeapAndCollector() {
    ServiceSpec service = service("java", "-Xmx1g", "-Da=1", "-XX:+UseZGC", "-jar", "x.jar");

    assertThat(JvmFlags.over(service, List.of("-Xmx2g", "-XX:+UseSerialGC")).start().words())
        .containsExactly("java", "-Da=1", "-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-jar", "x.jar");
    assertThat(JvmFlags.over(service, List.of())).isEqualTo(service);
    assertThat(JvmFlags.over(service("python3", "-Xdev"), List.of("-Xmx2g")).start().words())
        .containsExactly("python3", "-Xdev");
    assertThat(JvmFlags.choosing(service.jvmFlags())).containsExactly("-Xmx1g", "-XX:+UseZGC");
  }

  private static ServiceSpec service(String... start) {
    return ServiceSpec.program("s", Path.of("/s"), List.of(start), Ready.DEPLOYED);
  }

  @Test
  void with_oneEndOfTheHeap_fixesTheOtherToo() {
    assertThat(JvmFlags.with(OURS, List.of("-Xmx128m")))
        .containsExactly("-XX:+UseG1GC", "-XX:ActiveProcessorCount=1", "-Xms128m", "-Xmx128m");
    assertThat(JvmFlags.with(OURS, List.of("-Xms1g")))
        .containsExactly("-XX:+UseG1GC", "-XX:ActiveProcessorCount=1", "-Xmx1g", "-Xms1g");
    assertThat(JvmFlags.with(List.of(), List.of("-XX:MaxHeapSize=128m")))
        .containsExactly("-XX:InitialHeapSize=128m", "-XX:MaxHeapSize=128m");
  }

  @Test
  void with_shareOfTheMachine_isNotFilled() {
    assertThat(JvmFlags.with(OURS, List.of("-XX:MaxRAMPercentage=75")))
        .containsExactly("-XX:+UseG1GC", "-XX:ActiveProcessorCount=1", "-XX:MaxRAMPercentage=75");
  }

  @Test
  void with_bothEndsOfTheHeap_areTaken() {
    assertThat(JvmFlags.with(OURS, List.of("-Xms64m", "-XX:MaxRAMPercentage=25")))
        .containsExactly(
            "-XX:+UseG1GC", "-XX:ActiveProcessorCount=1", "-Xms64m", "-XX:MaxRAMPercentage=25");
  }
}
