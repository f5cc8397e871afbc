package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;
import loomwatch.results.Subject;

/** Records of four arms: toolchain and code both changed. */
public final class Attributed {
  private static final Subject HEAD = Runs.SUBJECT;
  private static final Subject BASE =
      subject("5f0e3b7a9d1c42e8b6a7305f4c9d8e1b2a3f4c5d", "10.1.59");

  private final Launches launches = new Launches();
  private final Random random = new Random(7);
  private final double size;

  private Attributed(double size) {
    this.size = size;
  }

  /**
   * With virtual threads Tomcat costs CPU, with platform threads the code does; the one saves what
   * bytes the other adds; and p50 is slower for the two meeting.
   */
  public static MeasurementRecord moved() {
    return new Attributed(1).record(7);
  }

  /** Nothing moved. */
  public static MeasurementRecord still() {
    return new Attributed(0).record(7);
  }

  private MeasurementRecord record(int blocks) {
    List<String> arms = List.of("base", "head", "toolchain", "code");
    for (int block = 1; block <= blocks; block++) {
      for (String arm : arms) {
        launches.of(arm);
        for (Mode mode : Mode.values()) {
          loaded(block, arm, mode);
        }
      }
    }
    return Runs.record(
        List.of(Runs.hello()),
        launches,
        new ArrayList<>(),
        Map.of(
            "base",
            BASE,
            "head",
            HEAD,
            "toolchain",
            subject(BASE.revision(), HEAD.tomcat()),
            "code",
            subject(HEAD.revision(), BASE.tomcat())),
        new Comparison(
            Map.of("base", "ref=main,tomcat=10.1.59", "head", "ref=."),
            false,
            List.of(new Look(7, 0.02), new Look(12, 0.03)),
            null,
            List.of()));
  }

  private void loaded(int block, String arm, Mode mode) {
    boolean platform = mode == Mode.PLATFORM;
    double cpu = platform ? of(arm, 0, 0.08, 0) : of(arm, 0.06, -0.002, 0);
    double bytes = platform ? of(arm, -0.03, 0.03, 0) : 1;
    double p50 = platform ? 1 : of(arm, 0, 0, 0.1);
    Map<Metric, Double> figures =
        Map.of(
            Metric.CPU_PER_REQUEST, 170e-6 * cpu * noise(0.01),
            Metric.ALLOCATED_PER_REQUEST, 2030 * bytes * noise(0.0002));
    Launches.Latency latency = new Launches.Latency(180e-6 * p50 * noise(0.005), 150e-6, 11_000);
    launches.loaded(block, mode, Runs.hello(), latency, figures);
  }

  private double of(String arm, double toolchain, double code, double together) {
    boolean newToolchain = arm.equals("toolchain") || arm.equals("head");
    boolean newCode = arm.equals("code") || arm.equals("head");
    return (newToolchain ? 1 + size * toolchain : 1)
        * (newCode ? 1 + size * code : 1)
        * (newToolchain && newCode ? 1 + size * together : 1);
  }

  private double noise(double share) {
    return 1 + share * random.nextGaussian();
  }

  private static Subject subject(String revision, String tomcat) {
    return new Subject(
        revision,
        HEAD.dirty(),
        tomcat,
        HEAD.jdk(),
        HEAD.jdkVendor(),
        HEAD.jvmFlags(),
        HEAD.handicap());
  }
}
