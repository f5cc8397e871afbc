package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that a release holds as install.sh; a folder stands in for GitHub's releases. */
class InstallTest {
  private static final Path SCRIPT = Loomwatch.ROOT.resolve(".github/install");

  @TempDir Path temporary;
  private Path directory;
  private Path home;
  private Path bin;
  private Path releases;

  @BeforeEach
  void release() throws Exception {
    directory = temporary.toRealPath();
    home = Files.createDirectories(directory.resolve("home"));
    bin = Files.createDirectories(directory.resolve("bin"));
    releases = directory.resolve("releases");
    program("gh", "exit 1");
    publish("1.0.0", "latest/download");
    publish("1.0.0", "download/v1.0.0");
  }

  @Test
  void install_newest_canBeStartedAndSaysWhatWasNotVerified() throws Exception {
    Ended ended = install();

    assertThat(ended.said())
        .containsSubsequence(
            "loomwatch: fetching file://" + releases + "/latest/download/loomwatch.tar.gz",
            "Who built it was not verified: that takes gh",
            "loomwatch: installed version 1.0.0 in " + installed(),
            home + "/.local/bin is not on the PATH",
            "loomwatch: next: loomwatch demo");
    assertThat(ended.exitCode()).isZero();
    assertThat(version()).isEqualTo("1.0.0");
  }

  @Test
  void install_newerOrNamed_replacesWhatWasThere() throws Exception {
    install();
    publish("1.1.0", "latest/download");

    install();
    assertThat(version()).isEqualTo("1.1.0");
    install();
    assertThat(version()).isEqualTo("1.1.0");
    install("1.0.0");
    assertThat(version()).isEqualTo("1.0.0");
    installed();
  }

  @Test
  void install_newer_leavesWhatMeasures() throws Exception {
    install();
    Path old = installed();
    Process measuring =
        new ProcessBuilder("sh", "-c", "read line", "-Dloomwatch.root=" + old).start();
    try {
      publish("1.1.0", "latest/download");
      install();

      assertThat(old).exists();
      assertThat(version()).isEqualTo("1.1.0");
    } finally {
      measuring.destroy();
    }
  }

  /** Killed while it unpacks, and an archive that is not the one of its checksum. */
  @ParameterizedTest
  @CsvSource({
    "'kill -KILL $PPID', 1.1.0, 137, fetching",
    "'exit 2', 1.1.0, 2, fetching",
    "'', 1.1.1, 70, must have the checksum beside it",
    "'', 1.2.0, 70, could not be fetched",
    "'', v1.1.0, 64, the version must be such as 1.2.0",
  })
  void install_thatFails_leavesTheOldVersion(String tar, String newer, int code, String message)
      throws Exception {
    install();
    publish("1.1.0", "download/v1.1.0");
    Files.writeString(publish("1.1.1", "download/v1.1.1"), "damaged");
    if (!tar.isEmpty()) {
      program("tar", tar);
    }

    Ended ended = install(newer);

    assertThat(ended.said()).contains(message);
    assertThat(ended.exitCode()).isEqualTo(code);
    assertThat(version()).isEqualTo("1.0.0");
    installed();
  }

  @Test
  void install_ofWhatGitHubDoesNotAttest_isRefused() throws Exception {
    program("gh", "[ \"$2\" != verify ] || [ \"$3\" = --help ]");

    Ended ended = install();

    assertThat(ended.said()).endsWith("do not use it, and tell its owner\n");
    assertThat(ended.exitCode()).isEqualTo(70);
    assertThat(home.resolve(".local/bin/loomwatch")).doesNotExist();
  }

  @Test
  void install_ofWhatGitHubAttests_saysSo() throws Exception {
    program("gh", "exit 0");

    assertThat(install().said()).contains("GitHub attests that OWNER/loomwatch built it");
  }

  @Test
  void install_onAnotherSystem_namesTheContainer() throws Exception {
    program("uname", "echo Darwin");

    Ended ended = install();

    assertThat(ended.said())
        .startsWith("loomwatch: Loomwatch measures on Linux, this is Darwin.")
        .contains("docker build ", "docker run ");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(home).isEmptyDirectory();
  }

  private record Ended(int exitCode, String said) {}

  /** As piped to a shell. */
  private Ended install(String... version) throws Exception {
    List<String> command =
        Stream.concat(Stream.of("bash", "-s", "--"), Stream.of(version)).toList();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectInput(SCRIPT.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("LOOMWATCH_RELEASES", "file://" + releases);
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  private String version() throws Exception {
    return Loomwatch.command(home.resolve(".local/bin/loomwatch").toString());
  }

  /** The only version there, by its folder. */
  private Path installed() throws IOException {
    try (Stream<Path> found = Files.list(home.resolve(".local/share/loomwatch"))) {
      List<Path> all = found.toList();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }

  private Path publish(String version, String where) throws Exception {
    Path packed = Files.createDirectories(directory.resolve("packing/loomwatch"));
    Files.writeString(packed.resolve("release"), "version=" + version + "\n");
    executable(packed.resolve("loomwatch"), "echo " + version);
    Path into = Files.createDirectories(releases.resolve(where));
    Path archive = into.resolve("loomwatch.tar.gz");
    Loomwatch.command(
        "sh",
        "-c",
        "tar -czf '%s' -C '%s' loomwatch && cd '%s' && sha256sum %4$s > %4$s.sha256"
            .formatted(archive, packed.getParent(), into, "loomwatch.tar.gz"));
    return archive;
  }

  private void program(String name, String script) throws IOException {
    executable(bin.resolve(name), script);
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
