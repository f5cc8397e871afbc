package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.stacks.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Names the methods that explain the growth of one place's total, each part of the growth once.
 *
 * <p>All callers of what grew grew with it, up to {@code Thread.run}; and what an innermost method
 * of the JDK does says little of who made it do more. So a stack is charged to the innermost method
 * that may differ between base and head, or else to the innermost that is not the JDK's. From there
 * outwards, the first frame that has a tenth of the growth, beside what frames further in already
 * explain, is a cause: the method itself, or where many small things below it grew, their caller.
 */
final class CauseSearch {
  /** Of the growth: less is not worth a sentence. */
  private static final double LEAST_EXPLAINED = 0.1;

  /**
   * Half an interval's width from 0, of what is left of a frame whose whole was tested: with 4 and
   * 4 launches 1 of 250 is that far away by chance.
   */
  private static final double CLEARLY = 2;

  /** Of a cause's growth, for a frame that the change touches to be named in its place. */
  private static final double MOST_OF_IT = 0.6;

  /** Of a frame's growth: where more of it is offset elsewhere, it was there before. */
  private static final double LEAST_REAL = 0.5;

  private final ResourceCosts spending;
  private final GrowthToExplain explained;
  private final Suspects suspects;
  private final FramePValues pValues;
  private final Map<String, double[]> self;
  private final List<List<Frame>> charged = new ArrayList<>();

  CauseSearch(
      ResourceCosts spending, GrowthToExplain explained, Suspects suspects, FramePValues pValues) {
    this.spending = spending;
    this.explained = explained;
    this.suspects = suspects;
    this.pValues = pValues;
    List<List<String>> innermost = new ArrayList<>();
    for (int row = 0; row < spending.rows().size(); row++) {
      innermost.add(List.of(innermost(row)));
    }
    self = spending.inclusive(innermost);
    FrameAttribution charging = new FrameAttribution(suspects);
    spending
        .rows()
        .forEach(row -> charged.add(charging.of(spending.place().resource(), row.stack())));
  }

  /** A frame's stacks that nothing further in explains. */
  private record Part(String name, BitSet rows) {}

  List<Cause> causes() {
    List<Part> parts = parts();
    Map<String, BitSet> named = new LinkedHashMap<>();
    for (Part part : parts) {
      String name = touched(part).orElse(part.name());
      named.computeIfAbsent(name, none -> new BitSet()).or(part.rows());
    }
    return named.entrySet().stream()
        .map(entry -> cause(new Part(entry.getKey(), entry.getValue())))
        .toList();
  }

  private List<Part> parts() {
    BitSet left = new BitSet();
    left.set(0, charged.size());
    List<Part> parts = new ArrayList<>();
    // What a method is charged with itself first: beside all that it calls, that may be little.
    for (String name : grown(pValues.own())) {
      take(name, row -> isChargedTo(row, name), left, parts);
    }
    for (String name : grown(pValues.whole())) {
      take(name, row -> holds(row, name), left, parts);
    }
    return parts;
  }

  private void take(String name, IntPredicate which, BitSet left, List<Part> parts) {
    BitSet rows = new BitSet();
    left.stream().filter(which).forEach(rows::set);
    if (isCause(spending.sum(rows::get)) && !onlyMoved(rows)) {
      parts.add(new Part(name, rows));
      left.andNot(rows);
    }
  }

  private boolean isChargedTo(int row, String name) {
    List<Frame> frames = charged.get(row);
    return !frames.isEmpty() && frames.getLast().name().equals(name);
  }

  private boolean isCause(double[] values) {
    double growth = spending.growth(values);
    double half = growth - spending.interval(values).low();
    return growth >= LEAST_EXPLAINED * explained.growth() && growth > CLEARLY * half;
  }

