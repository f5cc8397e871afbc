package loomwatch.harness.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.HistoryCommand.ProvenanceOptions;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.SharedOptions.BudgetConverter;
import loomwatch.harness.cli.SharedOptions.ComparisonOptions;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.job.BackfillAim;
import loomwatch.harness.job.BackfillOrder;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.verdict.Outcome;
import loomwatch.measure.variants.Git;
import loomwatch.reporting.text.CommitName;
import loomwatch.results.files.Plain;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Kind;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "backfill",
    description = {
      "Measures earlier commits, so that charts reach into the past.",
      "",
      "Each is compared with today's: the newest commit with a run in history, HEAD or one before it."
          + " Both share one machine and the same minutes, so history keeps how far they differ, at the"
          + " level of today's run. Charts mark such points; trend never judges them.",
      "",
      "The oldest comes first, then the middle of the widest gap between releases, then between"
          + " commits. A comparison that would not end in time is not begun: it is expected to take as"
          + " long as the longest so far. Stopped at any time, the same command goes on.",
      "",
      "What does not build, start or answer is skipped, also next time, but with --again.",
      "",
      "The exit code is 0; 66 when commits were tried, and none could be built and started."
    },
    footer = {
      "  ./loomwatch history backfill --from v1.0 --budget 2h",
      "  ./loomwatch history backfill --from HEAD~200 --budget 30m --counts",
      "                                        only what requests do, a minute each"
    })
final class HistoryBackfillCommand implements Callable<Integer> {
  /** No comparison takes less. */
  private static final Duration LEAST = Duration.ofMinutes(1);

  @Option(
      names = "--from",
      required = true,
      paramLabel = "REV",
      description = "The oldest commit, such as a release's tag.")
  private String from = "";

  @Option(
      names = "--budget",
      required = true,
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "How long to measure, such as 30m or 2h.")
  private Duration budget = LEAST;

  @Option(names = "--again", description = "Try again what did not build, start or answer.")
  private boolean again;

  @Mixin private HistoryOption history = new HistoryOption();
  @Mixin private ProvenanceOptions provenance = new ProvenanceOptions();
  @Mixin private ComparisonOptions comparison = new ComparisonOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  /** What is known of a commit. */
  private enum State {
    RUN("measured in its turn"),
    MEASURED("measured"),
    ALIKE("skipped: the same is built and run as of today's commit"),
    FAILED("skipped: it does not build, start or answer"),
    INVALID("invalid: the same command measures it again");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /** Returns that of an exit code of compare; empty if something else than the commit hinders. */
    static Optional<State> of(int code) {
      return switch (code) {
        case ExitCode.PASS, ExitCode.REGRESSED, ExitCode.INCONCLUSIVE -> Optional.of(MEASURED);
        case ExitCode.INVALID -> Optional.of(INVALID);
        case ExitCode.NOTHING_MOVED -> Optional.of(ALIKE);
        case ExitCode.NO_SERVICE, ExitCode.BAD_INPUT -> Optional.of(FAILED);
        default -> Optional.empty();
      };
    }
  }

  /** One commit of the output. */
  private record Shown(
      String commit, @Nullable String release, @Nullable String title, String state) {}

