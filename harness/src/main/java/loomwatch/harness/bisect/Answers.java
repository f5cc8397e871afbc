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
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;

/** What is known of each commit, and what follows from it. */
final class Answers {
  private final Commits commits;
  private final FollowedChange followed;
  private final Size.SeveralPairs whole;
  private final Bisection bisection;
  private final Map<String, CommitResult> asked = new HashMap<>();
  private final Set<String> failedOnce = new HashSet<>();

  Answers(Commits commits, FollowedChange followed, Size.SeveralPairs whole) {
    this.commits = commits;
    this.followed = followed;
    this.whole = whole;
    bisection = new Bisection(commits.ids().size(), Bisection.EffectEstimate.of(whole));
    asked.put(commits.bad(), new CommitResult.Compared(whole, 1));
  }

  /** Those of an earlier day; as many may be asked for as without them. */
  void take(Map<String, List<Size.SeveralPairs>> sizes) {
    sizes.forEach((commit, of) -> {
      if (!commit.equals(commits.bad())) {
        of.forEach(size -> {
          note(commit, size);
          bisection.learned(number(commit), Bisection.EffectEstimate.of(size));
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

  /** A comparison of which nothing came, as where the host moved, is tried once more. */
  void compared(String commit, Optional<Size.SeveralPairs> size) {
    if (size.isEmpty()) {
      if (!failedOnce.add(commit)) {
        skipped(commit, "it could not be measured validly, twice");
      }
      return;
    }
    note(commit, size.get());
    bisection.answered(number(commit), Bisection.EffectEstimate.of(size.get()));
  }

  private void note(String commit, Size.SeveralPairs size) {
    int before = asked.get(commit) instanceof CommitResult.Compared compared ? compared.times() : 0;
    asked.put(commit, new CommitResult.Compared(size, before + 1));
  }

  void alike(String commit) {
    asked.put(commit, new CommitResult.Alike());
    bisection.answered(number(commit), Bisection.EffectEstimate.nothing());
  }

  void skipped(String commit, String reason) {
    asked.put(commit, new CommitResult.Skipped(reason.lines().findFirst().orElse("").strip()));
    bisection.skipped(number(commit));
  }

  /** For progress. */
  String told(String commit) {
    return switch (asked.getOrDefault(commit, new CommitResult.Not())) {
      case CommitResult.Not() -> "was not measured validly";
      case CommitResult.Alike() -> "is what good is";
      case CommitResult.Skipped(String reason) -> "is skipped: " + reason;
      case CommitResult.Compared(Size.SeveralPairs size, int times) ->
          "is " + HeadRelativeChange.grew(followed.metric(), size) + " from good";
    };
  }

  BisectFindings findings() {
    List<BisectFindings.Commit> all =
        commits.ids().stream()
            .map(id ->
                new BisectFindings.Commit(
                    id, commits.title(id), asked.getOrDefault(id, new CommitResult.Not())))
            .toList();
    return new BisectFindings(commits.good(), followed, whole, all, bisection.found());
  }

  private int number(String commit) {
    return commits.ids().indexOf(commit) + 1;
  }
}
