package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption.ShippedThresholds;
import loomwatch.harness.init.Initialisation;
import loomwatch.harness.init.Initialisation.Drafted;
import loomwatch.harness.init.WorkflowFile;
import loomwatch.harness.init.requests.RequestImport;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceFile.UnfinishedFile;
import loomwatch.measure.variants.Git.RepositoryFolder;
import loomwatch.reporting.publish.ServiceFolder;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "init",
    description = {
      "Writes loomwatch.yaml, thresholds.yaml and a workflow.",
      "",
      "Looks at the folder (Maven, Gradle; Spring Boot, Quarkus, Micronaut and others, WAR; JMH), builds the"
          + " service, starts it once in each mode, observes where it listens, sends the requests that its"
          + " sources name until five are answered, and says what it found and what it guessed.",
      "",
      "What it cannot find out stays open in loomwatch.yaml: exit code 66, and the last line says what to do"
          + " before you run it again. It completes a file that lacks something; from others it"
          + " removes only its own comments on what was open."
    },
    footer = {
      "  cd ~/shop && ~/loomwatch/loomwatch init",
      "  ~/loomwatch/loomwatch init --from recorded.har",
      "  ~/loomwatch/loomwatch run             measures it from then on"
    })
final class InitCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "Of the service; default: where you stand.")
  private Path folder = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "Takes the requests from it rather than from the sources, as one scenario: "
              + RequestImport.KINDS
              + ". What cannot be taken over is listed.")
  private @Nullable Path from;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path service = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(service)) {
      throw new UsageException(folder + " is no folder; name the one of the service");
    }
    Optional<RequestImport> taken = taken();
    Path file = service.resolve("loomwatch.yaml");
    Installation installation = Installation.of(Optional.of(file));
    Optional<RepositoryFolder> checkout = RepositoryFolder.of(service);
    if (checkout.isPresent()) {
      refuseAnothersWorkflow(checkout.get());
    }
    installation.hideFromGit();
    Optional<String> next = serviceFile(file, installation, taken);
    if (next.isPresent()) {
      say("next: " + next.get());
      return ExitCode.NO_SERVICE;
    }
    Path thresholds = installation.thresholds();
    if (Files.exists(thresholds)) {
      say(thresholds + " is there already and stays as it is");
    } else {
      AtomicFile.write(thresholds, ShippedThresholds.text());
      say("wrote " + thresholds);
    }
    boolean elsewhere = ServiceFile.read(file).service().start().url().isPresent();
    if (elsewhere) {
      say(
          "no workflow is written: service.url is not what a commit built, so GitHub could judge"
              + " none by it");
    } else {
      workflow(checkout, Release.of(installation.root()));
    }
    String called = System.getProperty("loomwatch.called", "./loomwatch");
    String named =
        service.equals(Path.of("").toAbsolutePath().normalize()) ? "" : " --service " + file;
    String compare =
        elsewhere || checkout.isEmpty()
            ? ""
            : "; once a change of it is committed, %s compare --base HEAD~1 --head HEAD%s"
                .formatted(called, named);
    say("next: " + called + " run --profile smoke" + named + compare);
    return ExitCode.PASS;
  }

  private Optional<RequestImport> taken() {
    if (from == null) {
      return Optional.empty();
    }
    RequestImport taken =
        RequestImport.read(from)
            .orElseThrow(() ->
                new UsageException(
                    "--from must name %s, %s was none of them; record or export its requests as one of these"
                        .formatted(RequestImport.KINDS, from)));
    taken.report().forEach(InitCommand::say);
    return Optional.of(taken);
  }

  /**
   * Writes or completes the service file.
   *
   * @return what the user must do before it is complete; empty if it is
   */
  private static Optional<String> serviceFile(
      Path file, Installation installation, Optional<RequestImport> taken)
      throws IOException, InterruptedException {
    boolean there = Files.exists(file);
    UnfinishedFile begun = there ? UnfinishedFile.read(file) : UnfinishedFile.NOTHING;
    if (begun.whole()) {
      ServiceFile.read(file);
      String text = Files.readString(file);
      String answered = Initialisation.answered(text);
      if (answered.equals(text)) {
        say(file + " is there already and stays as it is");
      } else {
        AtomicFile.write(file, answered);
        say(file + " is complete: removed the comments on what was open");
      }
      if (taken.isPresent()) {
        say("this can be copied to its scenarios:");
        System.out.print(taken.get().scenario());
      }
      return Optional.empty();
    }
    Initialisation initialisation =
        new Initialisation(
            installation.project(),
            installation.root(),
            installation.out(),
            begun,
            taken,
            InitCommand::say);
    Drafted drafted =
        initialisation.draft(there ? Optional.of(Files.readString(file)) : Optional.empty());
    AtomicFile.write(file, drafted.text());
    String done = drafted.next().isPresent() ? "wrote what is known to " : "completed ";
    say((there ? done : "wrote ") + file);
    System.out.print(drafted.text());
    return drafted.next();
  }

  /** Writes the workflow to the repository's root. It calls the Loomwatch of this build. */
  private static void workflow(Optional<RepositoryFolder> checkout, Release ours)
      throws IOException {
    if (checkout.isEmpty()) {
      say(
          "no workflow is written: it would go to the root of a git repository, and this is in none");
      return;
    }
    RepositoryFolder here = checkout.get();
    Path file = workflow(here);
    if (Files.exists(file)) {
      say(file + " is there already and stays as it is");
    } else if (!ServiceFolder.names(here.folder())) {
      say("no workflow is written: " + ServiceFolder.RULE + ", was " + here.folder());
    } else if (ours.repository().isEmpty() || ours.commit().isEmpty()) {
      say(
          "no workflow is written: nobody knows which repository on GitHub this Loomwatch is of;"
              + " docs/get-started.md shows the file");
    } else {
      String version =
          ours.version().matches("\\d+[.]\\d+[.]\\d+.*") ? "v" + ours.version() : "unreleased";
      AtomicFile.write(
          Files.createDirectories(file.getParent()).resolve(file.getFileName()),
          new WorkflowFile(
                  ours.repository().get(), ours.commit(), version, here.branch(), here.folder())
              .text());
      say(
          "wrote %s: once it is on %s, every pull request is measured"
              .formatted(file, here.branch()));
    }
  }

  private static Path workflow(RepositoryFolder here) {
    return here.root().resolve(WorkflowFile.path(here.folder()));
  }

  /** Refuses a workflow file of another service, as this service would then have none. */
  private static void refuseAnothersWorkflow(RepositoryFolder here) throws IOException {
    Path file = workflow(here);
    if (!Files.exists(file)) {
      return;
    }
    Optional<String> another = WorkflowFile.ofAnother(Files.readString(file), here.folder());
    if (another.isPresent()) {
      throw new UsageException(
          "%s must be the workflow of %s, was that of %s: both folders give it one name; rename %2$s and run init in it again"
              .formatted(file, here.folder(), another.get()));
    }
  }

  private static void say(String line) {
    System.err.println("loomwatch: " + line);
  }
}
