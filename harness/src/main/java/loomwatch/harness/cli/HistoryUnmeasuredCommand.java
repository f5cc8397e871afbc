package loomwatch.harness.cli;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adds to history that a comparison could not be made. */
@Command(
    name = "unmeasured",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Adds to history that two commits could not be measured against each other.",
      "",
      "It answers trend, which would ask for that comparison each time: a change between commits"
          + " that are alike is not reproduced; what failed is asked for once more, and then stays"
          + " suspected.",
      ""
    })
final class HistoryUnmeasuredCommand implements Callable<Integer> {
  @Option(names = "--base", required = true, paramLabel = "SHA", description = "The last good one.")
  private String base = "";

  @Option(names = "--head", required = true, paramLabel = "SHA", description = "The first bad one.")
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
    // Being alike stays so; each failure counts.
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
