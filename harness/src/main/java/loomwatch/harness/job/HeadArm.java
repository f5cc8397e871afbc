package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.launch.Children;
import loomwatch.measure.subject.SubjectFile;
import org.jspecify.annotations.Nullable;

/** What is measured alone: as it lies in its folder. */
public final class HeadArm {
  private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

  private HeadArm() {}

  /**
   * Built there.
   *
   * @param jdk home of the JDK it runs on; null for the one a service names, or Loomwatch's
   * @param handicap a fault injected into the server that ships as {@code KIND:SIZE}, or null
   * @param progress is told one line at a time what is being done
   * @throws UsageException for a handicap of a service that knows none
   * @throws loomwatch.measure.subject.SubjectException when it cannot be built
   */
  public static BuiltArm of(
      Installation installation,
      @Nullable Path jdk,
      @Nullable String handicap,
      Children children,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    Optional<SubjectFile> service = installation.service();
    if (service.isEmpty()) {
      return BuiltArm.ofCheckout(
          installation.root(), Objects.requireNonNullElse(jdk, OWN_JDK), handicap);
    }
    if (handicap != null) {
      throw new UsageException(
          "--handicap is a fault put into the server that ships; %s has none to put in"
              .formatted(service.get().service().name()));
    }
    return new ServiceArms(
            service.get(), installation.root(), installation.out(), children, progress)
        .inPlace(jdk);
  }
}
