package loomwatch.judge.verdict;

/** What the policy says to a line of the verdict. */
public sealed interface Ruling permits Ruling.Silent, PolicyResult {

  /** What decided, or why nothing does, in words and figures. */
  String reason();

  /** Nothing: it has no limit for it. */
  record Silent(String reason) implements Ruling {}
}
