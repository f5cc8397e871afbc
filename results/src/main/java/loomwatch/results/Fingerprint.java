package loomwatch.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.files.Sha256;

/**
 * The hash of everything about host and runtime that may move numbers. Records of different
 * fingerprints are never compared, except as the two variants of one interleaved run.
 *
 * <p>In it, because a change of any moves latency or CPU time with the code unchanged: all of
 * {@link Host}; of each {@link Variant} Tomcat's version, the JDK's version and vendor, the JVM
 * flags in order, and of a team's own service its name, how it is started and its components; the
 * load generator and its version (a generator's own floor is part of what it shows).
 *
 * <p>Out of it: the revision, whether it was dirty, and an injected fault, because these are what
 * is measured; the variant, so that a run of head alone and a comparison on the same runtime share
 * one series; profile, seed and scenarios, because they are compared scenario by scenario. The
 * installed memory counts in whole GiB: what Linux reports differs by some pages from boot to boot.
 *
 * <p>JVM flags that name a place of one run (a log, a recording) would make every run a series of
 * its own: whoever fills {@link Variant#jvmFlags()} leaves them out.
 */
public final class Fingerprint {
  private static final long GIB = 1L << 30;
  private static final JsonMapper CANONICAL = new JsonMapper();

  private Fingerprint() {}

  /**
   * The fingerprint, {@code sha256:} and 64 hexadecimal digits.
   *
   * @param generatorVersion what the generator says of itself
   */
  public static String of(
      Host host, Map<String, Variant> variants, String generator, String generatorVersion) {
    return Sha256.of(canonical(host, variants, generator, generatorVersion));
  }

  /**
   * The fingerprint of the machine alone, {@code sha256:} and 64 hexadecimal digits: what a
   * calibration is of, whatever was measured for it.
   */
  public static String ofHost(Host host) {
    return Sha256.of(json(List.of("loomwatch host 1", List.copyOf(machine(host).values()))));
  }

  /**
   * What of the machine differs and moves the fingerprint, such as {@code turbo was off, is on};
   * empty when nothing does.
   */
  public static List<String> changes(Host before, Host now) {
    Map<String, Object> is = machine(now);
    List<String> changes = new ArrayList<>();
    machine(before)
        .forEach((name, was) -> {
          Object value = is.get(name);
          if (!was.equals(value)) {
            changes.add("%s was %s, is %s".formatted(name, was, value));
          }
        });
    return changes;
  }

  /** What counts of it, in the order it is hashed; the names are for people. */
  private static Map<String, Object> machine(Host host) {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("CPU model", host.cpuModel());
    machine.put("number of CPUs", host.cores());
    machine.put("GiB of memory", (host.memoryBytes() + GIB / 2) / GIB);
    machine.put("kernel", host.kernel());
    machine.put("frequency governor", host.governor());
    machine.put("turbo", host.turbo());
    machine.put("SMT", host.smt());
    machine.put("idle states", host.idleStates());
    machine.put("server's CPUs", host.serverCores());
    machine.put("load generator's CPUs", host.generatorCores());
    return machine;
  }

  /** A list written value by value, so that renaming a field of a record moves no fingerprint. */
  private static String canonical(
      Host host, Map<String, Variant> variants, String generator, String generatorVersion) {
    List<Object> machine = List.copyOf(machine(host).values());
    List<String> runtimes =
        variants.values().stream().map(Fingerprint::runtime).distinct().sorted().toList();
    return json(List.of("loomwatch fingerprint 1", machine, runtimes, generator, generatorVersion));
  }

  private static String runtime(Variant variant) {
    List<Object> runtime = new ArrayList<>();
    Collections.addAll(
        runtime, variant.tomcat(), variant.jdk(), variant.jdkVendor(), variant.jvmFlags());
    if (variant.service() != null) {
      runtime.add(variant.service());
    }
    if (variant.components() != null) {
      runtime.add(variant.components());
    }
    return json(runtime);
  }

  private static String json(List<?> values) {
    try {
      return CANONICAL.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: text and numbers always have a JSON form", e);
    }
  }
}
