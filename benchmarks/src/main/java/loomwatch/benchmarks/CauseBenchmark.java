package loomwatch.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.benchmarks.FaultyCommit.CodeFault;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the last commit with each injected fault, searches for causes several times, and then
 * does so for the commit compared with itself. Existing results are reused.
 */
final class CauseBenchmark {
  private static final String NAMED = "%-16s %4s %13s %13s%n";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SetUp setUp;
  private final PrintStream out;
  private final Launcher loomwatch;

  /**
   * The configuration.
   *
   * @param folder directory of results
   * @param tries searches for each fault
   * @param itself searches for the commit compared with itself
   * @param pinningJdk JDK in which a monitor pins its carrier
   */
  record SetUp(Path root, Path folder, int tries, int itself, String pinningJdk) {}

  private CauseBenchmark(SetUp setUp, PrintStream out) {
    this.setUp = setUp;
    this.out = out;
    this.loomwatch = new Launcher(setUp.root(), setUp.root());
  }

  /** Runs the benchmark and prints a line for each fault. */
  static void run(SetUp setUp, PrintStream out) throws IOException, InterruptedException {
    Files.createDirectories(setUp.folder());
    new CauseBenchmark(setUp, out).all();
  }

  private void all() throws IOException, InterruptedException {
    out.printf(NAMED, "fault", "of", "named first", "first three");
    for (CodeFault fault : CodeFault.values()) {
      row(fault, causes(fault.label(), setUp.tries(), comparison(fault)));
    }
    List<List<String>> named = causes("itself", setUp.itself(), withItself());
    long silent = named.stream().filter(List::isEmpty).count();
    out.printf("%-16s %4d, no cause in %d%n", "itself", named.size(), silent);
  }

  private void row(CodeFault fault, List<List<String>> named) {
    out.printf(NAMED, fault.label(), named.size(), among(named, fault, 1), among(named, fault, 3));
  }

  private static long among(List<List<String>> named, CodeFault fault, int first) {
    return named.stream().filter(one -> one.stream().limit(first).anyMatch(fault::isAt)).count();
  }

  /** Uses a short profile, because the verdict is not tested. */
  private List<String> withItself() throws IOException, InterruptedException {
    String last = "ref=" + FaultyCommit.last(setUp.root());
    return List.of(
        "--aa", "--base", last, "--head", last, "--scenario", "hello", "--profile", "smoke");
  }

  private List<String> comparison(CodeFault fault) throws IOException, InterruptedException {
    String jdk = fault == CodeFault.PIN ? ",jdk=" + setUp.pinningJdk() : "";
    String faulty = FaultyCommit.of(setUp.root(), fault.label(), fault.patch());
    return List.of(
        "--base",
        "ref=" + faulty + "^" + jdk,
        "--head",
        "ref=" + faulty + jdk,
        "--scenario",
        "hello",
        "--mode",
        fault.mode().label());
  }

  /** Returns the methods named by each search, the best first. */
  private List<List<String>> causes(String label, int tries, List<String> comparison)
      throws IOException, InterruptedException {
    List<List<String>> named = new ArrayList<>();
    Path compared = setUp.folder().resolve(label);
    if (tries > 0 && !Files.exists(compared.resolve("verdict.json"))) {
      List<String> command = new ArrayList<>(List.of("compare", "--no-why"));
      command.addAll(comparison);
      command.addAll(List.of("--out", compared.toString()));
      loomwatch.run(command, setUp.folder().resolve(label + ".txt"), Launcher.VALID);
    }
    for (int i = 1; i <= tries; i++) {
      Path kept = setUp.folder().resolve(label + "-" + i + ".json");
      if (!Files.exists(kept)) {
        Path unfinished = setUp.folder().resolve("unfinished.json");
        loomwatch.run(List.of("why", "--json", compared.toString()), unfinished, Launcher.VALID);
        Files.move(unfinished, kept, StandardCopyOption.REPLACE_EXISTING);
      }
      named.add(methods(kept));
    }
    return named;
  }

  private static List<String> methods(Path causes) throws IOException {
    List<String> methods = new ArrayList<>();
    for (JsonNode cause : JSON.readTree(causes.toFile()).path("causes")) {
      methods.add(cause.path("method").asText());
    }
    return methods.stream().distinct().toList();
  }

  @Command(
      name = "bench-causes",
      mixinStandardHelpOptions = true,
      description = {
        "Proves how often the method that made it worse is named, and how often one that did not.",
        "",
        "Puts eight kinds of faults into the last commit, one at a time, compares, and asks why. Takes"
            + " two hours. Stopped at any time, the same command goes on.",
        ""
      })
  static final class BenchCausesCommand implements Callable<Integer> {
    @Option(
        names = "--tries",
        paramLabel = "N",
        defaultValue = "5",
        description = "How often it asks why of each fault; default ${DEFAULT-VALUE}.")
    private int tries = 5;

    @Option(
        names = "--itself",
        paramLabel = "N",
        defaultValue = "20",
        description =
            "How often of the commit compared with itself, in both modes; default ${DEFAULT-VALUE}.")
    private int itself = 20;

    @Option(
        names = "--pinning-jdk",
        paramLabel = "JDK",
        defaultValue = "21",
        description = "In which a monitor pins: a version or a home; default ${DEFAULT-VALUE}.")
    private String pinningJdk = "21";

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Keeps comparisons and causes; default out/bench-causes.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (tries < 0 || itself < 0 || tries + itself == 0) {
        throw new UsageException("--tries and --itself must be 0 or more, and not both 0");
      }
      Installation installation = Installation.ofLauncher();
      Path folder = out == null ? installation.out().resolve("bench-causes") : out.toAbsolutePath();
      run(new SetUp(installation.root(), folder, tries, itself, pinningJdk), System.out);
      return ExitCode.PASS;
    }
  }
}
