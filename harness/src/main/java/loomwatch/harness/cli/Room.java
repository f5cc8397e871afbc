package loomwatch.harness.cli;

import java.util.Locale;
import java.util.OptionalLong;
import loomwatch.harness.arms.Attribution;
import loomwatch.harness.arms.Attribution.Mixed;
import loomwatch.harness.arms.BuiltArms;
import loomwatch.harness.host.HostProbe;

/**
 * The memory for a block's servers, which are all up at once.
 *
 * @param availableBytes without swapping; empty when unknown
 */
record Room(OptionalLong availableBytes) {
  /** The usual heap of 512 MiB, and half as much for the JVM and its threads. */
  private static final long SERVER = 768L << 20;

  private static final double GIB = 1L << 30;

  static Room of(HostProbe probe) {
    return new Room(
        probe.lines("proc/meminfo").stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
            .findFirst());
  }

  /**
   * The arms, without those between base and head where so many servers would not fit: what swaps
   * measures the disk.
   *
   * @param servers of four arms in every mode
   */
  BuiltArms fitting(BuiltArms arms, int servers) {
    long needed = servers * SERVER;
    if (!(arms.attribution() instanceof Mixed) || availableBytes.orElse(needed) >= needed) {
      return arms;
    }
    return new BuiltArms(
        arms.base(),
        arms.head(),
        new Attribution.Impossible(
            String.format(
                Locale.ROOT,
                "It was not measured whose change it is: %d servers at once need %.1f GiB of"
                    + " memory, %.1f are available.",
                servers,
                needed / GIB,
                availableBytes.orElse(0) / GIB)));
  }
}
