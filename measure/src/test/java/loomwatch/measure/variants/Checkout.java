package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.measure.launch.Children;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;

/**
 * A repository as small as the builder takes one, in a temporary directory, with a shell script in
 * Maven's place: it packs the files of a module into a jar, and refuses files with BROKEN in them.
 */
final class Checkout {
  private static final String BUILD =
      """
      #!/bin/sh
      echo "$PWD" >> %1$s/builds
      for argument in "$@"; do
        case "$argument" in -Dtomcat.version=*) version="${argument#*=}" ;; esac
      done
      if [ ! -e %1$s/tomcat-$version.jar ]; then
        echo "[ERROR] Failed to execute goal on project server: Could not resolve dependencies for\
       project x: Could not find artifact org.apache.tomcat.embed:tomcat-embed-core:jar:$version in\
       central (an address) -> [Help 1]"
        exit 1
      fi
      needs=$(grep -rhoE 'NEEDS-[0-9.]+' server jmh)
      if grep -rq BROKEN server jmh || [ "${needs:-NEEDS-$version}" != "NEEDS-$version" ]; then
        echo "[ERROR] COMPILATION ERROR : "
        echo "[ERROR] $PWD/server/src/main/Hello.java:[3,5] cannot find symbol"
        echo "  symbol:   class BROKEN"
        echo "[ERROR] "
        echo "[ERROR] Re-run Maven using the -X switch to enable full debug logging."
        exit 1
      fi
      for module in server jmh; do
        mkdir -p $module/target/app
        cp %1$s/tomcat-$version.jar $module/target/app/tomcat-embed-core-$version.jar
        "$JAVA_HOME/bin/jar" --create --file $module/target/app/$module.jar\
       -C $module/src/main/java loomwatch
      done
      cp server/target/app/server.jar jmh/target/app/
      """;

  final Path root;
  final Path out;
  final List<String> progress = new ArrayList<>();
  private final Path directory;
  private final Children children = new Children();

  private Checkout(Path directory) {
    this.directory = directory;
    this.root = directory.resolve("checkout");
    this.out = directory.resolve("out");
  }

  /** With one commit on the branch main. */
  static Checkout in(Path temporary) throws Exception {
    Checkout checkout = new Checkout(temporary.toRealPath());
    Files.createDirectories(checkout.root);
    checkout.git("init", "-q", "-b", "main");
    checkout.write(".gitignore", "target/\n");
    checkout.write("pom.xml", "<tomcat.version>11.0.25</tomcat.version>\n");
    checkout.write("README.md", "read me\n");
    for (String module : List.of("server", "jmh")) {
      checkout.write(module + "/pom.xml", "<project/>\n");
      checkout.write(
          "%s/src/main/java/loomwatch/%s/Main.class".formatted(module, module), module + " 1\n");
    }
    checkout.commit("begin");
    checkout.tomcat("11.0.25");
    checkout.tomcat("10.1.59");
    Path build = checkout.directory.resolve("build.sh");
    Files.writeString(build, BUILD.formatted(checkout.directory));
    Files.setPosixFilePermissions(build, PosixFilePermissions.fromString("rwxr-xr-x"));
    return checkout;
  }

  private void tomcat(String version) throws IOException {
    Jars.write(
        directory.resolve("tomcat-" + version + ".jar"),
        Map.of("org/apache/tomcat/Version.class", version),
        Map.of("Implementation-Version", version));
  }

  void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Returns the commit's id. */
  String commit(String message) throws Exception {
    git("add", "--all");
    git(
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.org",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        message);
    return git("rev-parse", "HEAD");
  }

  String git(String... arguments) throws Exception {
    return new Git(root).tell(arguments);
  }

  BuiltVariants build(String base, String head) throws IOException, InterruptedException {
    return variants(root, directory.resolve("build.sh").toString())
        .build(VariantSpec.parse("--base", base), VariantSpec.parse("--head", head));
  }

  Variants variants(Path from, String build) {
    return Variants.ofShipped(from, out, build, children, progress::add);
  }

  /** This checkout as it was made before, possibly by another process. */
  static Checkout existing(Path temporary) throws IOException {
    return new Checkout(temporary.toRealPath());
  }

  /** Where the script was run, once for each build. */
  List<String> builds() throws IOException {
    Path builds = directory.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  /** What there is in the cache now, results, logs and working directories. */
  List<String> cached() {
    String[] names = out.resolve("variants").toFile().list();
    assertThat(names).isNotNull();
    return List.of(names).stream().sorted().toList();
  }
}
