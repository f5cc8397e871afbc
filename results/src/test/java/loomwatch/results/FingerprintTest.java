package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FingerprintTest {
  private static final Host HOST = Examples.host();
  private static final Variant VARIANT = Examples.variant();
  private static final String HEAD_ALONE = of(HOST, VARIANT);

  /** Stored series and calibrations hang on them: other values begin all again, everywhere. */
  @Test
  void of_knownRuntimeAndHost_isTheSameForEver() {
    assertThat(HEAD_ALONE)
        .isEqualTo("sha256:da9a0dc6dd3aee327366d4bba458c5461bec2ecb377bd151b530d4ef302decbd");
    assertThat(Fingerprint.ofHost(HOST))
        .isEqualTo("sha256:f4d53a1f21701e584ad19e6517b1734c2dd7f73e15b77c1c97dc7beeca1b74a1");
  }

  @Test
  void of_whatIsNoPartOfTheRuntime_isTheSame() {
    assertThat(of(HOST, Map.of("head", VARIANT, "base", VARIANT))).isEqualTo(HEAD_ALONE);
    Variant other =
        new Variant(
            "8d2b6a9e",
            false,
            VARIANT.tomcat(),
            VARIANT.jdk(),
            VARIANT.jdkVendor(),
            VARIANT.jvmFlags(),
            null,
            null,
            null);
    assertThat(of(HOST, other)).as("revision, dirt and fault").isEqualTo(HEAD_ALONE);
    Host less = host("AMD EPYC 7B13", 4, 16_777_216_000L - 20_480);
    assertThat(of(less, VARIANT)).as("some KiB less of memory").isEqualTo(HEAD_ALONE);
    assertThat(Fingerprint.changes(HOST, less)).isEmpty();
  }

  @Test
  void of_otherVersionOfAComponent_isAnother() {
    assertThat(of(HOST, service(Map.of("spring-core", "6.2.1"))))
        .isNotEqualTo(of(HOST, service(Map.of("spring-core", "6.2.2"))))
        .isNotEqualTo(of(HOST, service(null)));
    assertThat(of(HOST, service(Map.of()))).isEqualTo(of(HOST, service(null)));
  }

  /** As an earlier version wrote it, and as this one does. */
  @Test
  void read_variantWithAndWithoutComponents_isWhatWasWritten() throws Exception {
    for (Variant variant : List.of(service(null), service(Map.of("b", "2", "a", "1")))) {
      String json = StrictJson.WITHOUT_NULLS.writeValueAsString(variant);
      assertThat(StrictJson.WITHOUT_NULLS.readValue(json, Variant.class)).isEqualTo(variant);
      assertThat(json.contains("components")).isEqualTo(variant.components() != null);
      assertThat(json).doesNotContain("versions");
    }
  }

  private static Variant service(@Nullable Map<String, String> components) {
    return new Variant(
        "8d2b6a9e", false, "none", "25", "Temurin", List.of(), null, "shop@1", components);
  }

  @Test
  void changes_ofSeveralFacts_areNamedOneByOne() {
    assertThat(Fingerprint.changes(HOST, host("AMD EPYC 9754", 3, 33_554_432_000L)))
        .containsExactly(
            "CPU model was AMD EPYC 7B13, is AMD EPYC 9754",
            "number of CPUs was 4, is 3",
            "GiB of memory was 16, is 31");
  }

  @ParameterizedTest
  @MethodSource("otherHosts")
  void of_otherHost_differsAndIsTold(Host other) {
    assertThat(of(other, VARIANT)).isNotEqualTo(HEAD_ALONE);
    assertThat(Fingerprint.ofHost(other)).isNotEqualTo(Fingerprint.ofHost(HOST));
    assertThat(Fingerprint.changes(HOST, other)).isNotEmpty();
  }

  static Stream<Host> otherHosts() {
    return Stream.concat(
        Stream.of(
            host("AMD EPYC 9754", 4, 16_777_216_000L),
            host("AMD EPYC 7B13", 8, 16_777_216_000L),
            host("AMD EPYC 7B13", 4, 33_554_432_000L),
            host(HOST.kernel(), "powersave", "on", "unknown", "off", List.of(0), List.of(2, 3)),
            host(HOST.kernel(), "powersave", "on", "unknown", "off", List.of(0, 1), List.of(3))),
        Stream.of(
                "6.9 powersave on unknown off",
                "6.8.0-45-generic performance on unknown off",
                "6.8.0-45-generic powersave off unknown off",
                "6.8.0-45-generic powersave on off off",
                "6.8.0-45-generic powersave on unknown on")
            .map(facts -> facts.split(" "))
            .map(is -> host(is[0], is[1], is[2], is[3], is[4], List.of(0, 1), List.of(2, 3))));
  }

  @ParameterizedTest
  @MethodSource("otherRuntimes")
  void of_otherRuntime_differs(Variant other) {
    assertThat(of(HOST, other)).isNotEqualTo(HEAD_ALONE);
    assertThat(of(HOST, Map.of("head", VARIANT, "base", other))).isNotEqualTo(HEAD_ALONE);
  }

  static List<Variant> otherRuntimes() {
    List<String> flags = VARIANT.jvmFlags();
    return List.of(
        runtime("10.1.59", VARIANT.jdk(), VARIANT.jdkVendor(), flags),
        runtime(VARIANT.tomcat(), "21.0.8+9-LTS", VARIANT.jdkVendor(), flags),
        runtime(VARIANT.tomcat(), VARIANT.jdk(), "Zulu", flags),
        flags(flags.reversed()),
        flags(List.of()),
        flags(List.of(String.join(" ", flags))));
  }

  @Test
  void of_otherGenerator_differs() {
    Map<String, Variant> variants = Map.of("head", VARIANT);
    assertThat(Fingerprint.of(HOST, variants, "wrk2", "1.0")).isNotEqualTo(HEAD_ALONE);
    assertThat(Fingerprint.of(HOST, variants, "embedded", "1.1")).isNotEqualTo(HEAD_ALONE);
  }

  private static String of(Host host, Variant head) {
    return of(host, Map.of("head", head));
  }

  private static String of(Host host, Map<String, Variant> variants) {
    return Fingerprint.of(host, variants, "embedded", "1.0");
  }

  private static Host host(String cpu, int cores, long memoryBytes) {
    return new Host(
        cpu,
        cores,
        memoryBytes,
        HOST.kernel(),
        HOST.governor(),
        HOST.turbo(),
        HOST.smt(),
        HOST.idleStates(),
        HOST.serverCores(),
        HOST.generatorCores());
  }

  private static Host host(
      String kernel,
      String governor,
      String turbo,
      String smt,
      String idle,
      List<Integer> server,
      List<Integer> generator) {
    long memory = HOST.memoryBytes();
    return new Host(
        HOST.cpuModel(), 4, memory, kernel, governor, turbo, smt, idle, server, generator);
  }

  private static Variant flags(List<String> flags) {
    return runtime(VARIANT.tomcat(), VARIANT.jdk(), VARIANT.jdkVendor(), flags);
  }

  private static Variant runtime(String tomcat, String jdk, String vendor, List<String> flags) {
    return new Variant(VARIANT.revision(), true, tomcat, jdk, vendor, flags, null, null, null);
  }
}
