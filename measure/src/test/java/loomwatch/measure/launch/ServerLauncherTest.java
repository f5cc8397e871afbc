package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Mode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that misbehave, played by shell scripts. */
class ServerLauncherTest {
  private static final String READY = "echo loomwatch-server ready port=1 mode=virtual pid=$$; ";

  @TempDir Path directory;
  private final Children children = new Children();

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void start_serverExits_failsWithItsLastLines() {
    assertThatThrownBy(() -> start("echo no such keystore; exit 3", Duration.ofSeconds(10)))
        .isInstanceOf(LaunchFailure.class)
        .hasMessage(
            "the virtual server exited with 3 at start; its last lines:\n    no such keystore");
  }

  @Test
  void start_serverExitsSilently_saysSo() {
    assertThatThrownBy(() -> start("exit 1", Duration.ofSeconds(10)))
        .hasMessage("the virtual server exited with 1 at start; it logged nothing");
  }

  @Test
  void start_serverHangs_killsItAndFails() {
    assertThatThrownBy(() ->
            start("echo pid $$; echo waiting for a lock; exec sleep 600", Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            failure -> {
              assertThat(failure.invalid().cause()).isEqualTo(Invalid.Cause.SERVER_NOT_READY);
              assertThat(failure)
                  .message()
                  .matches(
                      "the virtual server was not ready within 1 s and was killed; its last lines:"
                          + "\n    pid \\d+\n    waiting for a lock");
              String pid = failure.invalid().detail().replaceAll("(?s).*pid (\\d+).*", "$1");
              assertThat(ProcessHandle.of(Long.parseLong(pid)))
                  .satisfiesAnyOf(
                      handle -> assertThat(handle).isEmpty(),
                      handle -> assertThat(handle.orElseThrow().isAlive()).isFalse());
            });
  }

  @Test
  void requireAlive_serverDiedLater_failsWithExitCodeAndLastLines() throws Exception {
    try (Server server = start(READY + "echo out of memory; exit 137", Duration.ofSeconds(10))) {
      ProcessHandle.of(server.pid()).ifPresent(handle -> handle.onExit().join());

      assertThatThrownBy(() -> server.requireAlive("under load"))
          .hasMessageStartingWith("the virtual server exited with 137 under load; its last lines:")
          .hasMessageEndingWith("\n    out of memory");
    }
  }

  @Test
  void close_serverIgnoringTerm_isKilled() throws Exception {
    Server server =
        start("trap '' TERM; " + READY + "while :; do sleep 1; done", Duration.ofSeconds(10));
    long pid = server.pid();

    server.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void keepOn_cpu_allThreadsAreThere() throws Exception {
    try (Server server = start(READY + "while :; do sleep 1; done", Duration.ofSeconds(10))) {
      server.keepOn(List.of(1));

      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/status")))
          .containsPattern("Cpus_allowed_list:\\s+1\n");
    }
  }

  @Test
  void keepOn_cpuThatIsNotThere_fails() throws Exception {
    try (Server server = start(READY + "while :; do sleep 1; done", Duration.ofSeconds(10))) {
      assertThatThrownBy(() -> server.keepOn(List.of(4_000)))
          .isInstanceOf(LaunchFailure.class)
          .hasMessage("the virtual server could not be kept on CPUs [4000] with taskset");
    }
  }

  @Test
  void keepOn_serverDiedMeanwhile_failsWithItsLastLines() throws Exception {
    try (Server server = start(READY + "echo out of memory; exit 137", Duration.ofSeconds(10))) {
      ProcessHandle.of(server.pid()).ifPresent(handle -> handle.onExit().join());

      assertThatThrownBy(() -> server.keepOn(List.of(0)))
          .hasMessageStartingWith("the virtual server exited with 137 at its start; ");
    }
  }

  @Test
  void command_temporaryFiles_goWhereTheLogIs() throws Exception {
    assertThat(ServerLauncher.command(options(), directory))
        .contains("-Djava.io.tmpdir=" + directory.toAbsolutePath());
  }

  private Server start(String script, Duration readyWithin) throws Exception {
    return new ServerLauncher(children, readyWithin)
        .await(List.of("/bin/sh", "-c", script), options(), directory);
  }

  private static ServerOptions options() {
    return new ServerOptions(
        Mode.VIRTUAL,
        Path.of(System.getProperty("java.home")),
        "",
        List.of(),
        List.of(),
        200,
        100,
        null);
  }
}
