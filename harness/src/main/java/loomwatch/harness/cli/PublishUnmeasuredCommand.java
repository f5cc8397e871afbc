package loomwatch.harness.cli;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.harness.github.CheckPublisher;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.tell.publish.CheckReport.Unmeasured;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a check run in a verdict's place. */
@Command(
    name = "unmeasured",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Writes the check run \"Loomwatch\" on a commit of which there is no measurement.",
      "",
      "It is the same check that publish check writes: a later verdict takes its place. The token"
          + " needs checks: write.",
      ""
    })
final class PublishUnmeasuredCommand implements Callable<Integer> {
  @Mixin private HubOptions hub = new HubOptions();

  @Mixin private DetailsOption details = new DetailsOption();

  @Option(names = "--sha", required = true, paramLabel = "SHA", description = "The commit.")
  private String sha = "";

  @Option(
      names = "--because",
      required = true,
      paramLabel = "WHY",
      description =
          "nothing-moved: head changes no file that is measured, a success; alike: the machine"
              + " says that head and base are the same once built, neutral; not-yet: base has no"
              + " loomwatch.yaml, neutral; failed: it should have been measured, a failure.")
  private String because = "";

  @Override
  public Integer call() {
    String commit = HubOptions.sha(sha);
    var url = details.read();
    Unmeasured why = why();
    System.out.println(
        new CheckPublisher(hub.hub(), hub.service()).publish(commit, why.report(url), url));
    return ExitCode.PASS;
  }

  private Unmeasured why() {
    List<String> known = Arrays.stream(Unmeasured.values()).map(Unmeasured::label).toList();
    int index = known.indexOf(because);
    if (index < 0) {
      throw new UsageException(
          "--because must be one of " + String.join(", ", known) + ", was '" + because + "'");
    }
    return Unmeasured.values()[index];
  }
}
