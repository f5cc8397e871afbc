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
 * A hash of all properties of host and runtime that may affect numbers. Records of different
 * environments are never compared, except as the two variants of one interleaved run.
 *
 * <p>It includes: all of {@link Host}; of each {@link Variant} Tomcat's version, the JDK's version
 * and vendor, the JVM flags in order, and of a team's service its name, start and components; the
 * load generator and its version, as its own overhead is part of the numbers.
 *
 * <p>It excludes: revision, dirtiness and injected fault, which are what is measured; the variant,
 * so that runs and comparisons on the same runtime share a series; profile, seed and scenarios, as
 * scenarios are compared one by one. Memory counts in whole GiB, as what Linux reports differs by
 * some pages between boots.
 *
 * <p>{@link Variant#jvmFlags()} must not contain flags with a path of a single run, such as a log
 * or a recording, which would put every run into a series of its own.
 */
public final class Fingerprint {
  private static final long GIB = 1L << 30;
  private static final JsonMapper CANONICAL = new JsonMapper();

  private Fingerprint() {}

  /**
   * Returns {@code sha256:} and 64 hexadecimal digits.
   *
   * @param generatorVersion as reported by the generator
   */
  public static String of(
      Host host, Map<String, Variant> variants, String generator, String generatorVersion) {
    return Sha256.of(canonical(host, variants, generator, generatorVersion));
  }

  /** Returns the hash of the machine alone: {@code sha256:} and 64 hexadecimal digits. */
  public static String ofHost(Host host) {
    return Sha256.of(json(List.of("loomwatch host 1", List.copyOf(machine(host).values()))));
  }

  /** Returns the differences that affect the hash, such as {@code turbo was off, is on}. */
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

  /** Returns the properties in the order of hashing; their names are for messages. */
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

  /** Returns a list of values only, so that renaming a field does not change the hash. */
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