  /**
   * Whether the innermost methods of these stacks clearly spend as much less elsewhere: they are
   * reached by another way, as where a library's methods were split or renamed, and cost no more.
   */
  private boolean onlyMoved(BitSet rows) {
    Map<String, Double> growths = new HashMap<>();
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      growths.merge(
          innermost(row), spending.growth(spending.rows().get(row).perRequest()), Double::sum);
    }
    double real = 0;
    for (Map.Entry<String, Double> each : growths.entrySet()) {
      Interval everywhere = spending.interval(Objects.requireNonNull(self.get(each.getKey())));
      real += Math.min(each.getValue(), Math.max(0, everywhere.high()));
    }
    return real < LEAST_REAL * spending.growth(spending.sum(rows::get));
  }

  private String innermost(int row) {
    return spending.rows().get(row).stack().frames().getLast().name();
  }

  private boolean holds(int row, String name) {
    return charged.get(row).stream().anyMatch(frame -> frame.name().equals(name));
  }

  /** The frames that grew beyond chance, the innermost first. */
  private List<String> grown(Map<String, Double> p) {
    Map<String, double[]> heights = new HashMap<>();
    for (int row = 0; row < charged.size(); row++) {
      List<Frame> frames = charged.get(row);
      double weight = Math.abs(spending.growth(spending.rows().get(row).perRequest()));
      for (int i = 0; i < frames.size(); i++) {
        double[] height = heights.computeIfAbsent(frames.get(i).name(), none -> new double[2]);
        height[0] += weight * (frames.size() - 1 - i);
        height[1] += weight;
      }
    }
    Comparator<Map.Entry<String, double[]>> innermost =
        Comparator.comparingDouble(
            entry -> entry.getValue()[0] / Math.max(1e-300, entry.getValue()[1]));
    return heights.entrySet().stream()
        .filter(entry -> p.getOrDefault(entry.getKey(), 1.0) <= CauseFinder.LEVEL)
        .sorted(innermost.thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The innermost frame, of the part or further out, that the change touches. */
  private Optional<String> touched(Part part) {
    Map<String, double[]> sums = new HashMap<>();
    part.rows().stream()
        .forEach(row -> {
          List<Frame> frames = charged.get(row);
          double growth = spending.growth(spending.rows().get(row).perRequest());
          for (int i = Names.innermost(frames, part.name()); i >= 0; i--) {
            Frame frame = frames.get(i);
            if (suspects.accountsForWhatItCalls(frame.type(), frame.line())) {
              double[] sum = sums.computeIfAbsent(frame.name(), none -> new double[1]);
              sum[0] += growth;
              break;
            }
          }
        });
    double all = spending.growth(spending.sum(part.rows()::get));
    return sums.entrySet().stream()
        .filter(entry -> entry.getValue()[0] >= MOST_OF_IT * all)
        .max(Comparator.comparingDouble(entry -> entry.getValue()[0]))
        .map(Map.Entry::getKey);
  }

  private Cause cause(Part part) {
    NeighbouringFrames around = NeighbouringFrames.of(spending, part.rows(), part.name(), suspects);
    double[] values = spending.sum(part.rows()::get);
    Interval change = spending.interval(values);
    Frame frame = around.frame();
    return new Cause(
        spending.place().scenario(),
        spending.place().mode(),
        explained.metric(),
        spending.place().resource(),
        part.name(),
        around.caller(),
        around.inside(),
        suspects.file(frame.type()),
        line(frame),
        suspects.touch(frame.type(), frame.line()) != Suspects.Touch.NONE,
        explained.scale() * spending.meanOfBase(values),
        explained.scale() * spending.meanOfHead(values),
        new Interval(explained.scale() * change.low(), explained.scale() * change.high()),
        explained.total().isEmpty() ? null : percent(share(values)),
        explained.total().map(total -> share(values, total)).orElse(null),
        suspects.versions(frame.type()).orElse(null));
  }

  private static @Nullable Integer line(Frame frame) {
    return frame.line() == 0 ? null : frame.line();
  }

  private double share(double[] values) {
    return spending.growth(values) / explained.growth();
  }

  /**
   * Of a ratio of two growths, by the delta method: launches have both, so their noise is shared.
   */
  private Interval share(double[] values, double[] total) {
    double share = share(values);
    double[] rest = new double[values.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = values[i] - share * total[i];
    }
    Interval of = spending.interval(rest);
    return new Interval(
        percent(share + of.low() / explained.growth()),
        percent(share + of.high() / explained.growth()));
  }

  private static double percent(double share) {
    return Math.clamp(100 * share, 0, 100);
  }
}
