package loomwatch.judge.bisect;

import loomwatch.judge.verdict.Size;

/** What is known of one commit. */
public sealed interface CommitResult {

  /** Nobody needed to know. */
  record Not() implements CommitResult {}

  /**
   * It was compared.
   *
   * @param size of what is followed, the last time
   * @param times how often
   */
  record Compared(Size.SeveralPairs size, int times) implements CommitResult {}

  /** What is measured of it is byte for byte what good's is. */
  record Alike() implements CommitResult {}

  /**
   * It cannot be measured.
   *
   * @param reason in a line
   */
  record Skipped(String reason) implements CommitResult {}
}
