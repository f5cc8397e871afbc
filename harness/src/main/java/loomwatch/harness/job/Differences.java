package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.judge.cause.Sources;
import loomwatch.judge.cause.Suspects;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.SourceDiff;

/** What differs between two built arms, as far as it may be why one spends more. */
final class Differences {
  private Differences() {}

  /**
   * Between them.
   *
   * @param project the folder of what is measured, in its repository
   */
  static Suspects between(Path project, BuiltArm base, BuiltArm head)
      throws IOException, InterruptedException {
    List<String> packages = new ArrayList<>();
    if (!base.tomcat().equals(head.tomcat())) {
      packages.addAll(List.of("org.apache.", "jakarta."));
    }
    if (!Objects.equals(base.handicap(), head.handicap())) {
      packages.add("loomwatch.server.handicap.");
    }
    SourceDiff diff = SourceDiff.between(project, base.revision(), head.revision());
    Map<String, List<Suspects.Lines>> touched = new HashMap<>();
    diff.touched()
        .forEach((file, lines) ->
            touched.put(
                file,
                lines.stream()
                    .map(each -> new Suspects.Lines(each.first(), each.last()))
                    .toList()));
    return new Suspects(
        !base.jdk().equals(head.jdk()), packages, Sources.among(diff.files()), touched);
  }
}