  /** The output of {@code --json}. */
  private record Backfilled(
      int schema, String against, List<Shown> commits, int measured, int left) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (budget.compareTo(LEAST) < 0) {
      throw new UsageException(
          "--budget must be at least 1m, as a comparison takes a minute or more, was "
              + budget.toSeconds()
              + "s");
    }
    Installation installation = Installation.ofLauncher().measurable();
    Path project = installation.project();
    history.existing();
    HistoryEntry today = history.writer().reference(Git.commit(project, "HEAD"));
    BackfillOrder order = order(project, today.provenance().commit());
    BackfillAim aim = aim(installation);
    aim.requireWithin(today);
    Map<String, State> states = known(order, aim, today);
    System.err.printf(
        "loomwatch: backfill: %d of %d commits are known; each other is compared with %s%n",
        states.size(), order.commits().size(), shortened(today.provenance().commit()));
    long end = System.nanoTime() + budget.toNanos();
    long longest = 0;
    Map<String, Instant> failed = new LinkedHashMap<>();
    boolean worked = false;
    int stopped = ExitCode.PASS;
    for (Optional<String> next = order.next(states.keySet());
        next.isPresent();
        next = order.next(states.keySet())) {
      String commit = next.get();
      long begun = System.nanoTime();
      if (end - begun <= longest) {
        break;
      }
      int code = tried(installation, today, commit);
      Optional<State> state = State.of(code);
      if (state.isEmpty()) {
        stopped = code;
        break;
      }
      states.put(commit, state.get());
      longest = Math.max(longest, System.nanoTime() - begun);
      if (state.get() == State.FAILED) {
        failed.put(commit, Instant.now());
      }
      worked |= state.get() != State.FAILED;
      if (worked) {
        // Before, it may be the machine that builds nothing, which history must not keep.
        for (Map.Entry<String, Instant> each : failed.entrySet()) {
          skip(each.getValue(), each.getKey(), today, Cause.FAILED);
        }
        failed.clear();
      }
    }
    show(order, today, states);
    return stopped == ExitCode.PASS && !failed.isEmpty() ? ExitCode.NO_SERVICE : stopped;
  }

  /** Returns the commits from the oldest to today's: along first parents, and all releases. */
  private BackfillOrder order(Path project, String today) throws IOException, InterruptedException {
    String oldest = Git.commit(project, from);
    if (oldest.equals(today) || !Git.descends(project, today, oldest).orElse(false)) {
      throw new UsageException(
          "--from must be a commit before %s, the newest with a run in history; %s is not"
              .formatted(shortened(today), from));
    }
    Set<String> releases = Git.tagged(project);
    Set<String> line = Set.copyOf(Git.between(project, oldest, today));
    List<String> commits = new ArrayList<>(List.of(oldest));
    Git.reached(project, oldest, today).stream()
        .filter(commit -> line.contains(commit) || releases.contains(commit))
        .forEach(commits::add);
    return new BackfillOrder(commits, releases);
  }

  /** Returns what each comparison will measure. */
  private BackfillAim aim(Installation installation) throws IOException, InterruptedException {
    MeasuringOptions measuring = new MeasuringOptions();
    new CommandLine(measuring)
        .setUnmatchedArgumentsAllowed(true)
        .parseArgs(comparison.words(installation, "", "", Path.of("")).toArray(String[]::new));
    return BackfillAim.of(
        measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), null),
        comparison.countsAlone());
  }

  /** Returns what history knows; a commit of which a part is missing may be measured. */
  private Map<String, State> known(BackfillOrder order, BackfillAim aim, HistoryEntry today) {
    Set<String> all = Set.copyOf(order.commits());
    Map<String, State> known = new HashMap<>();
    Map<String, List<HistoryEntry>> measured = new HashMap<>();
    for (HistoryEntry entry : history.store().read().entries()) {
      String commit = entry.provenance().commit();
      if (all.contains(commit) && (entry.kind() == Kind.RUN || entry.kind() == Kind.BACKFILL)) {
        known(entry)
            .ifPresentOrElse(
                is -> known.merge(commit, is, HistoryBackfillCommand::first),
                () -> measured.computeIfAbsent(commit, any -> new ArrayList<>()).add(entry));
      }
    }
    measured.forEach((commit, entries) -> {
      if (aim.isReachedBy(entries, today)) {
        known.merge(commit, State.MEASURED, HistoryBackfillCommand::first);
      }
    });
    return known;
  }

  private static State first(State a, State b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Returns that of an entry that says it alone. */
  private Optional<State> known(HistoryEntry entry) {
    if (entry.kind() == Kind.RUN) {
      return Optional.of(State.RUN);
    }
    Unmeasured unmeasured = requireNonNull(entry.confirmation()).unmeasured();
    if (unmeasured == null) {
      return Optional.empty();
    }
    return unmeasured.cause() == Cause.ALIKE
        ? Optional.of(State.ALIKE)
        : Optional.of(State.FAILED).filter(failed -> !again);
  }

  /** Measures one, unless its comparison is stored; adds it, and returns the exit code. */
  private int tried(Installation installation, HistoryEntry today, String commit)
      throws IOException, InterruptedException {
    Path directory = directory(installation, today, commit);
    Provenance old = provenance.of(commit);
    System.err.printf("loomwatch: backfill: %s%n", named(commit, old.release(), old.message()));
    int code =
        RunDirectory.isJudged(directory)
            ? ExitCode.PASS
            : compare(installation, today, commit, directory);
    if (code < ExitCode.INVALID) {
      history.writer().addBackfill(RunDirectory.existing(directory), old, today);
    } else if (code == ExitCode.NOTHING_MOVED) {
      skip(Instant.now(), commit, today, Cause.ALIKE);
    }
    return code;
  }

  private void skip(Instant at, String commit, HistoryEntry today, Cause cause)
      throws InterruptedException {
    Unmeasured why = new Unmeasured(comparison.scenarios(), cause);
    String head = today.provenance().commit();
    history
        .store()
        .addAll(List.of(HistoryEntries.ofUnmeasuredBackfill(at, provenance.of(commit), head, why)));
  }

  /** Returns the directory of the comparison with that commit, which has no invalid one. */
  private Path directory(Installation installation, HistoryEntry today, String commit) {
    return comparison.directory(
        installation,
        installation.out().resolve("backfill"),
        shortened(commit),
        stored -> stored.verdict() != Outcome.INVALID,
        today.id());
  }

  private int compare(Installation installation, HistoryEntry today, String commit, Path directory)
      throws IOException, InterruptedException {
    List<String> command =
        comparison.words(
            installation, "ref=" + commit, "ref=" + today.provenance().commit(), directory);
    command.add("--no-why");
    return ChildCommand.run(command).exitCode();
  }

  private void show(BackfillOrder order, HistoryEntry today, Map<String, State> states)
      throws IOException, InterruptedException {
    String against = today.provenance().commit();
    int left = order.commits().size() - states.size();
    List<Shown> shown = new ArrayList<>();
    int measured = 0;
    for (String commit : order.commits()) {
      State state = states.get(commit);
      measured += state == State.RUN || state == State.MEASURED ? 1 : 0;
      if (state != null && state != State.RUN) {
        Provenance old = provenance.of(commit);
        String said = output.json() ? state.name().toLowerCase(Locale.ROOT) : state.words;
        shown.add(new Shown(commit, old.release(), old.message(), said));
      }
    }
    if (output.json()) {
      System.out.println(
          new ObjectMapper().writeValueAsString(new Backfilled(1, against, shown, measured, left)));
      return;
    }
    shown.forEach(each ->
        System.out.printf(
            "%s  %s%n", named(each.commit(), each.release(), each.title()), each.state()));
    System.out.printf(
        "%d of %d commits from %s to %s are measured, %d are left%s%n",
        measured,
        order.commits().size(),
        from,
        shortened(against),
        left,
        left == 0 ? "" : "; the same command goes on");
  }

  private static String named(String commit, @Nullable String release, @Nullable String title) {
    return "%s  %-10s  %-30.30s"
        .formatted(
            shortened(commit),
            Plain.text(release == null ? "-" : release),
            Plain.text(title == null ? "" : title));
  }

  private static String shortened(String commit) {
    return CommitName.shortened(Plain.text(commit));
  }
}
