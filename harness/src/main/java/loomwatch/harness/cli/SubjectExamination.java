package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.doctor.Finding;
import loomwatch.harness.doctor.Finding.Status;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.HeadArm;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Preflight;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.subject.SubjectException;
import loomwatch.measure.subject.SubjectFile;

/** Builds, starts and asks a service of one's own, without measuring it. */
final class SubjectExamination {
  private static final String CHECK = "subject";

  private SubjectExamination() {}

  /**
   * What came of it; nothing for the server that ships.
   *
   * @throws loomwatch.results.yaml.BadFileException when its file makes no sense
   */
  static Optional<Finding> of(Installation installation) throws IOException, InterruptedException {
    Optional<SubjectFile> file = installation.service();
    return file.isEmpty() ? Optional.empty() : Optional.of(of(file.get(), installation));
  }

  private static Finding of(SubjectFile file, Installation installation)
      throws IOException, InterruptedException {
    Catalogue catalogue = Catalogue.of(file);
    MeasuringRequest all =
        new MeasuringRequest(
            Profile.QUICK,
            catalogue.scenarios(),
            false,
            catalogue.modes(),
            EngineChoice.of(null, null, List.of(), catalogue.scenarios()),
            0,
            null);
    List<String> seen = new ArrayList<>();
    installation.hideFromGit();
    Files.createDirectories(installation.out());
    try (Children children = new Children()) {
      BuiltArm arm = HeadArm.of(installation, null, null, children, SubjectExamination::say);
      new Preflight(children, installation.preflight(), seen::add).check(arm, all);
      return new Finding(
          CHECK, Status.OK, file.service().name() + ": " + String.join("; ", seen), "");
    } catch (SubjectException | ArmException broken) {
      return new Finding(
          CHECK,
          Status.PROBLEM,
          file.service().name() + " cannot be measured",
          String.valueOf(broken.getMessage()));
    }
  }

  private static void say(String line) {
    System.err.println("loomwatch: " + line);
  }
}
