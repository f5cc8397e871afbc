package loomwatch.tell.report;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;
import loomwatch.results.Subject;

/** Records of two arms, with figures like those of a real comparison. */
public final class Comparisons {
  private static final Path POLICY =
      Path.of("src/test/resources/loomwatch/tell/report/comparison-policy.yaml");

  private static final Subject BASE =
      new Subject(
          "5f0e3b7a9d1c42e8b6a7305f4c9d8e1b2a3f4c5d",
          false,
          "10.1.59",
          "25.0.3+9-LTS",
          "Temurin-25.0.3+9",
          List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"),
          null);

  /** Head over base in some metric of some mode; 1 where nothing is said. */
  private final Map<Mode, Map<Metric, Double>> factors = new EnumMap<>(Mode.class);

  private final Launches launches = new Launches();
  private final Random random = new Random(7);
  private double noise = 0.01;
  private double control = 1;

  static Comparisons start() {
    return new Comparisons();
  }

  /** Head takes more CPU in platform mode and fewer bytes in both. */
  public static MeasurementRecord regressed() {
    return start()
        .times(Mode.PLATFORM, Metric.CPU_PER_REQUEST, 1.146)
        .times(Mode.PLATFORM, Metric.ALLOCATED_PER_REQUEST, 0.95)
        .times(Mode.VIRTUAL, Metric.ALLOCATED_PER_REQUEST, 0.95)
        .blocks(7)
        .record(looks(7, 12), Runs.SUBJECT);
  }

  /** Head answers faster with virtual threads. */
  public static MeasurementRecord improved() {
    return start()
        .times(Mode.VIRTUAL, Metric.LATENCY_P50, 0.88)
        .blocks(12)
        .record(looks(6, 12), BASE);
  }

  /** Of each request head keeps 32 bytes, with virtual threads. */
  public static MeasurementRecord leaking() {
    Comparisons leaking = start().times(Mode.VIRTUAL, Metric.RETAINED_PER_REQUEST, 640);
    return leaking.blocks(6).record(looks(6, 12), BASE);
  }

  /** Head bears half as much, with virtual threads. */
  public static MeasurementRecord bearingHalf() {
    return start().times(Mode.VIRTUAL, Metric.CAPACITY, 0.5).blocks(6).record(looks(6, 12), BASE);
  }

  /** One subject against itself. */
  public static MeasurementRecord unchanged() {
    return start().blocks(6).record(againstItself(), Runs.SUBJECT);
  }

