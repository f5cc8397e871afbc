package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.cli.DataJsCommands.HistoryExportCommand;
import loomwatch.harness.cli.DataJsCommands.HistoryImportCommand;
import loomwatch.harness.cli.HistoryOptions.HistoryCalibrationOption;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HistoryTrend.MeasuredCommits;
import loomwatch.harness.job.HistoryWriter;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.Git.CommitFacts;
import loomwatch.reporting.text.CommitName;
import loomwatch.results.files.Plain;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "history",
    description = {
      "Stores measurements, run by run, for trend and site.",
      "",
      "History is append-only: each entry holds the hash of the one before it, and what is"
          + " missing, cut off or changed is an error that names the file, never a shorter history."
    },
    subcommands = {
      HistoryCommand.HistoryAddCommand.class,
      HistoryBackfillCommand.class,
      HistoryCommand.HistoryUnmeasuredCommand.class,
      HistoryCommand.HistoryListCommand.class,
      HistoryCommand.HistoryPendingCommand.class,
      HistoryCommand.HistoryVerifyCommand.class,
      HistoryCommand.HistoryPruneCommand.class,
      HistoryImportCommand.class,
      HistoryExportCommand.class
    },
    footer = {
      "  ./loomwatch history add                      the last run",
      "  ./loomwatch history add out/20261121T120000Z-1a2b --branch main",
      "  ./loomwatch history backfill --from v1.0 --budget 2h",
      "  ./loomwatch history import gh-pages/dev/bench/data.js",
      "  ./loomwatch history import releases/         JMH's v1.2.json, v1.3.json, …"
    })
