package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commits that a tag names: what a team has released. */
public final class TaggedCommits {
  private TaggedCommits() {}

  /** By revision; none where there is no git or no repository. */
  public static Set<String> of(Path checkout) throws InterruptedException {
    try {
      // Of an annotated tag the second is the commit.
      Git.Answer answer =
          new Git(checkout)
              .ask("for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags");
      return answer.worked()
          ? Stream.of(answer.out().split("\\s+")).collect(Collectors.toUnmodifiableSet())
          : Set.of();
    } catch (IOException noGit) {
      return Set.of();
    }
  }
}
