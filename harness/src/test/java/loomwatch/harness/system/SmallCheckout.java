package loomwatch.harness.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * A repository as small as a comparison takes one, and a script in Maven's place which "builds" the
 * server and the suite of the real checkout, with the small one's files beside them: a comparison
 * in seconds, of real servers. Sources with BROKEN in them do not compile; with ENDLESS, never end.
 */
final class SmallCheckout {
  private static final String MAVEN =
      """
      #!/bin/sh
      if grep -rqs BROKEN server/src; then
        echo "[ERROR] COMPILATION ERROR : "
        echo "[ERROR] $PWD/server/src/main/java/loomwatch/server/Mark.class:[3,5] cannot find symbol"
        echo "  symbol:   class BROKEN"
        echo "[ERROR] -> [Help 1]"
        exit 1
      fi
      if grep -rqs ENDLESS server/src; then
        echo $$ > %1$s/pid.new
        mv %1$s/pid.new %1$s/pid
        exec sleep 600
      fi
      for module in server jmh; do
        mkdir -p $module/target
        cp -r %2$s/$module/target/app $module/target/app
        jar=$PWD/$module/target/app/mark.jar
        (cd $module/src/main/java && python3 -m zipfile -c $jar loomwatch)
      done
      """;

  final Path root;
  private final Path bin;

  /** With one commit on the branch main. */
  SmallCheckout(Path directory) throws IOException, InterruptedException {
    root = Files.createDirectories(directory.resolve("checkout"));
    bin = Files.createDirectories(directory.resolve("bin"));
    Path maven = Files.writeString(bin.resolve("mvn"), MAVEN.formatted(directory, Loomwatch.ROOT));
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.copy(Loomwatch.ROOT.resolve("thresholds.yaml"), root.resolve("thresholds.yaml"));
    write("pom.xml", "<tomcat.version>11.0.25</tomcat.version>");
    for (String module : List.of("server", "jmh")) {
      write(module + "/pom.xml", "<project/>");
      mark(module, "1");
    }
    Loomwatch.git(root, "init", "-q", "-b", "main");
    Loomwatch.commit(root, "begin");
  }

  /** Changes what a module is made of, in the working tree. */
  void mark(String module, String text) throws IOException {
    write("%s/src/main/java/loomwatch/%s/Mark.class".formatted(module, module), text);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text + "\n");
  }

  /** Loomwatch on it, telling its steps. */
  Loomwatch loomwatch(Path directory) {
    return new Loomwatch(directory)
        .tellingSteps()
        .of(root, Map.of("PATH", bin + ":" + System.getenv("PATH")));
  }
}
