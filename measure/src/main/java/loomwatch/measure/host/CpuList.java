package loomwatch.measure.host;

import java.util.ArrayList;
import java.util.List;

/** The kernel's format of a set of CPUs: {@code 0-3,8}. */
public final class CpuList {
  private static final String FORMAT = "(\\d{1,6}(-\\d{1,6})?)(,\\d{1,6}(-\\d{1,6})?)*";

  private CpuList() {}

  /** The CPUs in a list; none in an empty one, nor in what is no list. */
  public static List<Integer> parse(String text) {
    List<Integer> cpus = new ArrayList<>();
    if (!text.matches(FORMAT)) {
      return cpus;
    }
    for (String range : text.split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  /** The list of CPUs in rising order, as {@code taskset -c} and a person like it. */
  public static String format(List<Integer> cpus) {
    List<String> ranges = new ArrayList<>();
    List<Integer> sorted = cpus.stream().distinct().sorted().toList();
    for (int from = 0, to; from < sorted.size(); from = to) {
      to = from + 1;
      while (to < sorted.size() && sorted.get(to) == sorted.get(to - 1) + 1) {
        to++;
      }
      int first = sorted.get(from);
      int last = sorted.get(to - 1);
      ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
    return String.join(",", ranges);
  }
}
