package loomwatch.harness.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A JDK's home in which a shell script stands for {@code java}. */
final class FakeJdk {
  private FakeJdk() {}

  /**
   * One whose servers do what the script says, and which is the real one otherwise.
   *
   * @return its home
   */
  static Path whoseServers(Path home, String script) throws IOException {
    return at(
        home,
        Runtime.version().toString(),
        """
        case "$*" in *" loomwatch.server.Main "*) %s ;; esac
        exec %s/bin/java "$@"
        """
            .formatted(script, System.getProperty("java.home")));
  }

  /** One of that version. */
  static Path at(Path home, String version, String script) throws IOException {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("release"),
        """
        IMPLEMENTOR="Fake"
        JAVA_RUNTIME_VERSION="%1$s"
        JAVA_VERSION="%1$s"
        """
            .formatted(version));
    return home;
  }
}
