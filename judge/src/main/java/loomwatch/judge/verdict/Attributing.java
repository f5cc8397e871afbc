package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.StepDownMaxT;
import loomwatch.judge.verdict.Attribution.Part;
import loomwatch.judge.verdict.FourArms.Effects;
import org.jspecify.annotations.Nullable;

/**
 * Attributes the changes that are judged together. Two families, each tested for worse and for
 * better like the changes themselves, so that either way the level is twice that of one: what
 * toolchain and code do, and their interactions.
 *
 * <p>They are two because of what may be exchanged. If neither factor does anything, base and head
 * may be swapped together with the two between them, which turns the signs of both effects and
 * leaves the interaction as it is; that one turns when the pairs are swapped. The order of a block
 * is drawn so that either is as likely as not.
 */
final class Attributing {
  private final Map<ChangeKey, Attribution> byKey = new LinkedHashMap<>();

  /**
   * Attributes them; without four arms, none.
   *
   * @param rows of one mode each
   */
  Attributing(Optional<FourArms> arms, List<ChangeRow> rows, long seed) {
    Map<ChangeKey, Effects> effects = new LinkedHashMap<>();
    for (ChangeRow row : rows) {
      arms.flatMap(four -> four.effects(row.key(), row.mode()))
          .ifPresent(found -> effects.put(row.key(), found));
    }
    List<Effects> all = List.copyOf(effects.values());
    List<BlockDifferences> mains = new ArrayList<>();
    all.forEach(found -> mains.add(found.toolchain()));
    all.forEach(found -> mains.add(found.code()));
    List<Part> main = parts(mains, seed);
    List<Part> interactions = parts(all.stream().map(Effects::interaction).toList(), seed);
    int i = 0;
    for (ChangeKey key : effects.keySet()) {
      byKey.put(
          key,
          new Attribution(
              all.get(i).toolchain().pairs(),
              main.get(i),
              main.get(all.size() + i),
              interactions.get(i)));
      i++;
    }
  }

  Optional<Attribution> of(ChangeKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  private static List<Part> parts(List<BlockDifferences> effects, long seed) {
    List<Part> parts = new ArrayList<>();
    var worse = StepDownMaxT.greater(effects, new Random(seed));
    var better =
        StepDownMaxT.greater(
            effects.stream().map(BlockDifferences::negated).toList(), new Random(seed));
    for (int i = 0; i < effects.size(); i++) {
      if (worse.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT up)
          && better.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT down)) {
        double p = up.mean() < 0 ? down.adjusted() : up.adjusted();
        parts.add(new Part(percent(up.mean()), interval(effects.get(i).values()), p));
      }
    }
    return parts;
  }

  private static @Nullable Interval interval(double[] logs) {
    return MeanInterval.of(logs) instanceof Known<MeanInterval>(MeanInterval m)
        ? new Interval(percent(m.low()), percent(m.high()))
        : null;
  }

  private static double percent(double log) {
    return Percent.of(log);
  }
}
