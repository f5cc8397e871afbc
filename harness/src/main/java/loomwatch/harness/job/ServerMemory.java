package loomwatch.harness.job;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.launch.JvmFlags;

/**
 * The memory for a block's servers, which are all up at once.
 *
 * @param availableBytes without swapping; empty when unknown
 */
public record ServerMemory(OptionalLong availableBytes) {
  private static final long BESIDE_ITS_HEAP = 256L << 20;

  private static final double GIB = 1L << 30;

  /**
   * Refuses arms whose own flags give their servers more than there is: the kernel would kill one.
   *
   * @param modes in which each arm has a server
   * @throws UsageException when they do not fit
   */
  void require(List<BuiltArm> arms, int modes) {
    long needed =
        modes
            * arms.stream()
                .map(arm -> JvmFlags.over(arm.service(), arm.extraJvmFlags()).jvmFlags())
                .map(JvmFlags::heapBytes)
                .flatMapToLong(OptionalLong::stream)
                .map(heap -> heap + BESIDE_ITS_HEAP)
                .sum();
    if (needed > availableBytes.orElse(needed)) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "memory must be %.1f GiB for the %d servers that are up at once, with the heaps that"
                  + " their flags give them, was %.1f; give them less, or measure one mode: --mode",
              needed / GIB,
              modes * arms.size(),
              availableBytes.orElse(0) / GIB));
    }
  }
}
