package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Servers that never become ready. One that hangs is in ServerLauncherTest: it takes 30 s. */
@ResourceLock("cpus")
class BadServerTest {
  @TempDir Path directory;

  @Test
  void run_serverExitsAtStart_isInvalidWithItsLastLines() throws Exception {
    Path jdk =
        FakeJdk.whoseServers(directory.resolve("jdk"), "echo no such keystore; echo bye; exit 3");
    Path out = directory.resolve("run");

    Loomwatch.Ended ended =
        new Loomwatch(directory)
            .run(
                "run",
                "--profile",
                "trial",
                "--scenario",
                "hello",
                "--json",
                "--jdk",
                jdk.toString(),
                "--out",
                out.toString());

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
    for (String mode : new String[] {"platform", "virtual"}) {
      assertThat(ended.err())
          .contains(
              "  invalid: hello %1$s round 1: server-not-ready: the %1$s server exited with 3 at"
                      .formatted(mode)
                  + " start; its last lines:\n    no such keystore\n    bye\n");
    }
    assertThat(new ObjectMapper().readTree(ended.out()).path("verdict").asText())
        .isEqualTo("invalid");
    assertThat(out.resolve("record.json")).exists();
    assertThat(out.resolve("report.md")).exists();
  }
}
