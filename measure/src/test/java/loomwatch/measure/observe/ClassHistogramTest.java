package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import loomwatch.measure.observe.VitalsLink.ClassHistogram;
import org.junit.jupiter.api.Test;

class ClassHistogramTest {
  @Test
  void parse_asJdk25WritesIt_hasBytesByNameInSources() {
    String text =
        """
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         33208        2655184  [B (java.base@25.0.3)
           2:           100        1600000  [[I (java.base@25.0.3)
           3:          5000         120000  [Ljava.lang.Object; (java.base@25.0.3)
           4:          5000         120000  shop.Basket$Item
           5:             1             24  shop.Shop$$Lambda/0x00007f1c01000a00
           6:             1             16  shop.Shop$$Lambda/0x00007f1c01000c18
           7:             1             16  shop.Cut\
        """;

    assertThat(ClassHistogram.parse(text))
        .containsExactly(
            entry("byte[]", 2_655_184L),
            entry("int[][]", 1_600_000L),
            entry("java.lang.Object[]", 120_000L),
            entry("shop.Basket$Item", 120_000L),
            entry("shop.Shop$$Lambda", 40L));
  }

  @Test
  void parse_nothing_isEmpty() {
    assertThat(ClassHistogram.parse("")).isEmpty();
  }
}
