package loomwatch.judge.cause;

import java.util.List;
import loomwatch.judge.verdict.Cause;

/**
 * All that a pass with profilers says of a comparison: {@code causes.json}.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param recordId the record of the comparison
 * @param profilers what told of CPU and allocation, each once
 * @param causes the best first; none where nothing is shown
 * @param totals of every scenario, mode and resource
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
}
