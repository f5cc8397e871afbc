package loomwatch.harness.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.ChildCommand.Ended;
import loomwatch.harness.cli.SharedOptions.BudgetConverter;
import loomwatch.harness.cli.SharedOptions.ComparisonOptions;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.launch.Children;
import loomwatch.measure.variants.Artifact;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.MavenVersions;
import loomwatch.measure.variants.NewerVersions;
import loomwatch.measure.variants.NewerVersions.Newer;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.reporting.report.Headline;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "upgrade",
    description = {
      "Which upgrades work, and what does each cost or save?",
      "",
      "Compares the service as it is with the same service and one newer version, for each --to alone,"
          + " then with all that neither failed nor regressed together. Writes upgrade.md, upgrade.json and a"
          + " directory for each comparison. Where one version regressed, a bundle.zip in it is for the"
          + " maintainers: figures, causes, and nothing of your code. Stopped at any time, the same command goes on after the"
          + " finished ones.",
      "",
      "Without --to it tries what is newer: JDKs of this machine, and the newest patch and minor release"
          + " of Tomcat and Spring Boot that the build's own Maven finds. Other libraries are named with"
          + " --dep. Those that are not finished, such as M1 or RC, are left out.",
      "",
      "The exit code is 0 when none regressed, else 1; 66 when none could be built and started."
    },
    footer = {
      "  ./loomwatch upgrade --budget 2h",
      "  ./loomwatch upgrade --dep com.zaxxer:HikariCP --list",
      "  ./loomwatch upgrade --to boot=3.5.6 --to tomcat=10.1.50 --to jdk=25",
      "  ./loomwatch upgrade --to dep=com.zaxxer:HikariCP:7.0.2 --profile smoke"
    })
final class UpgradeCommand implements Callable<Integer> {
  @Option(
      names = "--to",
      paramLabel = "SPEC",
      description =
          "A newer version: boot=, tomcat=, jdk= or dep=, as compare takes them. Several are tried one"
              + " by one and together.")
  private List<String> specs = List.of();

  @Option(
      names = "--dep",
      paramLabel = "G:A",
      description =
          "Look also for newer versions of this library: the newest patch, minor and major release.")
  private List<String> libraries = List.of();

