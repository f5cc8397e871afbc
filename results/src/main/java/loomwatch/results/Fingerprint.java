package loomwatch.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;

/**
 * The hash of everything about host and toolchain that may move numbers. Records of different
 * fingerprints are never compared, except as the two arms of one interleaved run.
 *
 * <p>In it, because a change of any moves latency or CPU time with the code unchanged: all of
 * {@link Host}; of each {@link Subject} Tomcat's version, the JDK's version and vendor, and the JVM
 * flags in order; the load engine and its version (an engine's own floor is part of what it shows).
 *
 * <p>Out of it: the revision, whether it was dirty, and an injected handicap, because these are
 * what is measured; the arm, so that a run of head alone and a comparison on the same toolchain
 * share one series; profile, seed and scenarios, because they are compared scenario by scenario.
 * The installed memory counts in whole GiB: what Linux reports differs by some pages from boot to
 * boot.
 *
 * <p>JVM flags that name a place of one run (a log, a recording) would make every run a series of
 * its own: whoever fills {@link Subject#jvmFlags()} leaves them out.
 */
public final class Fingerprint {
  static final String PATTERN = "sha256:[0-9a-f]{64}";
  static final String MEANING = "sha256: and 64 hexadecimal digits";

  private static final long GIB = 1L << 30;
  private static final JsonMapper CANONICAL = new JsonMapper();

  private Fingerprint() {}

  /**
   * The fingerprint, {@code sha256:} and 64 hexadecimal digits.
   *
   * @param subjects by arm
   * @param engine {@code embedded} or {@code wrk2}
   * @param engineVersion what the engine says of itself
   */
  public static String of(
      Host host, Map<String, Subject> subjects, String engine, String engineVersion) {
    return Sha256.of(canonical(host, subjects, engine, engineVersion));
  }

  /** A list written value by value, so that renaming a field of a record moves no fingerprint. */
  private static String canonical(
      Host host, Map<String, Subject> subjects, String engine, String engineVersion) {
    List<Object> machine =
        List.of(
            host.cpuModel(),
            host.cores(),
            (host.memoryBytes() + GIB / 2) / GIB,
            host.kernel(),
            host.governor(),
            host.turbo(),
            host.smt(),
            host.serverCores(),
            host.generatorCores());
    List<String> toolchains =
        subjects.values().stream().map(Fingerprint::toolchain).distinct().sorted().toList();
    return json(List.of("loomwatch fingerprint 1", machine, toolchains, engine, engineVersion));
  }

  private static String toolchain(Subject subject) {
    return json(List.of(subject.tomcat(), subject.jdk(), subject.jdkVendor(), subject.jvmFlags()));
  }

  private static String json(List<?> values) {
    try {
      return CANONICAL.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: text and numbers always have a JSON form", e);
    }
  }
}
