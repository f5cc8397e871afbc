package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.ServerLauncher.StartCommand;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
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
    assertThatThrownBy(() -> start("echo no such keystore; exit 3"))
        .isInstanceOf(LaunchFailure.class)
        .hasMessage(
            "the virtual server exited with 3 at start; its last lines:\n    no such keystore");
  }

  @Test
  void start_serverExitsSilently_saysSo() {
    assertThatThrownBy(() -> start("exit 1"))
        .hasMessage("the virtual server exited with 1 at start; it logged nothing");
  }

  @Test
  void start_serverHangs_killsItAndFails() {
    assertThatThrownBy(() ->
            start("echo pid $$; echo waiting for a lock; exec sleep 600", Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            failure -> {
              assertThat(failure.invalid().cause()).isEqualTo(Invalid.Reason.SERVER_NOT_READY);
              assertThat(failure)
                  .message()
                  .matches(
                      "the virtual server was not ready within 1 s and was killed: it has not written"
                          + " a line that matches \\^loomwatch-server ready ; its last lines:"
                          + "\n    pid \\d+\n    waiting for a lock");
              String pid = failure.invalid().detail().replaceAll("(?s).*pid (\\d+).*", "$1");
              assertThat(ProcessHandle.of(Long.parseLong(pid)))
                  .satisfiesAnyOf(
                      handle -> assertThat(handle).isEmpty(),
                      handle -> assertThat(handle.orElseThrow().isAlive()).isFalse());
            });
  }

  @Test
  void start_directoryThatIsNotThere_fails() {
    ServiceSpec elsewhere = service(List.of("/bin/true")).in(directory.resolve("gone"));

    assertThatThrownBy(
            () -> new ServerLauncher(children, told -> {}).start(options(elsewhere), directory))
        .isInstanceOf(LaunchFailure.class)
        .hasMessageStartingWith(
            "directory " + directory + "/gone must be there after the build, was not");
  }

  @Test
  void requireAlive_serverDiedLater_failsWithExitCodeAndLastLines() throws Exception {
    try (LaunchedServer server = start(READY + "echo out of memory; exit 137")) {
      ProcessHandle.of(server.pid()).ifPresent(handle -> handle.onExit().join());

      assertThatThrownBy(() -> server.requireAlive("under load"))
          .hasMessageStartingWith("the virtual server exited with 137 under load; its last lines:")
          .hasMessageEndingWith("\n    out of memory");
    }
  }

  @Test
  void close_serverIgnoringTerm_isKilled() throws Exception {
    LaunchedServer server = start("trap '' TERM; " + READY + "while :; do sleep 1; done");
    long pid = server.pid();

    server.close();

    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void keepOn_cpu_allThreadsAreThere() throws Exception {
    try (LaunchedServer server = start(READY + "while :; do sleep 1; done")) {
      server.keepOn(List.of(1));

      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/status")))
          .containsPattern("Cpus_allowed_list:\\s+1\n");
    }
  }

  @Test
  void keepOn_cpuThatIsNotThere_fails() throws Exception {
    try (LaunchedServer server = start(READY + "while :; do sleep 1; done")) {
      assertThatThrownBy(() -> server.keepOn(List.of(4_000)))
          .isInstanceOf(LaunchFailure.class)
          .hasMessage("the virtual server could not be kept on CPUs [4000] with taskset");
    }
  }

  @Test
  void keepOn_serverDiedMeanwhile_failsWithItsLastLines() throws Exception {
    try (LaunchedServer server = start(READY + "echo out of memory; exit 137")) {
      ProcessHandle.of(server.pid()).ifPresent(handle -> handle.onExit().join());

      assertThatThrownBy(() -> server.keepOn(List.of(0)))
          .hasMessageStartingWith("the virtual server exited with 137 at its start; ");
    }
  }

  @Test
  void start_exitsWithZero_saysThatItMustStay() {
    assertThatThrownBy(() -> start("sleep 60 & exit 0"))
        .hasMessage(
            "the virtual server exited with 0 at start (it must stay in the foreground);"
                + " it logged nothing");
  }

  @Test
  void close_serverWithChildren_endsThemToo() throws Exception {
    LaunchedServer server = start("sleep 600 & echo child $!; " + READY + "wait");
    String log = Files.readString(directory.resolve("server.log"));

    server.close();

    long child = Long.parseLong(log.replaceAll("(?s)child (\\d+).*", "$1"));
    ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
    assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void close_serverThatLeavesAChildBehind_endsItAndTellsOnce() throws Exception {
    List<String> told = new ArrayList<>();
    ServerLauncher launcher = new ServerLauncher(children, told::add);
    ServerOptions options =
        options(
            "(setsid sleep 603 &); sleep 0.2; " + READY + "exec sleep 604", Duration.ofSeconds(10));

    for (int launch = 0; launch < 2; launch++) {
      LaunchedServer server = launcher.start(options, directory);
      List<Long> tree = server.tree().orElseThrow().pids();
      assertThat(tree).hasSize(2);
      server.close();
      assertThat(tree).noneMatch(ProcessTree::runs);
    }

    assertThat(told)
        .containsExactly(
            "the virtual server left a process running when it ended: sleep 603; ended too (let it"
                + " stop what it starts, or begin a script's last command with exec)");
  }

  @Test
  void keepOn_serverWithChildren_theyAreThereToo() throws Exception {
    try (LaunchedServer server = start("sleep 600 & " + READY + "wait")) {
      server.keepOn(List.of(1));

      for (long pid : server.tree().orElseThrow().pids()) {
        assertThat(Files.readString(Path.of("/proc/" + pid + "/status")))
            .containsPattern("Cpus_allowed_list:\\s+1\n");
      }
    }
  }

  @Test
  void start_pathToAnswer_waitsForItsStatus() throws Exception {
    String program =
        "import sys, time, http.server as h\n"
            + "class H(h.BaseHTTPRequestHandler):\n"
            + "  def do_GET(self):\n"
            + "    self.send_response(204 if self.path == '/up' else 500); self.end_headers()\n"
            + "h.HTTPServer(('127.0.0.1', int(sys.argv[1])), H).serve_forever()\n";
    List<String> start = List.of("python3", "-c", program, "{port}");
    Ready up = new Ready.Answers("/up", 204, Duration.ofSeconds(20));
    try (LaunchedServer server =
        new ServerLauncher(children, told -> {})
            .start(options(ServiceSpec.program("s", directory, start, up)), directory)) {
      assertThat(server.isJvm()).isFalse();
      assertThat(server.timeToReady().orElseThrow()).isPositive();
    }
    Ready down = new Ready.Answers("/down", 200, Duration.ofSeconds(5));
    assertThatThrownBy(() ->
            new ServerLauncher(children, told -> {})
                .start(options(ServiceSpec.program("s", directory, start, down)), directory))
        .hasMessageContaining("was killed: /down answers 500 instead of 200");
  }

  @Test
  void command_ofJvm_hasItsFlagsAfterOursAndAfterItsTemporaryFolder() throws Exception {
    ServiceSpec service =
        service(
            List.of(
                "java",
                "-XX:+UseZGC",
                "-Djava.io.tmpdir=/dev/shm",
                "-jar",
                "a.jar",
                "--port={port}",
                "--mode={mode}"));
    ServerOptions options =
        new ServerOptions(
            service,
            Mode.VIRTUAL,
            Path.of("/jdk"),
            List.of("-Xmx64m", "-XX:+UseG1GC"),
            List.of(),
            null,
            100);

    List<String> words = StartCommand.of(options, 81, directory).words();

    assertThat(words)
        .startsWith(
            "/jdk/bin/java",
            "-Djava.io.tmpdir=" + directory.toAbsolutePath(),
            "-Xmx64m",
            "-XX:+UseZGC",
            "-Djava.io.tmpdir=/dev/shm")
        .endsWith("-jar", "a.jar", "--port=81", "--mode=virtual");
  }

  private LaunchedServer start(String script) throws Exception {
    return start(script, Duration.ofSeconds(10));
  }

  private LaunchedServer start(String script, Duration readyWithin) throws Exception {
    return new ServerLauncher(children, told -> {}).start(options(script, readyWithin), directory);
  }

  private ServerOptions options(String script, Duration readyWithin) {
    Ready ready = new Ready.Logs("^loomwatch-server ready ", readyWithin);
    return options(ServiceSpec.program("s", directory, List.of("/bin/sh", "-c", script), ready));
  }

  private ServiceSpec service(List<String> start) {
    return ServiceSpec.program("s", directory, start, Ready.LISTENING);
  }

  private static ServerOptions options(ServiceSpec service) {
    return new ServerOptions(
        service,
        Mode.VIRTUAL,
        Path.of(System.getProperty("java.home")),
        List.of(),
        List.of(),
        200,
        100);
  }

  @Test
  void environment_ofAScript_leadsToItsJdk() throws Exception {
    assertThat(environment(Map.of()))
        .containsEntry("JAVA_HOME", "/jdk")
        .hasEntrySatisfying("PATH", path -> assertThat(path).startsWith("/jdk/bin:"));
  }

  @Test
  void environment_thatTheServiceSets_stays() throws Exception {
    Map<String, String> own = Map.of("JAVA_HOME", "/own", "PATH", "/own/bin");

    assertThat(environment(own)).isEqualTo(own);
  }

  private Map<String, String> environment(Map<String, String> own) throws Exception {
    ServiceSpec service =
        ServiceSpec.program("s", directory, List.of("bin/shop", "{port}"), Ready.LISTENING)
            .with(own);
    ServerOptions options =
        new ServerOptions(service, Mode.PLATFORM, Path.of("/jdk"), List.of(), List.of(), null, 100);
    return StartCommand.of(options, 81, directory).environment();
  }
}
