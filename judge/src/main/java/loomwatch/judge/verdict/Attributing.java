package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.statistics.Differences;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.Holm;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Attribution.Part;
import loomwatch.judge.verdict.FourArms.Effects;

/**
 * Attributes the changes that are judged together. Two families, each tested for worse and for
 * better like the changes themselves, so that either way the level is twice that of one: what
 * toolchain and code do, and their interactions.
 */
final class Attributing {
  private final Map<ChangeKey, Attribution> byKey = new LinkedHashMap<>();

  /**
   * Attributes them; without four arms, none.
   *
   * @param rows of one mode each
   */
  Attributing(Optional<FourArms> arms, List<ChangeRow> rows) {
    Map<ChangeKey, Effects> effects = new LinkedHashMap<>();
    for (ChangeRow row : rows) {
      arms.flatMap(four -> four.effects(row.key(), row.mode()))
          .filter(found -> found.toolchain().pairs() > 1)
          .ifPresent(found -> effects.put(row.key(), found));
    }
    List<Effects> all = List.copyOf(effects.values());
    List<Differences> mains = new ArrayList<>();
    all.forEach(found -> mains.add(found.toolchain()));
    all.forEach(found -> mains.add(found.code()));
    List<Part> main = parts(mains);
    List<Part> interactions = parts(all.stream().map(Effects::interaction).toList());
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

  /** Each of two blocks or more, so that it has an interval. */
  private static List<Part> parts(List<Differences> effects) {
    List<MeanInterval> means = new ArrayList<>();
    for (Differences each : effects) {
      if (each.mean(0) instanceof Known<MeanInterval>(MeanInterval mean)) {
        means.add(mean);
      }
    }
    double[] worse = Holm.adjust(means.stream().mapToDouble(MeanInterval::pOfMore).toArray());
    double[] better = Holm.adjust(means.stream().mapToDouble(MeanInterval::pOfLess).toArray());
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < means.size(); i++) {
      MeanInterval mean = means.get(i);
      parts.add(
          new Part(
              Percent.of(mean.mean()),
              new Interval(Percent.of(mean.low()), Percent.of(mean.high())),
              mean.mean() < 0 ? better[i] : worse[i]));
    }
    return parts;
  }
}
