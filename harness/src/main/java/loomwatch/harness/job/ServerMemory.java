package loomwatch.harness.job;

import java.util.Locale;
import java.util.OptionalLong;
import loomwatch.measure.arms.Attribution;
import loomwatch.measure.arms.Attribution.Mixed;
import loomwatch.measure.arms.BuiltArms;

/**
 * The memory for a block's servers, which are all up at once.
 *
 * @param availableBytes without swapping; empty when unknown
 */
public record ServerMemory(OptionalLong availableBytes) {
  /** The usual heap of 512 MiB, and half as much for the JVM and its threads. */
  private static final long SERVER = 768L << 20;

  private static final double GIB = 1L << 30;

  /**
   * The arms, without those between base and head where so many servers would not fit: what swaps
   * measures the disk.
   *
   * @param servers of four arms in every mode
   */
  public BuiltArms fitting(BuiltArms arms, int servers) {
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
