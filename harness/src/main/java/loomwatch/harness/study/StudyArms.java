package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Release;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.Arms;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.Jdk;
import loomwatch.measure.arms.Jdk.Jdks;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.launch.Children;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.ArmPart;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;

/** Makes the arms of a study: each thing that is built, once; each way to start it. */
final class StudyArms {
  private final Installation installation;
  private final Children children;
  private final Consumer<String> progress;
  private final Jdks jdks = Jdks.ofThisMachine();
  private final Map<List<Object>, BuiltArm> built = new HashMap<>();

  StudyArms(Installation installation, Children children, Consumer<String> progress) {
    this.installation = installation;
    this.children = children;
    this.progress = progress;
  }

  /**
   * All of them.
   *
   * @throws ArmException when one cannot be had; says which
   */
  List<BuiltArm> of(StudyFile study) throws IOException, InterruptedException {
    List<BuiltArm> arms = new ArrayList<>();
    for (Map.Entry<String, PlannedCell> each : study.arms().entrySet()) {
      try {
        arms.add(arm(each.getKey(), each.getValue()));
      } catch (ArmException e) {
        ArmException named = new ArmException(each.getKey() + ": " + e.getMessage());
        named.initCause(e);
        throw named;
      }
    }
    return arms;
  }

  private BuiltArm arm(String name, PlannedCell cell) throws IOException, InterruptedException {
    ArmPart part = cell.part();
    Jdk jdk = jdks.find(part.jdk());
    // Its folder holds one build, which the JDK that its file names makes: others only run it.
    boolean inPlace = cell.subject().file().isPresent() && !part.isBuilt();
    List<Object> key =
        List.of(
            cell.subject().file(),
            Optional.ofNullable(part.ref()),
            Optional.ofNullable(part.tomcat()),
            Optional.ofNullable(part.jdk() == null || inPlace ? null : jdk.home()));
    BuiltArm plain = built.get(key);
    if (plain == null) {
      plain = built(name, cell.subject().file(), part, jdk);
      built.put(key, plain);
    }
    ServiceSpec start = plain.service();
    BuiltArm.requireJvm(name, start, part.flags());
    if (!part.args().isEmpty()) {
      start = start.plus(part.args());
    }
    BuiltArm arm =
        plain.varied(
            name,
            part.environment().isEmpty() ? start : start.with(part.environment()),
            part.flags());
    return inPlace && part.jdk() != null ? arm.on(jdk) : arm;
  }

  private BuiltArm built(String name, Optional<Path> file, ArmPart part, Jdk jdk)
      throws IOException, InterruptedException {
    ArmSpec spec = new ArmSpec(part.ref(), part.tomcat(), part.jdk(), List.of(), null);
    if (file.isEmpty()) {
      if (Release.in(installation.root()).isPresent()) {
        throw new ArmException(
            "subject: shipped takes a clone of Loomwatch, was in an unpacked release, which has no"
                + " such server; run the study from a clone, or name a subject file");
      }
      return part.isBuilt()
          ? Arms.of(installation.root(), installation.out(), children, progress)
              .build(spec, spec)
              .head()
          : BuiltArm.ofCheckout(installation.root(), jdk.home(), null);
    }
    ServiceArms arms =
        new ServiceArms(
            SubjectFile.read(file.get()),
            installation.root(),
            installation.out(),
            children,
            line -> progress.accept(name + ": " + line));
    return part.isBuilt() ? arms.build(spec, spec).head() : arms.inPlace(null);
  }
}
