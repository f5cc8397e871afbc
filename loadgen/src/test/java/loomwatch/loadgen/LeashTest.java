package loomwatch.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeashTest {
  @Test
  void command_anyProgram_keepsTheProcessIdAndExitCode() throws Exception {
    Process process = start("echo $$; exit 7");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(Long.toString(process.pid()));
      assertThat(process.waitFor()).isEqualTo(7);
    }
  }

  @Test
  void command_pipeClosed_programIsKilled() throws Exception {
    Process process = start("sleep 600");

    process.getOutputStream().close();

    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  /** One that moved away from it, to a session of its own and with its parent gone. */
  @Test
  void command_pipeClosed_whatTheProgramStartedIsKilledToo() throws Exception {
    Process process = start("(setsid sh -c 'echo $$; exec sleep 600' &); exec sleep 600");
    long daemon = Long.parseLong(process.inputReader().readLine());
    ProcessHandle handle = ProcessHandle.of(daemon).orElseThrow();

    process.getOutputStream().close();

    assertThat(handle.onExit().get(10, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  private static Process start(String script) throws Exception {
    return new ProcessBuilder(Leash.command(List.of("/bin/sh", "-c", script))).start();
  }
}
