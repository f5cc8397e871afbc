package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectorThreadsTest {
  /** As HotSpot 21 to 25 name them; the kernel knows the first fifteen letters. */
  @ParameterizedTest
  @CsvSource({
    "GC Thread#0, true",
    "G1 Conc#0, true",
    "G1 Refine#0, false",
    "ZWorker#0, true",
    "ZDriverMinor, true",
    "XWorker#0, true",
    "XDriver, true",
    "XDirector, true",
    "Shenandoah GC T, true",
    "VM Thread, true",
    "VM Periodic Tas, false",
    "C2 CompilerThre, false",
    "http-nio-8080-e, false"
  })
  void isOne_threadOfAJvm_isOneThatCollects(String name, boolean collects) {
    assertThat(CollectorThreads.isOne(name)).isEqualTo(collects);
  }
}
