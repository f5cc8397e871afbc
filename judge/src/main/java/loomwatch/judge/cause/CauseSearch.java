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
import java.util.stream.IntStream;
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
 * Names the methods that explain the growth of one resource, each part of the growth once.
 *
 * <p>Every caller of what grew grew too, up to {@code Thread.run}, and an innermost JDK method does
 * not show who called it more often. So each stack is attributed to its innermost method that may
 * differ between base and head, or else to the innermost one outside the JDK. From there outwards,
 * the first frame with a tenth of the growth that inner frames do not explain is a cause: the
 * method itself or, where many small callees grew, their caller.
 */
final class CauseSearch {
  /** Minimum share of the growth for a cause to be reported. */
  private static final double LEAST_EXPLAINED = 0.1;

  /**
   * Minimum growth in half widths of its interval, for the rest of a frame whose inclusive cost was
   * tested: with 4 and 4 launches, 1 of 250 is that far from 0 by chance.
   */
  private static final double CLEARLY = 2;

  /** Share of a cause's growth at which a frame that the change touches is named instead. */
  private static final double MOST_OF_IT = 0.6;

  /** Minimum share of a frame's growth that no decrease elsewhere offsets. */
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

  /** The stacks of a frame that no inner frame explains. */
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
    // Self costs come first, because they may be a small part of the inclusive cost.
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
    boolean whole = IntStream.range(0, charged.size()).filter(which).allMatch(rows::get);
    if (isCause(costs.sum(rows::get), whole) && !onlyMoved(rows)) {
      parts.add(new Part(name, rows));
      left.andNot(rows);
    }
  }

  private boolean isChargedTo(int row, String name) {
    List<Frame> frames = charged.get(row);
    return !frames.isEmpty() && frames.getLast().name().equals(name);
  }

  /** Takes the cost of a whole frame, which was tested, or of the rest that inner ones leave. */
  private boolean isCause(double[] values, boolean whole) {
    double growth = costs.growth(values);
    double half = growth - costs.interval(values).low();
    return growth >= LEAST_EXPLAINED * explained.growth() && (whole || growth > CLEARLY * half);
  }

  /**
   * Returns whether the innermost methods of these stacks cost as much less elsewhere. Then they
   * are only reached differently, as when a library's methods were split or renamed.
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

  /** Returns the index of the innermost frame of that name; −1 where there is none. */
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

  /** Returns the frames that grew significantly, the innermost first. */
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

  /** Returns the innermost frame, of the part or further out, that the change touches. */
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
        suspects.versions(frame.type()).orElse(null),
        null,
        null);
  }

  private static @Nullable Integer line(Frame frame) {
    return frame.line() == 0 ? null : frame.line();
  }

  private double share(double[] values) {
    return costs.growth(values) / explained.growth();
  }

  /** Returns the interval of a ratio of growths by the delta method, as both share launches. */
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
   * Attributes a stack to its innermost method that may differ between base and head, or else to
   * the innermost one outside the JDK. Not thread-safe.
   */
  static final class FrameAttribution {
    private final Suspects suspects;
    private final Map<String, Boolean> mayDiffer = new HashMap<>();

    FrameAttribution(Suspects suspects) {
      this.suspects = suspects;
    }

    /** Returns the stack's frames up to the one it is attributed to; empty where there is none. */
    List<Frame> of(Resource resource, Stack stack) {
      List<Frame> frames = stack.frames();
      if (frames.getFirst().type().isEmpty()) {
        // Other code causes the costs of the JVM's own threads, so they stay unattributed, except
        // in the tail and the live set, where nothing better is known.
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
   * Adjusted p values of growth by frame name, without frames too small to be tested.
   *
   * @param whole p values of inclusive costs
   * @param own p values of costs {@linkplain FrameAttribution attributed} to the frame itself
   */
  record FramePValues(Map<String, Double> whole, Map<String, Double> own) {
    FramePValues {
      whole = Map.copyOf(whole);
      own = Map.copyOf(own);
    }
  }

  /**
   * The neighbours of a frame on the stacks that grew.
   *
   * @param frame frame with the line that grew most; line 0 where base and head may number lines
   *     differently
   * @param caller name of the caller; null where the frame is outermost or called through a method
   *     handle
   * @param inside innermost frame below it with at least half of the growth; null where there is
   *     none
   */
  record NeighbouringFrames(Frame frame, @Nullable String caller, @Nullable String inside) {
    /** Package of method handles, whose frames do not identify the caller. */
    private static final String HANDLES = "java.lang.invoke.";

    /** Share of a line's growth by which another line of its method shrinks when code moved. */
    private static final double MOVED = 0.25;

    /** Computes the neighbours from these rows, which all contain a frame of that name. */
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
     * Chooses the frame's line. Stacks use head's line numbers, so moved code shrinks at one line
     * and grows at another. In a source that the change touches, only one of its lines is named;
     * elsewhere the line is unknown if another line shrank, as with a different version of a
     * library.
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
