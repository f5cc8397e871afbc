package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.judge.cause.Suspects;
import loomwatch.judge.cause.Suspects.SourceFiles;
import loomwatch.judge.cause.Suspects.Upgrade;
import loomwatch.judge.verdict.Cause;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.ChangedClasses;
import loomwatch.measure.arms.Git.SourceDiff;
import loomwatch.measure.arms.Jdk;

/** What differs between two built arms, as far as it may be why one spends more. */
final class Differences {
  private static final List<String> TOMCAT = List.of("org.apache.", "jakarta.");

  private Differences() {}

  /**
   * Between them.
   *
   * @param project the folder of what is measured, in its repository
   * @param types the classes that were seen to run
   */
  static Suspects between(Path project, BuiltArm base, BuiltArm head, Set<String> types)
      throws IOException, InterruptedException {
    List<String> packages = new ArrayList<>();
    List<Upgrade> upgrades = new ArrayList<>();
    if (!base.tomcat().equals(head.tomcat())) {
      Set<String> changed =
          ChangedClasses.ofTomcat(base.service(), head.service(), tomcats(types)).orElse(Set.of());
      upgrades.add(new Upgrade(TOMCAT, new Cause.Versions(base.tomcat(), head.tomcat()), changed));
    }
    if (!base.jdk().equals(head.jdk())) {
      ChangedClasses.ofJdk(base.jdk(), head.jdk(), types)
          .ifPresent(changed ->
              upgrades.add(new Upgrade(List.of(), versions(base.jdk(), head.jdk()), changed)));
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
        !base.jdk().equals(head.jdk()),
        packages,
        upgrades,
        SourceFiles.among(diff.files()),
        touched);
  }

  private static Set<String> tomcats(Set<String> types) {
    return types.stream()
        .filter(type -> TOMCAT.stream().anyMatch(type::startsWith))
        .collect(Collectors.toSet());
  }

  /** As short as tells them apart. */
  private static Cause.Versions versions(Jdk base, Jdk head) {
    for (Function<Jdk, String> name :
        List.<Function<Jdk, String>>of(Jdk::version, Jdk::runtimeVersion)) {
      if (!name.apply(base).equals(name.apply(head))) {
        return new Cause.Versions(name.apply(base), name.apply(head));
      }
    }
    return new Cause.Versions(base.vendor(), head.vendor());
  }
}
