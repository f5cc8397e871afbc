package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The step-down max-T procedure as the books word it, another way than the code under test: test
 * the metrics that remain by their maximum, take the most extreme away, and again.
 */
final class BruteForce {
  private BruteForce() {}

  static Double[] stepDown(List<BlockDifferences> metrics, DoubleUnaryOperator tail) {
    List<Map<Integer, Double>> byBlock = metrics.stream().map(BruteForce::byBlock).toList();
    Double[] adjusted = new Double[metrics.size()];
    List<Integer> remaining = new ArrayList<>();
    for (int k = 0; k < metrics.size(); k++) {
      remaining.add(k);
    }
    double soFar = 0;
    while (!remaining.isEmpty()) {
      int top = remaining.getFirst();
      for (int k : remaining) {
        top = t(byBlock.get(k), 0, tail) > t(byBlock.get(top), 0, tail) ? k : top;
      }
      soFar = Math.max(soFar, shareAsExtreme(byBlock, remaining, top, tail));
      adjusted[top] = soFar;
      remaining.remove(Integer.valueOf(top));
    }
    return adjusted;
  }

  private static double shareAsExtreme(
      List<Map<Integer, Double>> metrics,
      List<Integer> remaining,
      int top,
      DoubleUnaryOperator tail) {
    double observed = t(metrics.get(top), 0, tail);
    int reached = 0;
    // Sixteen bits: blocks 0…15, most of them in no metric; each share stays what it is.
    for (int flipped = 0; flipped < 1 << 16; flipped += 1 << 10) {
      int signs = flipped;
      reached +=
          remaining.stream().anyMatch(k -> t(metrics.get(k), signs, tail) >= observed - 1e-9)
              ? 1
              : 0;
    }
    return reached / 64.0;
  }

  /** Mean over root mean square, times √n. */
  private static double t(Map<Integer, Double> metric, int flipped, DoubleUnaryOperator tail) {
    double sum = 0;
    double squares = 0;
    for (Map.Entry<Integer, Double> entry : metric.entrySet()) {
      boolean flip = (flipped >> entry.getKey() & 1) == 1;
      sum += flip ? -entry.getValue() : entry.getValue();
      squares += Math.pow(entry.getValue(), 2);
    }
    double rootMeanSquare = Math.sqrt(squares / metric.size());
    return tail.applyAsDouble(sum / metric.size() / rootMeanSquare * Math.sqrt(metric.size()));
  }

  private static Map<Integer, Double> byBlock(BlockDifferences metric) {
    Map<Integer, Double> byBlock = new HashMap<>();
    int[] blocks = metric.blocks().toArray();
    for (int i = 0; i < blocks.length; i++) {
      byBlock.put(blocks[i], metric.values()[i]);
    }
    return byBlock;
  }
}