  @Option(names = "--list", description = "Print the newer versions that are found, and end.")
  private boolean listed;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description =
          "Begin no comparison that would last beyond it, if it takes as long as the longest so far;"
              + " such as 2h.")
  private @Nullable Duration budget;

  @Option(
      names = "--ref",
      paramLabel = "REV",
      defaultValue = ".",
      description = "The revision to upgrade; default: the working tree.")
  private String ref = ".";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where comparisons are kept. Default: upgrade in the output folder.")
  private @Nullable Path out;

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private ComparisonOptions comparison = new ComparisonOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  private Revision revision = new Revision("", true);
  private final long begun = System.nanoTime();
  private long longestNanos;

  /** How one upgrade ended. */
  private record Tried(String spec, int exitCode, String outcome, String why, String directory) {
    /** Returns whether it may be part of all that are tried together. */
    boolean mayBeJoined() {
      return exitCode < ExitCode.USAGE && exitCode != ExitCode.REGRESSED;
    }
  }

  /** The file {@code upgrade.json}. */
  private record Upgrades(int schema, List<Tried> upgrades) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      return upgraded();
    } catch (NotTriedException e) {
      return e.exitCode;
    }
  }

  private int upgraded() throws IOException, InterruptedException {
    specs.forEach(UpgradeCommand::requireVersion);
    if (!specs.isEmpty() && (listed || !libraries.isEmpty())) {
      throw new UsageException("--list and --dep look for versions; leave them out with --to");
    }
    Installation installation = service.installation();
    revision =
        ref.equals(".")
            ? Revision.of(installation.project())
            : new Revision(Git.commit(installation.project(), ref), false);
    List<String> asked = specs.isEmpty() ? newer(installation) : specs;
    if (listed) {
      System.out.print(
          output.json() ? json(asked) : asked.stream().map(each -> each + "\n").collect(joining()));
      return ExitCode.PASS;
    }
    Path folder = out == null ? installation.out().resolve("upgrade") : out;
    Files.createDirectories(folder);
    List<Tried> tried = new ArrayList<>();
    for (String spec : asked) {
      tried.add(tried(installation, folder, spec));
    }
    List<String> good = tried.stream().filter(Tried::mayBeJoined).map(Tried::spec).toList();
    String all = together(good);
    if (good.stream().noneMatch(all::equals) && !all.isEmpty()) {
      tried.add(tried(installation, folder, all));
    }
    String table = table(tried);
    String json = json(new Upgrades(1, tried));
    AtomicFile.write(folder.resolve("upgrade.md"), table);
    AtomicFile.write(folder.resolve("upgrade.json"), json);
    System.out.print(output.json() ? json : table);
    if (tried.stream().anyMatch(each -> failed(each.exitCode()))
        && tried.stream().allMatch(each -> each.exitCode() >= ExitCode.USAGE)) {
      return ExitCode.NO_SERVICE;
    }
    return tried.stream().anyMatch(each -> each.exitCode() == ExitCode.REGRESSED)
        ? ExitCode.REGRESSED
        : ExitCode.PASS;
  }

  private static boolean failed(int code) {
    return code == ExitCode.NO_SERVICE || code == ExitCode.BAD_INPUT;
  }

  private static String json(Object facts) {
    return JsonFormat.write(StrictJson.WITH_NULLS, facts);
  }

  private List<String> newer(Installation installation) throws IOException, InterruptedException {
    List<Artifact> artifacts =
        libraries.stream()
            .map(each ->
                Artifact.of(each)
                    .orElseThrow(() ->
                        new UsageException(
                            "--dep must be GROUP:ARTIFACT, was '%s'; --to takes versions"
                                .formatted(each))))
            .toList();
    installation.hideFromGit();
    List<Newer> newer;
    try (Children children = new Children()) {
      VariantBuilder builder = new VariantBuilder(installation, children, OngoingMeasurement::say);
      VariantSpec now = VariantSpec.parse("--ref", base());
      Optional<MavenVersions> maven = builder.maven();
      if (maven.isEmpty()) {
        OngoingMeasurement.say(
            "only JDKs are looked for, as neither build nor pom.xml is of Maven; name others with --to");
      }
      newer =
          NewerVersions.than(
              builder.pair(now, now).base(), maven, artifacts, OngoingMeasurement::say);
    }
    OngoingMeasurement.say(
        "newer versions: "
            + (newer.isEmpty()
                ? "none"
                : newer.stream().map(Newer::toString).collect(joining(", "))));
    return newer.stream().map(Newer::spec).toList();
  }

  private static void requireVersion(String spec) {
    VariantSpec parsed = VariantSpec.parse("--to", spec);
    if (!parsed.flags().isEmpty()
        || parsed.ref() != null
        || parsed.url() != null
        || parsed.fault() != null) {
      throw new UsageException(
          "--to must name versions by boot=, tomcat=, jdk= or dep=, was '%s'; --ref names the revision"
              .formatted(spec));
    }
  }

  private Tried tried(Installation installation, Path folder, String spec)
      throws IOException, InterruptedException {
    Path directory = directory(installation, folder, spec);
    boolean stored = RunDirectory.isJudged(directory);
    if (!stored && !fits()) {
      return new Tried(spec, ExitCode.TRY_LATER, "not tried", "budget", "");
    }
    Ended ended = stored ? new Ended(ExitCode.PASS, "") : compare(installation, spec, directory);
    int code = ended.exitCode();
    if (failed(code)) {
      return new Tried(spec, code, "failed", ended.cause(), "");
    }
    if (code >= ExitCode.USAGE) {
      throw new NotTriedException(code);
    }
    if (code == ExitCode.NOTHING_MOVED) {
      return new Tried(spec, code, "alike", "The same is built and run with it.", "");
    }
    RunDirectory run = RunDirectory.existing(directory);
    Verdict verdict = run.readVerdict();
    UpgradeBundle bundle =
        new UpgradeBundle(installation, VariantSpec.parse("--to", spec), run, comparison.depth());
    if (verdict.verdict() == Outcome.REGRESSED && bundle.isDue()) {
      bundle.write(fits());
    }
    return new Tried(
        spec,
        ExitCode.of(verdict.verdict()),
        verdict.verdict().label(),
        Headline.of(verdict, run.readRecord().record()).getFirst(),
        directory.toString());
  }

  private boolean fits() {
    return budget == null || System.nanoTime() - begun + longestNanos <= budget.toNanos();
  }

  /** Something else than the version keeps it from being tried; its command has said what. */
  private static final class NotTriedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    NotTriedException(int exitCode) {
      super("exit code " + exitCode);
      this.exitCode = exitCode;
    }
  }

  /** A stored comparison is used again if it is valid, and of no changes to a commit. */
  private Path directory(Installation installation, Path folder, String spec) {
    return comparison.directory(
        installation,
        folder,
        spec.replaceAll("[^\\w.]+", "-"),
        stored -> !revision.dirty() && stored.verdict() != Outcome.INVALID,
        revision.commit(),
        spec);
  }

  private String head(String spec) {
    return base() + "," + spec;
  }

  private String base() {
    return "ref=" + (ref.equals(".") ? ref : revision.commit());
  }

  private Ended compare(Installation installation, String spec, Path directory)
      throws IOException, InterruptedException {
    System.err.println("loomwatch: upgrade " + spec);
    List<String> command = comparison.words(installation, base(), head(spec), directory);
    long start = System.nanoTime();
    Ended ended = ChildCommand.run(command);
    longestNanos = Math.max(longestNanos, System.nanoTime() - start);
    return ended;
  }

  /** Joins upgrades into one; of two versions of the same the later is taken. */
  private static String together(List<String> specs) {
    return specs.stream()
        .map(spec -> VariantSpec.parse("--to", spec))
        .reduce(VariantSpec::with)
        .map(VariantSpec::versions)
        .orElse("");
  }

  private static String table(List<Tried> tried) {
    StringBuilder table = new StringBuilder("| upgrade | verdict | why |\n|---|---|---|\n");
    for (Tried each : tried) {
      table.append(
          "| %s | %s | %s |%n"
              .formatted(
                  each.spec().replace("|", "\\|"), each.outcome(), each.why().replace("|", "\\|")));
    }
    return table.toString();
  }
}
