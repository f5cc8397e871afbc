package loomwatch.harness.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.variants.VersionBump;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "bump",
    hidden = true,
    description = {
      "Says which JDK and Tomcat a commit moves.",
      "",
      "Of JDKs in container/jdks and the Tomcat of pom.xml, and how the move is compared.",
      "",
      "Prints four lines, as workflows take them: base and head are SPECs for compare, jdks are the"
          + " two that it needs, and moved says what moves. The last two are empty where nothing"
          + " does. Nothing is measured."
    },
    footer = {
      "  ./loomwatch bump --base main --head bump/jdk-25.0.5_7",
      "  ./loomwatch bump --base HEAD^ --main >> \"$GITHUB_OUTPUT\""
    })
final class BumpCommand implements Callable<Integer> {
  @Option(names = "--base", required = true, paramLabel = "REV", description = "The commit before.")
  private String base = "";

  @Option(
      names = "--head",
      paramLabel = "REV",
      defaultValue = "HEAD",
      description = "The commit with the change. Default: the one checked out.")
  private String head = "HEAD";

  @Option(
      names = "--main",
      description =
          "As the main branch is measured: on the newest JDK alone, and the Tomcat it is built"
              + " with. Else on the line that moves, whichever it is.")
  private boolean main;

  @Override
  public Integer call() throws IOException, InterruptedException {
    VersionBump bump =
        VersionBump.between(
            Installation.ofLauncher().project(),
            base,
            head,
            main ? VersionBump.Lines.NEWEST : VersionBump.Lines.ALL);
    if (bump.jdks().size() > 1) {
      throw new UsageException(
          "container/jdks must move in one line from %s to %s, moves %s; let each have a commit of its own"
              .formatted(base, head, String.join(" and ", jdks(bump))));
    }
    System.out.println("base=" + bump.baseSpec());
    System.out.println("head=" + bump.headSpec());
    System.out.println(
        "jdks="
            + String.join(
                " ",
                bump.jdks().stream().flatMap(each -> Stream.of(each.from(), each.to())).toList()));
    System.out.println("moved=" + String.join(", ", moved(bump)));
    return ExitCode.PASS;
  }

  private static List<String> moved(VersionBump bump) {
    List<String> moved = new ArrayList<>(jdks(bump));
    bump.tomcat().map(move -> shown("Tomcat", move)).ifPresent(moved::add);
    bump.otherTomcat().map(move -> shown("Tomcat", move)).ifPresent(moved::add);
    return moved;
  }

  private static List<String> jdks(VersionBump bump) {
    return bump.jdks().stream().map(move -> shown("JDK", move)).toList();
  }

  private static String shown(String what, VersionBump.Move move) {
    return "%s %s to %s".formatted(what, move.from(), move.to());
  }
}
