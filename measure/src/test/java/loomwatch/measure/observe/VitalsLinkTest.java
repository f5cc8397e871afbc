package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.observe.Vitals.NativeMemory;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a real JVM that was not made for it. */
class VitalsLinkTest {
  @TempDir Path directory;
  private final Children children = new Children();

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void totals_ofAnyJvm_growByLittleWhenAsked() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = VitalsLink.to(server)) {
      for (int warm = 0; warm < 100; warm++) {
        assertThat(vitals.totals("now")).isPresent();
      }
      long before = vitals.totals("now").orElseThrow().allocatedBytes();
      long after = vitals.totals("now").orElseThrow().allocatedBytes();

      assertThat(after - before).isBetween(0L, 20_000L);
      assertThat(vitals.totals("now").orElseThrow().compileMillis()).isPresent();
    }
  }

  @Test
  void liveObjects_ofAJvmThatKeepsEightMebibytes_tellWhatTheyAre() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = VitalsLink.to(server)) {
      Map<String, Long> live = vitals.liveObjects("now");

      assertThat(live.get("byte[]")).isBetween(8L << 20, 24L << 20);
      assertThat(live).hasSizeGreaterThan(50).containsKey("java.lang.String");
    }
  }

  @Test
  void nativeMemory_tracked_isTold() throws Exception {
    try (LaunchedServer server = start(List.of("-XX:NativeMemoryTracking=summary"));
        Vitals vitals = VitalsLink.to(server)) {
      NativeMemory memory = vitals.nativeMemory("now").orElseThrow();

      assertThat(memory.committedBytes()).isGreaterThan(memory.threadCommittedBytes());
      assertThat(memory.threadCommittedBytes()).isPositive();
    }
  }

  @Test
  void nativeMemory_notTracked_isMissing() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = VitalsLink.to(server)) {
      assertThat(vitals.nativeMemory("now")).isEmpty();
    }
  }

  @Test
  void totals_afterTheServersEnd_sayThatItDied() throws Exception {
    try (LaunchedServer server = start(List.of());
        Vitals vitals = VitalsLink.to(server)) {
      ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();

      assertThatThrownBy(() -> vitals.totals("under load"))
          .isInstanceOf(LaunchFailure.class)
          .hasMessageStartingWith("the virtual server exited with 137 under load");
    }
  }

  @Test
  void to_attachingForbidden_saysWhy() throws Exception {
    try (LaunchedServer server = start(List.of("-XX:+DisableAttachMechanism"))) {
      assertThatThrownBy(() -> VitalsLink.to(server))
          .isInstanceOf(LaunchFailure.class)
          .hasMessageContaining("-XX:+DisableAttachMechanism forbids it");
    }
  }

  private LaunchedServer start(List<String> flags) throws Exception {
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(flags);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Sleeper.class.getName()));
    ServiceSpec service =
        ServiceSpec.program(
            "sleeper",
            directory,
            words,
            new Ready.Logs(Pattern.compile("^up"), Duration.ofSeconds(30)));
    return new ServerLauncher(children, told -> {})
        .start(
            new ServerOptions(
                service,
                Mode.VIRTUAL,
                Path.of(System.getProperty("java.home")),
                List.of("-Xmx64m"),
                List.of(),
                null,
                100),
            directory);
  }
}