  /** One subject against itself, and yet a change. */
  public static MeasurementRecord falseAlarm() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 1.08)
        .blocks(6)
        .record(againstItself(), Runs.SUBJECT);
  }

  /** A server's scenario and a benchmark. */
  public static MeasurementRecord several() {
    Comparisons several = start().times(Mode.PLATFORM, Metric.TIME_PER_OPERATION, 1.1).blocks(6);
    for (int block = 1; block <= 6; block++) {
      several.benchmark(block, "base");
      several.benchmark(block, "head");
    }
    return several.record(looks(6, 12), BASE);
  }

  /** Too much noise to tell. */
  public static MeasurementRecord noisy() {
    return start().noise(0.06).blocks(12).record(looks(6, 12), BASE);
  }

  public static MeasurementRecord beforeFirstLook() {
    return start().blocks(3).record(looks(6, 12), BASE);
  }

  public static MeasurementRecord onePair() {
    return start().blocks(1).record(looks(1, 12), BASE);
  }

  /** So many pairs that p is next to nothing. */
  public static MeasurementRecord certain() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 3)
        .blocks(16)
        .record(looks(8, 16), BASE);
  }

  /** The same work took longer beside head. */
  public static MeasurementRecord hostMoved() {
    Comparisons moved = start();
    moved.control = 1.03;
    return moved.blocks(6).record(looks(6, 12), BASE);
  }

  /** Some launches are missing, in one block base's, in another head's. */
  public static MeasurementRecord gaps() {
    Comparisons gaps = start();
    for (int block = 1; block <= 8; block++) {
      gaps.loaded(block, "base", block == 2 ? Set.of(Mode.VIRTUAL) : Set.of());
      gaps.loaded(block, "head", block == 5 ? Set.of(Mode.values()) : Set.of());
    }
    return gaps.record(looks(6, 12), BASE);
  }

  /** Head's server dies in virtual mode, in so many of eight blocks. */
  public static MeasurementRecord dying(int blocks) {
    return start().dying(blocks, 8).record(looks(8, 12), BASE);
  }

  /** The same in eight of twelve, and in the four that are left it takes a third more CPU. */
  public static MeasurementRecord dyingAndSlower() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 1.33)
        .dying(8, 12)
        .record(looks(6, 12), BASE);
  }

  private Comparisons dying(int deaths, int blocks) {
    for (int block = 1; block <= blocks; block++) {
      loaded(block, "base", Set.of());
      launches.of("head");
      loaded(block, "head", Mode.PLATFORM);
      if (block > deaths) {
        loaded(block, "head", Mode.VIRTUAL);
      } else {
        launches.discarded(
            block,
            "hello",
            Mode.VIRTUAL,
            new Invalid(Invalid.Reason.SERVER_DIED, "the server ended with exit code 1"));
      }
    }
    return this;
  }

  /** Every launch discarded. */
  public static MeasurementRecord spoilt() {
    Comparisons spoilt = start();
    for (int block = 1; block <= 2; block++) {
      spoilt.loaded(block, "base", Set.of(Mode.values()));
      spoilt.loaded(block, "head", Set.of(Mode.values()));
    }
    return spoilt.record(looks(6, 12), BASE);
  }

  private Comparisons times(Mode mode, Metric metric, double factor) {
    factors.computeIfAbsent(mode, key -> new EnumMap<>(Metric.class)).put(metric, factor);
    return this;
  }

  private Comparisons noise(double share) {
    noise = share;
    return this;
  }

  private Comparisons blocks(int blocks) {
    for (int block = 1; block <= blocks; block++) {
      loaded(block, "base", Set.of());
      loaded(block, "head", Set.of());
    }
    return this;
  }

  private void loaded(int block, String arm, Set<Mode> discarded) {
    for (Mode mode : Mode.values()) {
      launches.of(arm);
      if (discarded.contains(mode)) {
        launches.discarded(
            block,
            "hello",
            mode,
            new Invalid(
                Invalid.Reason.GENERATOR_STALLED,
                "the load generator stood still for up to 138 ms (limit: 100 ms)"));
      } else {
        loaded(block, arm, mode);
      }
    }
  }

  private void loaded(int block, String arm, Mode mode) {
    boolean platform = mode == Mode.PLATFORM;
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    figures.put(
        Metric.CPU_PER_REQUEST,
        value(platform ? 170e-6 : 178e-6, arm, mode, Metric.CPU_PER_REQUEST, noise));
    figures.put(
        Metric.ALLOCATED_PER_REQUEST,
        value(platform ? 2030 : 2410, arm, mode, Metric.ALLOCATED_PER_REQUEST, noise / 50));
    figures.put(Metric.PINNED, 0.0);
    figures.put(Metric.RSS_AFTER_LOAD, value(170e6, arm, mode, Metric.RSS_AFTER_LOAD, 0.05));
    figures.put(
        Metric.CONTROL,
        16.8e-3 * (1 + 0.001 * random.nextGaussian()) * (arm.equals("head") ? control : 1));
    Map.of(Metric.CAPACITY, 20_000.0, Metric.RETAINED_PER_REQUEST, 0.05)
        .forEach((metric, usual) -> {
          if (factors.getOrDefault(mode, Map.of()).containsKey(metric)) {
            figures.put(metric, value(usual, arm, mode, metric, noise));
          }
        });
    double p50 = value(180e-6, arm, mode, Metric.LATENCY_P50, noise / 2);
    double tail = 150e-6 * factor(arm, mode, Metric.LATENCY_P99);
    launches.loaded(block, mode, Runs.hello(), new Launches.Latency(p50, tail, 11_000), figures);
  }

  private void benchmark(int block, String arm) {
    launches.of(arm);
    for (Mode mode : Mode.values()) {
      double time = mode == Mode.PLATFORM ? 83e-6 : 1.15e-6;
      launches.benchmark(
          block,
          mode,
          "jmh-create-batch",
          Map.of(
              Metric.TIME_PER_OPERATION, value(time, arm, mode, Metric.TIME_PER_OPERATION, 0.02)));
    }
  }

  private double value(double usual, String arm, Mode mode, Metric metric, double spread) {
    return usual * factor(arm, mode, metric) * (1 + spread * random.nextGaussian());
  }

  private double factor(String arm, Mode mode, Metric metric) {
    return arm.equals("head") ? factors.getOrDefault(mode, Map.of()).getOrDefault(metric, 1.0) : 1;
  }

  private MeasurementRecord record(Comparison comparison, Subject base) {
    return Runs.record(
        List.of(Runs.hello()),
        launches,
        List.of(),
        Map.of("base", base, "head", Runs.SUBJECT),
        comparison);
  }

  public static Comparison looks(int first, int last) {
    return new Comparison(
        Map.of("base", "ref=main,tomcat=10.1.59", "head", "ref=."),
        false,
        List.of(new Look(first, 0.02), new Look(last, 0.03)),
        900.0,
        List.of("JMH: the change is in the server alone, which no benchmark uses"));
  }

  private static Comparison againstItself() {
    return new Comparison(
        Map.of("base", "ref=.", "head", "ref=."),
        true,
        List.of(new Look(6, 0.05)),
        null,
        List.of());
  }

  public static Verdict judged(MeasurementRecord record) {
    return judged(record, NoiseFloors.NONE);
  }

  public static Verdict judged(MeasurementRecord record, NoiseFloors floors) {
    return Judge.judge(
        record, ThresholdsReader.read(POLICY, Set.of("hello", "jmh-create-batch")), floors);
  }
}
