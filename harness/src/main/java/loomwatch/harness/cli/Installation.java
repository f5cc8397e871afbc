package loomwatch.harness.cli;

import java.nio.file.Path;

/**
 * Where things are in the checkout the launcher started from.
 *
 * @param root the checkout
 */
record Installation(Path root) {

  /** As the launcher told, or the working directory. */
  static Installation ofLauncher() {
    return new Installation(Path.of(System.getProperty("loomwatch.root", ".")).toAbsolutePath());
  }

  String serverClassPath() {
    return root.resolve("server/target/app") + "/*";
  }

  String jmhClassPath() {
    return root.resolve("jmh/target/app") + "/*";
  }

  Path thresholds() {
    return root.resolve("thresholds.yaml");
  }

  /** Where runs go unless told otherwise. */
  Path out() {
    return root.resolve("out");
  }
}
