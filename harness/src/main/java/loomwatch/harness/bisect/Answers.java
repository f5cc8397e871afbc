package loomwatch.harness.bisect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loomwatch.judge.bisect.Asked;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.Bisection;
import loomwatch.judge.bisect.Followed;
import loomwatch.judge.verdict.HeadsFigure;
import loomwatch.judge.verdict.Size;

/** What is known of each commit, and what follows from it. */
final class Answers {
  private final Commits commits;
  private final Followed followed;
  private final Size.SeveralPairs whole;
  private final Bisection bisection;
  private final Map<String, Asked> asked = new HashMap<>();
  private final Set<String> failedOnce = new HashSet<>();

  Answers(Commits commits, Followed followed, Size.SeveralPairs whole) {
    this.commits = commits;
    this.followed = followed;
    this.whole = whole;
    bisection = new Bisection(commits.ids().size(), Bisection.Measured.of(whole));
    asked.put(commits.bad(), new Asked.Compared(whole, 1));
  }

  /** Those of an earlier day; as many may be asked for as without them. */
  void take(Map<String, List<Size.SeveralPairs>> sizes) {
    sizes.forEach((commit, of) -> {
      if (!commit.equals(commits.bad())) {
        of.forEach(size -> {
          note(commit, size);
          bisection.learned(number(commit), Bisection.Measured.of(size));
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
    bisection.answered(number(commit), Bisection.Measured.of(size.get()));
  }

  private void note(String commit, Size.SeveralPairs size) {
    int before = asked.get(commit) instanceof Asked.Compared compared ? compared.times() : 0;
    asked.put(commit, new Asked.Compared(size, before + 1));
  }

  void alike(String commit) {
    asked.put(commit, new Asked.Alike());
    bisection.answered(number(commit), Bisection.Measured.nothing());
  }

  void skipped(String commit, String reason) {
    asked.put(commit, new Asked.Skipped(reason.lines().findFirst().orElse("").strip()));
    bisection.skipped(number(commit));
  }

  /** For progress. */
  String told(String commit) {
    return switch (asked.getOrDefault(commit, new Asked.Not())) {
      case Asked.Not() -> "was not measured validly";
      case Asked.Alike() -> "is what good is";
      case Asked.Skipped(String reason) -> "is skipped: " + reason;
      case Asked.Compared(Size.SeveralPairs size, int times) ->
          "is " + HeadsFigure.grew(followed.metric(), size) + " from good";
    };
  }

  BisectFindings findings() {
    List<BisectFindings.Commit> all =
        commits.ids().stream()
            .map(id ->
                new BisectFindings.Commit(
                    id, commits.title(id), asked.getOrDefault(id, new Asked.Not())))
            .toList();
    return new BisectFindings(commits.good(), followed, whole, all, bisection.found());
  }

  private int number(String commit) {
    return commits.ids().indexOf(commit) + 1;
  }
}
