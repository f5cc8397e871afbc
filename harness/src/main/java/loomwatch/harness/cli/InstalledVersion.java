package loomwatch.harness.cli;

import java.io.IOException;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Release;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, as far as they are known. */
final class InstalledVersion implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException, InterruptedException {
    Release release = Release.of(Installation.of(Optional.empty()).root());
    String commit =
        release.commit().isEmpty()
            ? ""
            : " (commit %s%s)"
                .formatted(release.commit(), release.changed() ? ", changed since" : "");
    return new String[] {"loomwatch " + release.version() + commit};
  }
}
