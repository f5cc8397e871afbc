package loomwatch.tell.json;

import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/** A {@link Change} as {@code verdict.json} has it: flat, with null for what it has not. */
record StoredChange(
    @Nullable Double base,
    @Nullable Double head,
    int pairs,
    @Nullable Double effectPercent,
    @Nullable Interval effectInterval,
    @Nullable Double tolerancePercent,
    @Nullable Double pAdjusted,
    @Nullable Double pBetter,
    @Nullable Double mdePercent,
    boolean suspected,
    @Nullable StoredFound found,
    @Nullable Double floorPercent) {

  static StoredChange of(Change change) {
    Optional<Size.Levels> measured =
        change.size() instanceof Size.Levels both ? Optional.of(both) : Optional.empty();
    Optional<Judged> judged = change.judged();
    return new StoredChange(
        measured.map(Size.Levels::base).orElse(null),
        measured.map(Size.Levels::head).orElse(null),
        change.pairs(),
        change.ratio().map(Size.Ratio::percent).orElse(null),
        change.bounded().map(Size.SeveralPairs::interval).orElse(null),
        judged.map(Judged::tolerancePercent).orElse(null),
        worse(change.standing()),
        judged.flatMap(Judged::tested).map(Tested::better).orElse(null),
        boxed(change.bounded().map(Size.SeveralPairs::mdePercent).orElse(OptionalDouble.empty())),
        judged.filter(Judged::suspected).isPresent(),
        judged.map(Judged::found).map(StoredFound::of).orElse(null),
        boxed(change.floorPercent()));
  }

  private static @Nullable Double worse(ChangeAssessment standing) {
    return switch (standing) {
      case ChangeAssessment.Untested none -> null;
      case ChangeAssessment.TwoSided(double p) -> p;
      case Judged judged -> judged.tested().map(Tested::worse).orElse(null);
    };
  }

  /**
   * The change.
   *
   * @throws Misfit when its fields do not go together
   */
  Change change() {
    Size size = size();
    return new Change(pairs, size, standing(size), unboxed(floorPercent));
  }

  private Size size() {
    if (base == null || head == null) {
      require(base == null && head == null, "have both base and head, or neither");
      require(effectPercent == null, "have no effectPercent without base and head");
    }
    if (effectPercent == null || effectInterval == null) {
      require(effectInterval == null, "have no effectInterval without effectPercent");
      require(mdePercent == null, "have no mdePercent without effectInterval");
    }
    if (base == null || head == null) {
      return new Size.NoPair();
    }
    if (effectPercent == null) {
      return new Size.NoRatio(base, head);
    }
    return effectInterval == null
        ? new Size.OnePair(base, head, effectPercent)
        : new Size.SeveralPairs(base, head, effectPercent, effectInterval, unboxed(mdePercent));
  }

  private ChangeAssessment standing(Size size) {
    if (tolerancePercent == null || found == null) {
      require(
          tolerancePercent == null && found == null && pBetter == null && !suspected,
          "have no found or pBetter without tolerancePercent, and a found with it");
      return pAdjusted == null
          ? new ChangeAssessment.Untested()
          : new ChangeAssessment.TwoSided(pAdjusted);
    }
    Optional<Tested> tested =
        pAdjusted == null || pBetter == null
            ? Optional.empty()
            : Optional.of(new Tested(pAdjusted, pBetter));
    boolean whole = tested.isPresent() || pAdjusted == null && pBetter == null;
    require(
        whole && tested.isPresent() == size instanceof Size.SeveralPairs,
        "have pAdjusted and pBetter where it has effectInterval, and neither elsewhere");
    return new Judged(tolerancePercent, tested, found.found(), suspected);
  }

  private static void require(boolean fits, String rule) {
    Misfit.unless(fits, ".change must " + rule);
  }

  private static @Nullable Double boxed(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }

  private static OptionalDouble unboxed(@Nullable Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }
}
