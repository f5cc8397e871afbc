package loomwatch.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The image of Loomwatch itself, built once of the archive that a release would be. */
final class LoomwatchImage {
  private static final String NAME = "loomwatch:test";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** What is packed of a checkout, and what packs it. */
  private static final List<String> PACKED =
      List.of(
          "loomwatch",
          ".ci",
          ".github/install",
          "LICENSE",
          "thresholds.yaml",
          "docs",
          "gh-pages",
          "container/as-owner",
          "container/loomwatch.Dockerfile",
          "harness/target/app",
          "server/target/app",
          "server/target/webapp");

  private static @Nullable String built;

  private LoomwatchImage() {}

  /** Its name. */
  static synchronized String name() {
    if (built == null) {
      BaseImage.Tooled base = BaseImage.tooled();
      try {
        Path checkout = Files.createTempDirectory("loomwatch-packed");
        pack(checkout);
        // The archive is the context, as where Docker fetches it.
        Docker.get()
            .tell(
                "sh",
                "-c",
                "docker build --tag=%s --build-arg=JDK=%s %s --file=loomwatch/Dockerfile - < '%s'"
                    .formatted(
                        NAME,
                        base.name(),
                        base.hasPrograms() ? "--build-arg=PACKAGES=" : "",
                        checkout.resolve("target/release/loomwatch.tar.gz")));
        Programs.tell(Map.of(), List.of("rm", "-rf", checkout.toString()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      built = NAME;
    }
    return built;
  }

  /** Packs what this checkout was built to, by its launcher, with a script in Maven's place. */
  private static void pack(Path checkout) throws IOException {
    for (String part : PACKED) {
      Path to = Files.createDirectories(checkout.resolve(part).getParent());
      Programs.tell(Map.of(), List.of("cp", "-r", ROOT.resolve(part).toString(), to.toString()));
    }
    for (String source : List.of("pom.xml", ".mvn/maven.config", "server/src/main/A")) {
      Files.createDirectories(checkout.resolve(source).getParent());
      Files.writeString(checkout.resolve(source), "");
    }
    Files.writeString(checkout.resolve("server/pom.xml"), "");
    Files.writeString(checkout.resolve(".gitignore"), "target/\nbin/\n");
    Path maven = Files.createDirectories(checkout.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    commit(checkout, "begin");
    Programs.tell(
        Map.of("PATH", maven.getParent() + ":" + System.getenv("PATH")),
        List.of(checkout.resolve("loomwatch").toString(), "package", "1.0.0"));
  }

  /** Commits all of a folder, in a repository of its own. */
  static void commit(Path folder, String message) {
    String git = "git -C '%s' -c user.name=T -c user.email=t@example.org ".formatted(folder);
    Programs.tell(
        Map.of(),
        List.of(
            "sh",
            "-c",
            git + "init -q -b main && " + git + "add --all && " + git + "commit -q -m " + message));
  }
}
