package loomwatch.harness.job;

import java.nio.file.Path;

/**
 * Where things are in the checkout the launcher started from.
 *
 * @param root the checkout
 * @param out where runs go unless told otherwise, and where the store and the link to the latest
 *     are
 */
public record Installation(Path root, Path out) {

  /** As the launcher told, or the working directory. */
  public static Installation ofLauncher() {
    Path root = Path.of(System.getProperty("loomwatch.root", ".")).toAbsolutePath();
    String out = System.getProperty("loomwatch.out");
    return new Installation(root, out == null ? root.resolve("out") : Path.of(out));
  }

  public String serverClassPath() {
    return root.resolve("server/target/app") + "/*";
  }

  String jmhClassPath() {
    return root.resolve("jmh/target/app") + "/*";
  }

  /** The sources of the site's pages. */
  public Path pages() {
    return root.resolve("gh-pages");
  }

  public Path thresholds() {
    return root.resolve("thresholds.yaml");
  }
}
