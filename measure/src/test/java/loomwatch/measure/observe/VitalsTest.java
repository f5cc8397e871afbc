package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.observe.Vitals.ClassHistogram;
import loomwatch.measure.observe.Vitals.NativeMemory;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The agent in a real JVM that was not made for it. */
class VitalsTest {
  @TempDir Path directory;
  private final Children children = new Children();

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void vitals_ofAnyJvm_areToldAndCostLittle() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = Vitals.of(server)) {
      for (int warm = 0; warm < 100; warm++) {
        assertThat(vitals.totals("now")).isPresent();
      }
      long before = vitals.totals("now").orElseThrow().allocatedBytes();
      long after = vitals.totals("now").orElseThrow().allocatedBytes();

      assertThat(after - before).isBetween(0L, 20_000L);
      assertThat(vitals.totals("now").orElseThrow().compileMillis()).isPresent();
      assertThat(vitals.nativeMemory("now")).as("not tracked").isEmpty();
      Map<String, Long> live = vitals.liveObjects("now");
      assertThat(live.get("byte[]")).as("it keeps 8 MiB").isBetween(8L << 20, 24L << 20);
      assertThat(live).hasSizeGreaterThan(50).containsKey("java.lang.String");
    }
  }

  @Test
  void nativeMemory_tracked_isTold() throws Exception {
    try (LaunchedServer server = start(List.of("-XX:NativeMemoryTracking=summary"));
        Vitals vitals = Vitals.of(server)) {
      NativeMemory memory = vitals.nativeMemory("now").orElseThrow();

      assertThat(memory.committedBytes()).isGreaterThan(memory.threadCommittedBytes());
      assertThat(memory.threadCommittedBytes()).isPositive();
    }
  }

  @Test
  void totals_afterTheServersEnd_sayThatItDied() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = Vitals.of(server)) {
      ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();

      assertThatThrownBy(() -> vitals.totals("under load"))
          .isInstanceOf(LaunchFailure.class)
          .hasMessageStartingWith("the virtual server exited with 137 under load");
    }
  }

  /** A program that starts 30 threads, of a class that it had no use for before. */
  @Test
  void totals_ofAProgramThatStartsThreads_countThemAndTheirClass() throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("Starts.java"),
            """
            import java.nio.file.*;
            public class Starts {
              static class Late extends Thread {}
              public static void main(String[] arguments) throws Exception {
                System.out.println("up");
                while (!Files.exists(Path.of(arguments[0]))) Thread.sleep(20);
                for (int i = 0; i < 30; i++) { Thread late = new Late(); late.start(); late.join(); }
                Files.delete(Path.of(arguments[0]));
                Thread.sleep(60_000);
              }
            }
            """);
    Path go = directory.resolve("go");
    Path jdk = Path.of(System.getProperty("java.home"));
    try (LaunchedServer server = start(jdk, List.of("java", program.toString(), go.toString()));
        Vitals vitals = Vitals.of(server)) {
      for (int warm = 0; warm < 10; warm++) {
        assertThat(vitals.totals("now")).isPresent();
      }
      Vitals.Totals before = vitals.totals("now").orElseThrow();
      Files.createFile(go);
      while (Files.exists(go)) {
        Thread.sleep(20);
      }
      Vitals.Totals after = vitals.totals("now").orElseThrow();

      assertThat(after.threadsStarted() - before.threadsStarted()).isBetween(30L, 32L);
      assertThat(after.classesLoaded() - before.classesLoaded()).isBetween(1L, 100L);
    }
  }

  /** It has no total of its own, and loads no class of a later one. */
  @Test
  void totals_ofJdk17_areTold() throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("Up.java"),
            """
            public class Up {
              public static void main(String[] arguments) throws InterruptedException {
                System.out.println("up");
                Thread.sleep(60_000);
              }
            }
            """);
    try (LaunchedServer server = start(jdk17(), List.of("java", program.toString()));
        Vitals vitals = Vitals.of(server)) {
      long before = vitals.totals("now").orElseThrow().allocatedBytes();
      long after = vitals.totals("now").orElseThrow().allocatedBytes();

      assertThat(before).isPositive();
      assertThat(after - before).isBetween(0L, 1_000_000L);
    }
  }

  private static Path jdk17() throws Exception {
    try {
      return Jdks.ofThisMachine().find("17").home();
    } catch (VariantException none) {
      throw new TestAbortedException("these tests need JDK 17: " + none.getMessage());
    }
  }

  @Test
  void to_attachingForbidden_saysWhy() throws Exception {
    try (LaunchedServer server = start(List.of("-XX:+DisableAttachMechanism"))) {
      assertThatThrownBy(() -> Vitals.of(server))
          .isInstanceOf(LaunchFailure.class)
          .hasMessageContaining("-XX:+DisableAttachMechanism forbids it");
    }
  }

  private LaunchedServer start(List<String> flags) throws Exception {
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(flags);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Sleeper.class.getName()));
    return start(Path.of(System.getProperty("java.home")), words);
  }

  private LaunchedServer start(Path jdk, List<String> words) throws Exception {
    ServiceSpec service =
        ServiceSpec.program(
            "sleeper", directory, words, new Ready.Logs("^up", Duration.ofSeconds(30)));
    return new ServerLauncher(children, told -> {})
        .start(
            new ServerOptions(service, Mode.VIRTUAL, jdk, List.of("-Xmx64m"), List.of(), null, 100),
            directory);
  }

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
