package loomwatch.measure.rounds;

import java.util.Map;
import loomwatch.measure.host.ProcessTree;

/** CPU time of a server of one process, for tests. */
final class CpuTimes {
  private CpuTimes() {}

  static MeasuredWindow.CpuSpan span(long beforeNanos, long afterNanos) {
    return new MeasuredWindow.CpuSpan(at(beforeNanos), at(afterNanos));
  }

  private static ProcessTree.Cpu at(long nanos) {
    return new ProcessTree.Cpu(
        Map.of(new ProcessTree.Cpu.Id(1, 0), new ProcessTree.Cpu.Nanos(nanos, 0)));
  }
}
