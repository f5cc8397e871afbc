package loomwatch.judge.verdict;

/** Formats English plurals. */
public final class Plural {
  private Plural() {}

  /** Returns {@code 1 launch}, {@code 2 launches}. */
  public static String count(int number, String noun) {
    String plural = noun.endsWith("ch") ? noun + "es" : noun + "s";
    return number + " " + (number == 1 ? noun : plural);
  }
}
