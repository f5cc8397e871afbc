package loomwatch.harness.cli;

import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.measure.arms.Git.CommitFacts;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an entry of history comes from: what git knows of its commit, and who measured it. */
final class ProvenanceOptions {
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

  /** Of that commit; without git, or where git does not know it, nothing but what was said. */
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
