package loomwatch.harness.bisect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.bisect.Bisection;
import loomwatch.judge.bisect.Bisection.EffectEstimate;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;

/** The results of each commit so far. */
final class CommitResults {
  private final SearchRange range;
  private final FollowedChange followed;
  private final Size.Levels whole;
  private final Bisection bisection;
  private final Map<String, CommitResult> results = new HashMap<>();
  private final Set<String> failedOnce = new HashSet<>();

  CommitResults(SearchRange range, FollowedChange followed, Size.Levels whole) {
    this.range = range;
    this.followed = followed;
    this.whole = whole;
    bisection = new Bisection(range.ids().size(), EffectEstimate.of(whole, whole));
    results.put(range.bad(), new CommitResult.Compared(whole, 1));
  }

  /** Adds stored results; they do not reduce the number of comparisons that may follow. */
  void take(Map<String, List<Size.Levels>> sizes) {
    sizes.forEach((commit, of) -> {
      if (!commit.equals(range.bad())) {
        of.forEach(size -> {
          note(commit, size);
          bisection.learned(number(commit), EffectEstimate.of(size, whole));
        });
      }
    });
  }

  OptionalInt next() {
    return bisection.next();
  }

  int left() {
    return bisection.left();
  }

  /** Adds a result; a comparison without a valid one is repeated once. */
  void compared(String commit, Optional<Size.Levels> size) {
    if (size.isEmpty()) {
      if (!failedOnce.add(commit)) {
        skipped(commit, "it could not be measured validly, twice");
      }
      return;
    }
    note(commit, size.get());
    bisection.answered(number(commit), EffectEstimate.of(size.get(), whole));
  }

  private void note(String commit, Size.Levels size) {
    int before =
        results.get(commit) instanceof CommitResult.Compared compared ? compared.times() : 0;
    results.put(commit, new CommitResult.Compared(size, before + 1));
  }

  void alike(String commit) {
    results.put(commit, new CommitResult.Alike());
    bisection.answered(number(commit), EffectEstimate.nothing());
  }

  void skipped(String commit, String reason) {
    results.put(commit, new CommitResult.Skipped(reason.lines().findFirst().orElse("").strip()));
    bisection.skipped(number(commit));
  }

  String text(String commit) {
    return switch (results.getOrDefault(commit, new CommitResult.Not())) {
      case CommitResult.Not() -> "was not measured validly";
      case CommitResult.Alike() -> "is what good is";
      case CommitResult.Skipped(String reason) -> "is skipped: " + reason;
      case CommitResult.Compared(Size.Levels size, int times) ->
          followed.metric().isExact()
              ? "has %s %s"
                  .formatted(
                      HeadRelativeChange.grew(followed.metric(), size),
                      followed.metric().wording().name())
              : "is " + HeadRelativeChange.grew(followed.metric(), size) + " from good";
    };
  }

  BisectFindings findings() {
    List<BisectFindings.Commit> all =
        range.ids().stream()
            .map(id ->
                new BisectFindings.Commit(
                    id, range.title(id), results.getOrDefault(id, new CommitResult.Not())))
            .toList();
    return new BisectFindings(range.good(), followed, whole, all, bisection.found());
  }

  private int number(String commit) {
    return range.ids().indexOf(commit) + 1;
  }
}
