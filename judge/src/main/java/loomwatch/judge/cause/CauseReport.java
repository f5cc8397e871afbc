package loomwatch.judge.cause;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code causes.json}: all results of a profiled run of a comparison.
 *
 * @param profilers profilers of CPU and allocation, each once
 * @param causes causes, the best first; empty if none is significant
 * @param frames frames whose cost changed most, for each scenario, mode and resource
 * @param remarks data that could not be obtained, a sentence each
 */
public record CauseReport(
    int schema,
    String recordId,
    List<String> profilers,
    List<Cause> causes,
    List<CauseFindings.Total> totals,
    List<FrameChange> frames,
    List<String> remarks) {
  public static final int SCHEMA = 1;

  public CauseReport {
    profilers = List.copyOf(profilers);
    causes = List.copyOf(causes);
    totals = List.copyOf(totals);
    frames = List.copyOf(frames);
    remarks = List.copyOf(remarks);
  }

  /**
   * The results of a profiled run. The causes are sorted, the best first; they may be none.
   *
   * @param frames frames whose cost changed most, for each scenario, mode and resource
   */
  public record CauseFindings(List<Cause> causes, List<Total> totals, List<FrameChange> frames) {
    public CauseFindings {
      causes = List.copyOf(causes);
      totals = List.copyOf(totals);
      frames = List.copyOf(frames);
    }

    /**
     * The total cost of a request under profilers.
     *
     * @param change change from base to head, a 90 % interval
     */
    public record Total(
        String scenario,
        Mode mode,
        Resource resource,
        int baseLaunches,
        int headLaunches,
        double base,
        double head,
        Interval change) {

      /** Returns whether the launches can show a cause: 4 and 3 can be relabelled in 35 ways. */
      public boolean canShow() {
        return Math.min(baseLaunches, headLaunches) >= 3 && baseLaunches + headLaunches >= 7;
      }

      static Total of(ResourceCosts costs) {
        double[] total = costs.total();
        return new Total(
            costs.place().scenario(),
            costs.place().mode(),
            costs.place().resource(),
            costs.bases(),
            costs.heads(),
            costs.meanOfBase(total),
            costs.meanOfHead(total),
            costs.finiteInterval(total));
      }
    }
  }

  /**
   * The cost of a method in base and head.
   *
   * @param self self cost per request, slow request or launch
   * @param total inclusive cost
   * @param p adjusted p of the inclusive growth, among the frames that the change touches or among
   *     the others; null if the frame was too small to be tested
   */
  public record FrameChange(
      String scenario,
      Mode mode,
      Resource resource,
      String method,
      Moved self,
      Moved total,
      @Nullable Double p,
      boolean changed) {
    /** Maximum number of frames for each scenario, mode and resource. */
    private static final int MOST = 40;

    /**
     * A cost in both variants.
     *
     * @param change change from base to head, a 90 % interval
     */
    public record Moved(double base, double head, Interval change) {
      static Moved of(ResourceCosts costs, double[] values) {
        return new Moved(
            costs.meanOfBase(values), costs.meanOfHead(values), costs.finiteInterval(values));
      }

      double size() {
        return Math.abs(head - base);
      }
    }

    /** Returns the frames with the largest changes of self or inclusive cost. */
    static List<FrameChange> of(ResourceCosts costs, Map<String, Double> p, Suspects suspects) {
      List<List<String>> names = costs.frameNames();
      Map<String, double[]> total = costs.inclusive(names);
      Map<String, double[]> self =
          costs.inclusive(names.stream().map(all -> List.of(all.getLast())).toList());
      Map<String, String> types = new HashMap<>();
      costs.rows().stream()
          .flatMap(row -> row.stack().frames().stream())
          .forEach((Frame frame) -> types.putIfAbsent(frame.name(), frame.type()));
      double[] nothing = new double[costs.bases() + costs.heads()];
      List<FrameChange> all =
          total.entrySet().stream()
              .map(entry ->
                  new FrameChange(
                      costs.place().scenario(),
                      costs.place().mode(),
                      costs.place().resource(),
                      entry.getKey(),
                      Moved.of(costs, self.getOrDefault(entry.getKey(), nothing)),
                      Moved.of(costs, entry.getValue()),
                      p.get(entry.getKey()),
                      suspects.touch(types.getOrDefault(entry.getKey(), ""), 0)
                          != Suspects.Touch.NONE))
              .toList();
      Comparator<FrameChange> byName = Comparator.comparing(FrameChange::method);
      return Stream.concat(
              all.stream()
                  .sorted(
                      Comparator.comparingDouble((FrameChange frame) -> -frame.self.size())
                          .thenComparing(byName))
                  .limit(MOST / 2),
              all.stream()
                  .sorted(
                      Comparator.comparingDouble((FrameChange frame) -> -frame.total.size())
                          .thenComparing(byName))
                  .limit(MOST / 2))
          .distinct()
          .sorted(
              Comparator.comparingDouble((FrameChange frame) -> -frame.self.size())
                  .thenComparing(byName))
          .toList();
    }
  }
}
