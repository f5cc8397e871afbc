package loomwatch.judge.cause;

import java.util.List;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Mode;
import loomwatch.results.stacks.Resource;

/**
 * What a pass with profilers came to.
 *
 * @param causes the best first; none where nothing is shown
 * @param totals of every scenario, mode and resource
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
   * @param scenario that was loaded
   * @param mode of the threads
   * @param resource that was spent
   * @param baseLaunches how many there were
   * @param headLaunches how many there were
   * @param base the mean over its launches
   * @param head the mean over its launches
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

    static Total of(ResourceCosts spending) {
      double[] total = spending.total();
      return new Total(
          spending.place().scenario(),
          spending.place().mode(),
          spending.place().resource(),
          spending.bases(),
          spending.heads(),
          spending.meanOfBase(total),
          spending.meanOfHead(total),
          Bounds.finite(spending.interval(total), spending.growth(total)));
    }
  }
}
