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
 * All that a pass with profilers says of a comparison: {@code causes.json}.
 *
 * @param profilers what CPU and allocation were profiled with, each once
 * @param causes the best first; none where nothing is shown
 * @param frames those whose cost moved most, of each of these
 * @param remarks on what could not be had, a sentence each
 */
public record CauseReport(
    int schema,
    String recordId,
    List<String> profilers,
    List<Cause> causes,
    List<CauseFindings.Total> totals,
    List<FrameChange> frames,
    List<String> remarks) {
  /** The version this code writes. */
  public static final int SCHEMA = 1;

  public CauseReport {
    profilers = List.copyOf(profilers);
    causes = List.copyOf(causes);
    totals = List.copyOf(totals);
    frames = List.copyOf(frames);
    remarks = List.copyOf(remarks);
  }

  /**
   * What a pass with profilers came to.
   *
   * @param causes the best first; none where nothing is shown
   * @param frames those whose cost moved most, of each of these
   */
  public record CauseFindings(List<Cause> causes, List<Total> totals, List<FrameChange> frames) {
    public CauseFindings {
      causes = List.copyOf(causes);
      totals = List.copyOf(totals);
      frames = List.copyOf(frames);
    }

    /**
     * What a request spent in all, with profilers.
     *
     * @param change from base to head, a 90 % interval
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

      /** Whether so many launches can show anything: 4 and 3 can be relabelled in 35 ways. */
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
   * What a method cost in base and in head.
   *
   * @param self by itself, of each request, slow request or launch
   * @param total with all that it called
   * @param p that its total grew by chance alone, tested together with all frames that the change
   *     touches, or with all others; null where it was too small to be tested
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
    /** Of each scenario, mode and resource. */
    private static final int MOST = 40;

    /**
     * A cost in both variants.
     *
     * @param change from base to head, a 90 % interval
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

    /** Those that moved most, by themselves or with what they called. */
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