final class HistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "history needs to know what to do: " + String.join(", ", spec.subcommands().keySet()));
  }

  @Command(
      name = "add",
      description = {
        "Adds a run, or a comparison that confirms a change, to history.",
        "",
        "The same run again changes nothing. A run with a fault is refused."
      })
  static final class HistoryAddCommand implements Callable<Integer> {
    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "A run's output directory. Default: the last run.")
    private @Nullable Path run;

    @Mixin private HistoryOption history = new HistoryOption();
    @Mixin private ProvenanceOptions provenance = new ProvenanceOptions();

    @Option(
        names = "--once",
        hidden = true,
        description =
            "Leave out a run of a commit that has one already, or that is older than the last one"
                + " measured. Comparisons are always added.")
    private boolean once;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Path named = run == null ? RunDirectory.latest(Installation.ofLauncher().out()) : run;
      RunDirectory directory = RunDirectory.existing(named);
      System.out.println(history.writer().add(directory, provenance::of, once));
      return ExitCode.PASS;
    }
  }

  @Command(
      name = "unmeasured",
      hidden = true,
      description = {
        "Adds to history that two commits could not be measured against each other.",
        "",
        "It answers trend, which would ask for that comparison each time: a change between commits"
            + " that are alike is not reproduced; what failed is asked for once more, and then stays"
            + " suspected."
      })
  static final class HistoryUnmeasuredCommand implements Callable<Integer> {
    @Option(
        names = "--base",
        required = true,
        paramLabel = "SHA",
        description = "The last good one.")
    private String base = "";

    @Option(
        names = "--head",
        required = true,
        paramLabel = "SHA",
        description = "The first bad one.")
    private String head = "";

    @Option(
        names = "--scenario",
        required = true,
        paramLabel = "NAME",
        description = "What was to be measured.")
    private String scenario = "";

    @Option(
        names = "--because",
        required = true,
        paramLabel = "WHY",
        description =
            "alike: compare said so, exit code 4; failed: one does not build, or measuring failed.")
    private String because = "";

    @Mixin private ProvenanceOptions provenance = new ProvenanceOptions();
    @Mixin private HistoryOption history = new HistoryOption();

    @Override
    public Integer call() throws InterruptedException {
      String from = commit("--base", base);
      String to = commit("--head", head);
      Unmeasured why = why();
      HistoryStore store = history.existing();
      HistoryEntry entry = HistoryEntries.ofUnmeasured(Instant.now(), from, provenance.of(to), why);
      // Identical commits stay identical, but each failure counts.
      boolean known = why.cause() == Unmeasured.Cause.ALIKE && knows(store, entry);
      if (!known) {
        store.addAll(List.of(entry));
      }
      System.out.printf(
          "%s %s: %s against %s, %s%n",
          known ? "Already in" : "Added to", history.path(), to, from, why.cause().label());
      return ExitCode.PASS;
    }

    private static boolean knows(HistoryStore store, HistoryEntry entry) {
      return store.read().entries().stream()
          .filter(each -> each.kind() == HistoryEntry.Kind.COMPARISON)
          .anyMatch(each -> Objects.equals(entry.confirmation(), each.confirmation()));
    }

    private static String commit(String option, String commit) {
      if (!commit.matches("[0-9a-f]{7,64}")) {
        throw new UsageException(
            option + " must be from 7 to 64 hexadecimal digits, was '" + commit + "'");
      }
      return commit;
    }

    private Unmeasured why() {
      if (scenario.isBlank()) {
        throw new UsageException("--scenario must be a name, was '" + scenario + "'");
      }
      return Arrays.stream(Unmeasured.Cause.values())
          .filter(cause -> cause.label().equals(because))
          .findFirst()
          .map(cause -> new Unmeasured(scenario, cause))
          .orElseThrow(
              () -> new UsageException("--because must be alike or failed, was '" + because + "'"));
    }
  }

  @Command(name = "list", description = "Shows the entries of a history, the newest last.")
  static final class HistoryListCommand implements Callable<Integer> {
    @Mixin private HistoryOption history = new HistoryOption();

    @Option(
        names = "--newest",
        paramLabel = "N",
        defaultValue = "20",
        description = "How many; default ${DEFAULT-VALUE}.")
    private int newest = 20;

    @Override
    public Integer call() {
      if (newest < 1) {
        throw new UsageException("--newest must be at least 1, was " + newest);
      }
      History all = history.existing().read();
      List<HistoryEntry> entries = all.entries();
      entries.subList(Math.max(0, entries.size() - newest), entries.size()).forEach(this::show);
      System.out.printf("%d in all; head %s%n", entries.size(), all.head());
      return ExitCode.PASS;
    }

    private void show(HistoryEntry entry) {
      String commit = entry.provenance().commit();
      String message = entry.provenance().message();
      System.out.printf(
          "%s  %-10s  %-10s  %-12s  %3d series  %s%n",
          entry.measuredAt(),
          entry.kind().label(),
          CommitName.shortened(Plain.text(commit)),
          Plain.text(entry.verdict() == null ? "-" : entry.verdict()),
          entry.series().size(),
          Plain.text(message == null ? entry.id() : message));
    }
  }

  @Command(
      name = "pending",
      hidden = true,
      description = {
        "Says which commits have no run in history yet, the oldest first.",
        "",
        "They are head and its first parents, back to the newest commit that has a run. Of an empty"
            + " history, and of a branch that was rewritten since, it is head alone. There are none"
            + " when history is past head. Nothing is measured."
      })
  static final class HistoryPendingCommand implements Callable<Integer> {
    @Mixin private HistoryOption history = new HistoryOption();

    @Option(
        names = "--head",
        paramLabel = "REV",
        defaultValue = "HEAD",
        description = "The newest commit. Default: the one checked out.")
    private String head = "HEAD";

    @Option(
        names = "--most",
        paramLabel = "N",
        defaultValue = "10",
        description =
            "So many at most: the oldest are left out, which standard error says. Default: 10.")
    private int most = 10;

    @Option(names = "--json", description = "As a JSON list, on one line.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (most < 1) {
        throw new UsageException("--most must be at least 1, was " + most);
      }
      List<String> commits = pending(Installation.ofLauncher().project());
      int leftOut = Math.max(0, commits.size() - most);
      if (leftOut > 0) {
        System.err.printf(
            "loomwatch: %d commits are not measured; the oldest %d are left out for good, %s to %s%n",
            commits.size(),
            leftOut,
            shortened(commits.getFirst()),
            shortened(commits.get(leftOut - 1)));
      }
      show(commits.subList(leftOut, commits.size()));
      return ExitCode.PASS;
    }

    private List<String> pending(Path root) throws IOException, InterruptedException {
      MeasuredCommits measured = MeasuredCommits.in(history.store());
      String commit = Git.commit(root, head);
      if (measured.isPast(root, commit)) {
        System.err.printf("loomwatch: nothing to measure: history is past %s%n", shortened(commit));
        return List.of();
      }
      if (measured.last().isEmpty()) {
        return List.of(commit);
      }
      String last = measured.last().get();
      if (!Git.descends(root, commit, last).orElse(false)) {
        System.err.printf(
            "loomwatch: %s does not descend from %s, the last one measured: the branch was rewritten,"
                + " and only %1$s is to be measured%n",
            shortened(commit), shortened(last));
        return List.of(commit);
      }
      return Git.between(root, last, commit).stream()
          .filter(each -> !measured.commits().contains(each))
          .toList();
    }

    private void show(List<String> commits) {
      if (json) {
        System.out.println(
            commits.stream()
                .map(each -> '"' + each + '"')
                .collect(Collectors.joining(",", "[", "]")));
      } else {
        commits.forEach(System.out::println);
      }
    }

    private static String shortened(String commit) {
      return CommitName.shortened(Plain.text(commit));
    }
  }

  @Command(
      name = "verify",
      hidden = true,
      description = {
        "Checks every entry, hash and whole record of a history.",
        "",
        "With --extends also that nothing of an earlier state is gone: keep its head.json before"
            + " adding, and give it here before pushing."
      })
  static final class HistoryVerifyCommand implements Callable<Integer> {
    @Mixin private HistoryOption history = new HistoryOption();

    @Option(
        names = "--extends",
        paramLabel = "FILE",
        description = "A head.json of an earlier state of the same history.")
    private @Nullable Path earlier;

    @Override
    public Integer call() {
      HistoryStore store = history.existing();
      int records = store.verify();
      if (earlier != null) {
        store.requireExtends(earlier);
      }
      System.out.printf(
          "%s is whole: %d entries, %d with their records%n",
          history.path(), store.read().entries().size(), records);
      return ExitCode.PASS;
    }
  }

  @Command(
      name = "prune",
      hidden = true,
      description = {
        "Packs a history, and removes whole records by a rule.",
        "",
        "Entries stay for ever, with the value of each launch: trend and charts need no more. A whole"
            + " record, with its histograms, stays while it is one of the newest --keep, of one of the"
            + " newest 100 tagged commits, of one of the newest 60 comparisons of two JDKs or Tomcats,"
            + " or of one of the newest 50 changes that trend found: the last good run, the first bad"
            + " one, and their comparison."
      })
  static final class HistoryPruneCommand implements Callable<Integer> {
    @Mixin private HistoryOption history = new HistoryOption();

    @Mixin private HistoryCalibrationOption calibration = new HistoryCalibrationOption();

    @Option(
        names = "--keep",
        paramLabel = "N",
        defaultValue = "" + HistoryWriter.NEWEST,
        description =
            "How many whole records of the newest entries stay; default ${DEFAULT-VALUE}.")
    private int keep = HistoryWriter.NEWEST;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (keep < 1) {
        throw new UsageException("--keep must be at least 1, was " + keep);
      }
      history.existing();
      int removed =
          history.writer().prune(keep, history.accepted(), calibration.read(history.path()));
      System.out.printf(
          "%s: %d whole records removed; every entry is kept%n", history.path(), removed);
      return ExitCode.PASS;
    }
  }

  /** The origin of a history entry: what Git knows of its commit, and who measured it. */
  static final class ProvenanceOptions {
    @Option(
        names = "--branch",
        hidden = true,
        paramLabel = "NAME",
        description = "The branch it was measured on.")
    private @Nullable String branch;

    @Option(
        names = "--run-url",
        hidden = true,
        paramLabel = "URL",
        description = "The page of the job that measured it.")
    private @Nullable String runUrl;

    /** Returns a commit's origin; if Git does not know it, only what the options say. */
    Provenance of(String commit) throws InterruptedException {
      Optional<CommitFacts> known = CommitFacts.of(Installation.ofLauncher().project(), commit);
      return known
          .map(facts ->
              new Provenance(
                  commit,
                  facts.parent(),
                  facts.committedAt(),
                  facts.message(),
                  facts.author(),
                  branch,
                  facts.tag(),
                  runUrl))
          .orElse(new Provenance(commit, null, null, null, null, branch, null, runUrl));
    }
  }
}
