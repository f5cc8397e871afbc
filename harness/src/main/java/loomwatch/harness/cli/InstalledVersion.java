package loomwatch.harness.cli;

import java.io.IOException;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Release;
import loomwatch.measure.arms.Revision;
import picocli.CommandLine.IVersionProvider;

/** Version and commit: of a release as it was packed, of a checkout as git has it. */
final class InstalledVersion implements IVersionProvider {
  private static final String UNRELEASED = "1.0-SNAPSHOT";

  @Override
  public String[] getVersion() throws IOException, InterruptedException {
    Installation installation = Installation.of(Optional.empty());
    Optional<Release> release = Release.in(installation.root());
    if (release.isPresent()) {
      return new String[] {
        "loomwatch %s (commit %s)".formatted(release.get().version(), release.get().commit())
      };
    }
    Revision revision = Revision.of(installation.root());
    String commit =
        revision.known()
            ? " (commit %s%s)"
                .formatted(revision.commit(), revision.dirty() ? ", changed since" : "")
            : "";
    return new String[] {"loomwatch " + UNRELEASED + commit};
  }
}
