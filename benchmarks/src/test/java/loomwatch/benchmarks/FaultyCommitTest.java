package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import loomwatch.benchmarks.FaultyCommit.CodeFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultyCommitTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @ParameterizedTest
  @EnumSource
  void of_eachFault_changesHelloAlone(CodeFault fault) throws Exception {
    String commit = FaultyCommit.of(ROOT, fault.label(), fault.patch());

    assertThat(git("diff", "--name-only", "HEAD", commit))
        .isEqualTo("server/src/main/java/loomwatch/server/workload/Hello.java");
    assertThat(git("log", "-1", "--format=%s", commit)).isEqualTo("fault: " + fault.label());
  }

  private static String git(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 3];
    command[0] = "git";
    command[1] = "-C";
    command[2] = ROOT.toString();
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    Process process = new ProcessBuilder(command).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
