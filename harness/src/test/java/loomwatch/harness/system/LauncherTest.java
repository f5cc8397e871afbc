package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script at the root, as far as it can be tried without building anew. */
class LauncherTest {
  @TempDir Path directory;

  @Test
  void launcher_jdkTooOld_exits64NamingWhatItFound() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path javac = Files.writeString(bin.resolve("javac"), "#!/bin/sh\necho javac 17.0.12\n");
    Files.setPosixFilePermissions(javac, PosixFilePermissions.fromString("rwxr-xr-x"));

    ProcessBuilder launcher =
        new ProcessBuilder(Loomwatch.ROOT.resolve("loomwatch").toString(), "doctor");
    launcher.environment().put("LOOMWATCH_JDK", directory.toString());
    Process process = launcher.start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err)
        .isEqualTo(
            "loomwatch: LOOMWATCH_JDK="
                + directory
                + " must be the home of a JDK >= 21 with javac, was JDK 17\n");
  }

  @Test
  void launcher_testOfUnknownModule_exits64() throws Exception {
    Process process =
        new ProcessBuilder(Loomwatch.ROOT.resolve("loomwatch").toString(), "test", "sever").start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err)
        .isEqualTo(
            "loomwatch: test takes no argument or one module (server, results, loadgen, jmh, gate,"
                + " harness), was 'sever'\n");
  }
}
