package loomwatch.reporting.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Count;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.MethodTime;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/** Records of two variants, with figures like those of a real comparison. */
public final class Comparisons {
  private static final Path THRESHOLDS =
      Path.of("src/test/resources/loomwatch/reporting/report/comparison-thresholds.yaml");

  private static final Variant BASE =
      new Variant(
          "5f0e3b7a9d1c42e8b6a7305f4c9d8e1b2a3f4c5d",
          false,
          "10.1.59",
          "25.0.3+9-LTS",
          "Temurin-25.0.3+9",
          List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"),
          null,
          null,
          null);

  /** Head over base in some metric of some mode; 1 where nothing is said. */
  private final Map<Mode, Map<Metric, Double>> factors = new EnumMap<>(Mode.class);

  /** As Hibernate writes them. */
  public static final String STATEMENT =
      "select p1_0.id, p1_0.name, p1_0.birth_date from pets p1_0 where p1_0.owner_id = ?";

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
        .rounds(7)
        .record(looks(7, 12), Runs.VARIANT);
  }

  /** Head answers faster with virtual threads. */
  public static MeasurementRecord improved() {
    return start()
        .times(Mode.VIRTUAL, Metric.LATENCY_P50, 0.88)
        .rounds(12)
        .record(looks(6, 12), BASE);
  }

  /** Of each request head keeps 32 bytes, with virtual threads. */
  public static MeasurementRecord leaking() {
    Comparisons leaking = start().times(Mode.VIRTUAL, Metric.RETAINED_PER_REQUEST, 640);
    return leaking.rounds(6).record(looks(6, 12), BASE);
  }

  /** Head bears half as much, with virtual threads. */
  public static MeasurementRecord bearingHalf() {
    return start().times(Mode.VIRTUAL, Metric.CAPACITY, 0.5).rounds(6).record(looks(6, 12), BASE);
  }

  /** Another commit, and no change. */
  public static MeasurementRecord passed() {
    return start().rounds(6).record(looks(6, 12), BASE);
  }

  /** One service against itself. */
  public static MeasurementRecord unchanged() {
    return start().rounds(6).record(againstItself(), Runs.VARIANT);
  }

  /** One service against itself, and yet a change. */
  public static MeasurementRecord falseAlarm() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 1.08)
        .rounds(6)
        .record(againstItself(), Runs.VARIANT);
  }

  /** A server's scenario and a benchmark. */
  public static MeasurementRecord several() {
    Comparisons several = start().times(Mode.PLATFORM, Metric.TIME_PER_OPERATION, 1.1).rounds(6);
    for (int round = 1; round <= 6; round++) {
      several.benchmark(round, "base");
      several.benchmark(round, "head");
    }
    return several.record(looks(6, 12), BASE);
  }

  /** Too much noise to tell. */
  public static MeasurementRecord noisy() {
    return start().noise(0.06).rounds(12).record(looks(6, 12), BASE);
  }

  public static MeasurementRecord beforeFirstLook() {
    return start().rounds(3).record(looks(6, 12), BASE);
  }

  public static MeasurementRecord onePair() {
    return start().rounds(1).record(looks(1, 12), BASE);
  }

  /** So many pairs that p is next to nothing. */
  public static MeasurementRecord certain() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 3)
        .rounds(16)
        .record(looks(8, 16), BASE);
  }

  /** The same work took longer beside head. */
  public static MeasurementRecord hostMoved() {
    Comparisons moved = start();
    moved.control = 1.03;
    return moved.rounds(6).record(looks(6, 12), BASE);
  }

  /** Some launches are missing, in one round base's, in another head's. */
  public static MeasurementRecord gaps() {
    Comparisons gaps = start();
    for (int round = 1; round <= 8; round++) {
      gaps.loaded(round, "base", round == 2 ? Set.of(Mode.VIRTUAL) : Set.of());
      gaps.loaded(round, "head", round == 5 ? Set.of(Mode.values()) : Set.of());
    }
    return gaps.record(looks(6, 12), BASE);
  }

  /** Head's server dies in virtual mode, in so many of eight rounds. */
  public static MeasurementRecord dying(int rounds) {
    return start().dying(rounds, 8).record(looks(8, 12), BASE);
  }

  /** The same in eight of twelve, and in the four that are left it takes a third more CPU. */
  public static MeasurementRecord dyingAndSlower() {
    return start()
        .times(Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 1.33)
        .dying(8, 12)
        .record(looks(6, 12), BASE);
  }

  private Comparisons dying(int deaths, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      loaded(round, "base", Set.of());
      launches.of("head");
      loaded(round, "head", Mode.PLATFORM);
      if (round > deaths) {
        loaded(round, "head", Mode.VIRTUAL);
      } else {
        launches.discarded(
            round,
            "hello",
            Mode.VIRTUAL,
            new Invalid(Invalid.Reason.SERVER_DIED, "the server ended with exit code 1"));
      }
    }
    return this;
  }

  /** Every launch discarded. */
  public static MeasurementRecord discarded() {
    Comparisons discarded = start();
    for (int round = 1; round <= 2; round++) {
      discarded.loaded(round, "base", Set.of(Mode.values()));
      discarded.loaded(round, "head", Set.of(Mode.values()));
    }
    return discarded.record(looks(6, 12), BASE);
  }

  /**
   * Nothing changed but how often head executes a statement: {@code base} of 100 requests execute
   * it once each, in head so many.
   */
  public static MeasurementRecord executing(int base, int platform, int virtual) {
    return executing(null, base, platform, virtual);
  }

  /** The same of one request of a mix. */
  public static MeasurementRecord executing(
      @Nullable String request, int base, int platform, int virtual) {
    MeasurementRecord record = unchanged();
    List<Launch> counted =
        record.launches().stream()
            .map(launch -> {
              int ofHead = launch.mode() == Mode.PLATFORM ? platform : virtual;
              return executing(launch, request, launch.isOf(Side.HEAD) ? ofHead : base);
            })
            .toList();
    return record.with(counted, record.comparison());
  }

  private static Launch executing(Launch launch, @Nullable String request, int times) {
    List<Sample> samples = new ArrayList<>(launch.samples());
    samples.add(Sample.of(Metric.SQL_STATEMENTS, times / 100.0));
    return with(
        launch,
        samples,
        List.of(new Count(Metric.SQL_STATEMENTS, request, STATEMENT, times, 100)),
        null);
  }

  /**
   * Nothing changed but what one method takes: in head as many times what it takes in base, 3 % of
   * a request. Another has other bytecode, and takes the same.
   */
  public static MeasurementRecord timed(double factor) {
    MeasurementRecord record = passed();
    List<Launch> timed =
        record.launches().stream()
            .map(launch -> {
              double total = launch.isOf(Side.HEAD) ? factor : 1;
              double scatter = 1 + launch.round() % 3 / 100.0;
              return with(
                  launch,
                  launch.samples(),
                  null,
                  List.of(
                      method(MethodTime.REQUEST, 1, 100_000),
                      method("shop.Cart.total(Ljava/util/List;)I", 2, 3_000 * total * scatter),
                      method("shop.Json.write()V", 0.5, 40_000 * scatter)));
            })
            .toList();
    return record.with(timed, record.comparison());
  }

  private static MethodTime method(String name, double calls, double nanos) {
    return new MethodTime(name, calls, List.of(nanos, nanos));
  }

  private static Launch with(
      Launch launch,
      List<Sample> samples,
      @Nullable List<Count> counts,
      @Nullable List<MethodTime> methods) {
    return new Launch(
        launch.round(),
        launch.order(),
        launch.variant(),
        launch.mode(),
        launch.scenario(),
        launch.startedAt(),
        launch.phases(),
        launch.warmUp(),
        launch.load(),
        launch.windows(),
        samples,
        counts,
        methods,
        launch.invalid());
  }

  private Comparisons times(Mode mode, Metric metric, double factor) {
    factors.computeIfAbsent(mode, key -> new EnumMap<>(Metric.class)).put(metric, factor);
    return this;
  }

  private Comparisons noise(double share) {
    noise = share;
    return this;
  }

  private Comparisons rounds(int rounds) {
    for (int round = 1; round <= rounds; round++) {
      loaded(round, "base", Set.of());
      loaded(round, "head", Set.of());
    }
    return this;
  }

  private void loaded(int round, String variant, Set<Mode> discarded) {
    for (Mode mode : Mode.values()) {
      launches.of(variant);
      if (discarded.contains(mode)) {
        launches.discarded(
            round,
            "hello",
            mode,
            new Invalid(
                Invalid.Reason.GENERATOR_STALLED,
                "the load generator stood still for up to 138 ms (limit: 100 ms)"));
      } else {
        loaded(round, variant, mode);
      }
    }
  }

  private void loaded(int round, String variant, Mode mode) {
    boolean platform = mode == Mode.PLATFORM;
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    figures.put(
        Metric.CPU_PER_REQUEST,
        value(platform ? 170e-6 : 178e-6, variant, mode, Metric.CPU_PER_REQUEST, noise));
    figures.put(
        Metric.ALLOCATED_PER_REQUEST,
        value(platform ? 2030 : 2410, variant, mode, Metric.ALLOCATED_PER_REQUEST, noise / 50));
    figures.put(Metric.PINNED, 0.0);
    figures.put(Metric.RSS_AFTER_LOAD, value(170e6, variant, mode, Metric.RSS_AFTER_LOAD, 0.05));
    figures.put(
        Metric.CONTROL,
        16.8e-3 * (1 + 0.001 * random.nextGaussian()) * (variant.equals("head") ? control : 1));
    Map.of(Metric.CAPACITY, 20_000.0, Metric.RETAINED_PER_REQUEST, 0.05)
        .forEach((metric, usual) -> {
          if (factors.getOrDefault(mode, Map.of()).containsKey(metric)) {
            figures.put(metric, value(usual, variant, mode, metric, noise));
          }
        });
    double p50 = value(180e-6, variant, mode, Metric.LATENCY_P50, noise / 2);
    double tail = 150e-6 * factor(variant, mode, Metric.LATENCY_P99);
    launches.loaded(round, mode, Runs.hello(), new Launches.Latency(p50, tail, 11_000), figures);
  }

  private void benchmark(int round, String variant) {
    launches.of(variant);
    for (Mode mode : Mode.values()) {
      double time = mode == Mode.PLATFORM ? 83e-6 : 1.15e-6;
      launches.benchmark(
          round,
          mode,
          "jmh-create-batch",
          Map.of(
              Metric.TIME_PER_OPERATION,
              value(time, variant, mode, Metric.TIME_PER_OPERATION, 0.02)));
    }
  }

  private double value(double usual, String variant, Mode mode, Metric metric, double spread) {
    return usual * factor(variant, mode, metric) * (1 + spread * random.nextGaussian());
  }

  private double factor(String variant, Mode mode, Metric metric) {
    return variant.equals("head")
        ? factors.getOrDefault(mode, Map.of()).getOrDefault(metric, 1.0)
        : 1;
  }

  private MeasurementRecord record(Comparison comparison, Variant base) {
    return Runs.record(
        List.of(Runs.hello()),
        launches,
        List.of(),
        Map.of("base", base, "head", Runs.VARIANT),
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
        record, ThresholdsReader.read(THRESHOLDS, Set.of("hello", "jmh-create-batch")), floors);
  }
}
