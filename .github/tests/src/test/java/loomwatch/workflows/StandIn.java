package loomwatch.workflows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The harness, with what stands in for its measuring, as it starts fastest: workflows start it
 * often, mostly to load classes.
 */
final class StandIn {
  private static final Path TARGET = Repository.ROOT.resolve("harness/target");
  private static final Path JAR = TARGET.resolve("stand-in.jar");
  private static final Path ARCHIVE = TARGET.resolve("stand-in.jsa");

  static {
    try {
      rehearse();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("no archive of the command line's classes", e);
    }
  }

  private StandIn() {}

  /** A command line, for a shell, that lacks the class to start. */
  static List<String> command(String... options) {
    List<String> command = java("-XX:SharedArchiveFile=" + ARCHIVE);
    command.addAll(List.of(options));
    return command;
  }

  /** Made once: two that make it at once would be in each other's way. */
  private static void rehearse() throws IOException, InterruptedException {
    // No folder may be on the class path of what is archived.
    Tools.tell(
        TARGET,
        Map.of(),
        tool("jar"),
        "--create",
        "--file",
        JAR.toString(),
        "-C",
        TARGET + "/test-classes",
        ".");
    Path scratch = TARGET.resolve("rehearsal");
    Tools.tell(TARGET, Map.of(), "rm", "-rf", scratch.toString());
    List<String> command = java("-XX:ArchiveClassesAtExit=" + ARCHIVE);
    command.addAll(
        List.of(
            "-Dloomwatch.root=" + Repository.ROOT,
            "loomwatch.harness.github.StandInMain",
            "rehearse",
            scratch.toString()));
    Map<String, String> nobody =
        Map.of("GITHUB_TOKEN", "none", "GITHUB_API_URL", "http://127.0.0.1:1");
    Tools.tell(TARGET, nobody, command.toArray(String[]::new));
  }

  private static List<String> java(String archive) {
    return new ArrayList<>(
        List.of(
            tool("java"),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xlog:disable",
            "-Xlog:all=off",
            archive,
            "-Dloomwatch.modules=" + Repository.ROOT,
            "-cp",
            TARGET + "/app/*:" + JAR));
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
