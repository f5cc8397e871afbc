package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import loomwatch.judge.cause.CauseFinder.GrowthToExplain;
import loomwatch.judge.cause.CauseSearch.FrameAttribution;
import loomwatch.judge.cause.Suspects.Touch;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Names the methods that explain the growth of one place's total, each part of the growth once.
 *
 * <p>All callers of what grew grew with it, up to {@code Thread.run}; and what an innermost method
 * of the JDK does says little of who made it do more. So a stack is attributed to the innermost
 * method that may differ between base and head, or else to the innermost that is not the JDK's.
 * From there outwards, the first frame that has a tenth of the growth, beside what frames further
 * in already explain, is a cause: the method itself, or where many small things below it grew,
 * their caller.
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

  private final ResourceCosts costs;
  private final GrowthToExplain explained;
  private final Suspects suspects;
  private final FramePValues pValues;
  private final Map<String, double[]> self;
  private final List<List<Frame>> charged = new ArrayList<>();

  CauseSearch(
      ResourceCosts costs, GrowthToExplain explained, Suspects suspects, FramePValues pValues) {
    this.costs = costs;
    this.explained = explained;
    this.suspects = suspects;
    this.pValues = pValues;
    List<List<String>> innermost = new ArrayList<>();
    for (int row = 0; row < costs.rows().size(); row++) {
      innermost.add(List.of(innermost(row)));
    }
    self = costs.inclusive(innermost);
    FrameAttribution charging = new FrameAttribution(suspects);
    costs.rows().forEach(row -> charged.add(charging.of(costs.place().resource(), row.stack())));
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
    if (isCause(costs.sum(rows::get)) && !onlyMoved(rows)) {
      parts.add(new Part(name, rows));
      left.andNot(rows);
    }
  }

  private boolean isChargedTo(int row, String name) {
    List<Frame> frames = charged.get(row);
    return !frames.isEmpty() && frames.getLast().name().equals(name);
  }

  private boolean isCause(double[] values) {
    double growth = costs.growth(values);
    double half = growth - costs.interval(values).low();
    return growth >= LEAST_EXPLAINED * explained.growth() && growth > CLEARLY * half;
  }

  /**
   * Whether the innermost methods of these stacks clearly spend as much less elsewhere: they are
   * reached by another way, as where a library's methods were split or renamed, and cost no more.
   */
  private boolean onlyMoved(BitSet rows) {
    Map<String, Double> growths = new HashMap<>();
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      growths.merge(innermost(row), costs.growth(costs.rows().get(row).perRequest()), Double::sum);
    }
    double real = 0;
    for (Map.Entry<String, Double> each : growths.entrySet()) {
      Interval everywhere = costs.interval(Objects.requireNonNull(self.get(each.getKey())));
      real += Math.min(each.getValue(), Math.max(0, everywhere.high()));
    }
    return real < LEAST_REAL * costs.growth(costs.sum(rows::get));
  }

  /** Where the innermost frame of that name is; −1 where there is none. */
  private static int innermost(List<Frame> frames, String name) {
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (frames.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private String innermost(int row) {
    return costs.rows().get(row).stack().frames().getLast().name();
  }

  private boolean holds(int row, String name) {
    return charged.get(row).stream().anyMatch(frame -> frame.name().equals(name));
  }

  /** The frames that grew beyond chance, the innermost first. */
  private List<String> grown(Map<String, Double> p) {
    Map<String, double[]> heights = new HashMap<>();
    for (int row = 0; row < charged.size(); row++) {
      List<Frame> frames = charged.get(row);
      double weight = Math.abs(costs.growth(costs.rows().get(row).perRequest()));
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
          double growth = costs.growth(costs.rows().get(row).perRequest());
          for (int i = innermost(frames, part.name()); i >= 0; i--) {
            Frame frame = frames.get(i);
            if (suspects.accountsForWhatItCalls(frame.type(), frame.line())) {
              double[] sum = sums.computeIfAbsent(frame.name(), none -> new double[1]);
              sum[0] += growth;
              break;
            }
          }
        });
    double all = costs.growth(costs.sum(part.rows()::get));
    return sums.entrySet().stream()
        .filter(entry -> entry.getValue()[0] >= MOST_OF_IT * all)
        .max(Comparator.comparingDouble(entry -> entry.getValue()[0]))
        .map(Map.Entry::getKey);
  }

  private Cause cause(Part part) {
    NeighbouringFrames around = NeighbouringFrames.of(costs, part.rows(), part.name(), suspects);
    double[] values = costs.sum(part.rows()::get);
    Interval change = costs.interval(values);
    Frame frame = around.frame();
    return new Cause(
        costs.place().scenario(),
        costs.place().mode(),
        explained.metric(),
        costs.place().resource(),
        part.name(),
        around.caller(),
        around.inside(),
        suspects.file(frame.type()),
        line(frame),
        suspects.touch(frame.type(), frame.line()) != Suspects.Touch.NONE,
        explained.scale() * costs.meanOfBase(values),
        explained.scale() * costs.meanOfHead(values),
        new Interval(explained.scale() * change.low(), explained.scale() * change.high()),
        explained.total().isEmpty() ? null : percent(share(values)),
        explained.total().map(total -> share(values, total)).orElse(null),
        suspects.versions(frame.type()).orElse(null));
  }

  private static @Nullable Integer line(Frame frame) {
    return frame.line() == 0 ? null : frame.line();
  }

  private double share(double[] values) {
    return costs.growth(values) / explained.growth();
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
    Interval of = costs.interval(rest);
    return new Interval(
        percent(share + of.low() / explained.growth()),
        percent(share + of.high() / explained.growth()));
  }

  private static double percent(double share) {
    return Math.clamp(100 * share, 0, 100);
  }

  /**
   * What a stack is attributed to: the innermost method that may differ between base and head, or
   * else the innermost that is not the JDK's. Not thread-safe.
   */
  static final class FrameAttribution {
    private final Suspects suspects;
    private final Map<String, Boolean> mayDiffer = new HashMap<>();

    FrameAttribution(Suspects suspects) {
      this.suspects = suspects;
    }

    /** Its frames without what is done further in; none where nobody can be charged. */
    List<Frame> of(Resource resource, Stack stack) {
      List<Frame> frames = stack.frames();
      if (frames.getFirst().type().isEmpty()) {
        // The JVM's own: it does more because of what others do. Who waits for it knows no better.
        return resource == Resource.TAIL || resource == Resource.LIVE ? frames : List.of();
      }
      int end = last(frames, true);
      if (end < 0) {
        end = last(frames, false);
      }
      return end < 0 ? frames : frames.subList(0, end + 1);
    }

    private int last(List<Frame> frames, boolean differing) {
      for (int i = frames.size() - 1; i >= 0; i--) {
        String type = frames.get(i).type();
        if (differing
            ? mayDiffer.computeIfAbsent(type, suspects::mayDiffer)
            : !Suspects.isOfJdk(type)) {
          return i;
        }
      }
      return -1;
    }
  }

  /**
   * How likely it is that frames of one place grew by chance alone, by name; without those that are
   * too small to be tested.
   *
   * @param whole of all that passes through them
   * @param own of what they are {@linkplain FrameAttribution charged with} themselves
   */
  record FramePValues(Map<String, Double> whole, Map<String, Double> own) {
    FramePValues {
      whole = Map.copyOf(whole);
      own = Map.copyOf(own);
    }
  }

  /**
   * What is next to a frame on the stacks that grew.
   *
   * @param frame with the line that grew most; 0 where base and head may number lines otherwise
   * @param caller its name; null where the frame is outermost, or called through a method handle
   * @param inside the name of the innermost frame below it through which at least half of the
   *     growth goes; null where there is none
   */
  record NeighbouringFrames(Frame frame, @Nullable String caller, @Nullable String inside) {
    /** Whose methods call what they are given, and say nothing about who gave it. */
    private static final String HANDLES = "java.lang.invoke.";

    /**
     * Of a line's growth, what another of its method shrank by where code moved from one to
     * another.
     */
    private static final double MOVED = 0.25;

    /** Of these rows, which all hold a frame of that name. */
    static NeighbouringFrames of(ResourceCosts costs, BitSet rows, String name, Suspects suspects) {
      Map<Frame, Double> lines = new HashMap<>();
      Map<String, Double> callers = new HashMap<>();
      Map<String, Double> below = new HashMap<>();
      Map<String, Integer> depths = new HashMap<>();
      double all = 0;
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        List<Frame> frames = costs.rows().get(row).stack().frames();
        double growth = costs.growth(costs.rows().get(row).perRequest());
        int at = innermost(frames, name);
        if (at < 0) {
          continue;
        }
        all += growth;
        lines.merge(frames.get(at), growth, Double::sum);
        if (at > 0 && !frames.get(at - 1).name().startsWith(HANDLES)) {
          callers.merge(frames.get(at - 1).name(), growth, Double::sum);
        }
        Set<String> once = new HashSet<>();
        for (int i = at + 1; i < frames.size(); i++) {
          String inner = frames.get(i).name();
          if (once.add(inner)) {
            below.merge(inner, growth, Double::sum);
            depths.merge(inner, i - at, Math::max);
          }
        }
      }
      double half = all / 2;
      return new NeighbouringFrames(
          frame(lines, suspects)
              .orElseThrow(() -> new IllegalStateException(name + " is on no stack")),
          most(callers, Comparator.naturalOrder()).orElse(null),
          depths.entrySet().stream()
              .filter(entry -> below.getOrDefault(entry.getKey(), 0.0) >= half)
              .max(
                  Map.Entry.<String, Integer>comparingByValue()
                      .thenComparing(Map.Entry.comparingByKey()))
              .map(Map.Entry::getKey)
              .orElse(null));
    }

    /**
     * A line is only known by head's number: what merely moved is less at one and more at another.
     * So in a source that the change touches it is one of the change's own, or unknown; and
     * elsewhere unknown where one shrank, as in another version of a library.
     */
    private static Optional<Frame> frame(Map<Frame, Double> lines, Suspects suspects) {
      Map<Frame, Double> touched = new HashMap<>();
      lines.forEach((frame, growth) -> {
        if (growth > 0 && suspects.touch(frame.type(), frame.line()) == Touch.LINE) {
          touched.put(frame, growth);
        }
      });
      Comparator<Frame> ties = Comparator.comparing(Frame::toString);
      if (!touched.isEmpty()) {
        return most(touched, ties);
      }
      return most(lines, ties)
          .map(frame ->
              suspects.touchesSource(frame.type()) || someMoved(lines, frame)
                  ? new Frame(frame.type(), frame.method(), 0)
                  : frame);
    }

    private static boolean someMoved(Map<Frame, Double> lines, Frame grown) {
      double least = -MOVED * lines.getOrDefault(grown, 0.0);
      return lines.values().stream().anyMatch(growth -> growth < least);
    }

    private static <T> Optional<T> most(Map<T, Double> amounts, Comparator<T> ties) {
      return amounts.entrySet().stream()
          .max(
              Map.Entry.<T, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey(ties)))
          .map(Map.Entry::getKey);
    }
  }
}
