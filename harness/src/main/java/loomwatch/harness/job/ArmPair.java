package loomwatch.harness.job;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.Arms;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.launch.Children;
import loomwatch.measure.subject.SubjectFile;

/** Builds base and head, of a service of one's own or of the server that ships. */
public final class ArmPair {
  /** What the two are called in records, plans and reports. */
  public static final List<String> NAMES = List.of("base", "head");

  private final Installation installation;
  private final Children children;
  private final Consumer<String> progress;

  /**
   * A builder.
   *
   * @param children ends a build when the harness is stopped
   * @param progress is told one line at a time
   */
  public ArmPair(Installation installation, Children children, Consumer<String> progress) {
    this.installation = installation;
    this.children = children;
    this.progress = progress;
  }

  /** Both. */
  public BuiltArms built(ArmSpec base, ArmSpec head) throws IOException, InterruptedException {
    Optional<SubjectFile> service = installation.service();
    return service.isPresent()
        ? new ServiceArms(
                service.get(), installation.root(), installation.out(), children, progress)
            .build(base, head)
        : Arms.of(installation.root(), installation.out(), children, progress).build(base, head);
  }
}
