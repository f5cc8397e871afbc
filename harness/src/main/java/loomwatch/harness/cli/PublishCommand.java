package loomwatch.harness.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows a run on GitHub. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a run on GitHub: check, comment, issues, benchmark files.",
      "",
      "The run may be a stranger's: of its directory only record.json is read, checked to the letter"
          + " and judged anew by this checkout's thresholds.yaml. Everything can be published again:"
          + " what is there is found and brought up to date.",
      ""
    },
    subcommands = {
      PublishCheckCommand.class,
      PublishUnmeasuredCommand.class,
      PublishCommentCommand.class,
      PublishIssueCommand.class,
      PublishBenchmarkCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch publish check out/latest --repo acme/shop --sha SHA",
      "  ./loomwatch publish unmeasured --because failed --repo acme/shop --sha SHA",
      "  ./loomwatch publish comment out/latest --repo acme/shop --sha SHA --dry-run",
      "  ./loomwatch publish issue out/latest out/trend.json --repo acme/shop",
      "  ./loomwatch publish benchmark out/latest --out bench",
      "",
      "Exit codes: 0 done, or nothing to do, whatever the verdict,",
      "            64 wrong usage, 65 the run is not fit to be published,",
      "            70 internal error, 75 GitHub is busy or away: try later,",
      "            77 GitHub refuses: token, permission or number.",
      "",
      "Environment:",
      "  GITHUB_TOKEN    writes to GitHub; never an argument, never printed",
      "  GITHUB_API_URL  where GitHub is; default: https://api.github.com"
    })
final class PublishCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "publish must be given what: check, unmeasured, comment, issue or benchmark");
  }
}
