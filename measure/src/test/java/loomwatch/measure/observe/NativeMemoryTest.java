package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.measure.observe.Vitals.NativeMemory;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  private static final String JDK_25 =
      """
      Native Memory Tracking:

      (Omitting categories weighting less than 1KB)

      Total: reserved=2039382KB, committed=619834KB
             malloc: 35794KB #148373, peak=36094KB #148409
             mmap:   reserved=2003588KB, committed=584040KB

      -                 Java Heap (reserved=524288KB, committed=524288KB)
                                  (mmap: reserved=524288KB, committed=524288KB, at peak)

      -                    Thread (reserved=32890KB, committed=1710KB)
                                  (threads #32)
                                  (stack: reserved=32800KB, committed=1620KB, peak=1620KB)
      """;

  @Test
  void parse_summaryOfJdk25_givesBytes() {
    assertThat(NativeMemory.parse(JDK_25))
        .contains(
            new NativeMemory(
                32_890L * 1024, 1_710L * 1024, 619_834L * 1024, (619_834L - 524_288) * 1024));
  }

  @Test
  void parse_trackingOff_isNothing() {
    assertThat(NativeMemory.parse("Native memory tracking is not enabled")).isEmpty();
  }
}
