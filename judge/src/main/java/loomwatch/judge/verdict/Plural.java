package loomwatch.judge.verdict;

/** English as reasons and reports need it. */
public final class Plural {
  private Plural() {}

  /** {@code 1 launch}, {@code 2 launches}. */
  public static String count(int number, String noun) {
    String plural = noun.endsWith("ch") ? noun + "es" : noun + "s";
    return number + " " + (number == 1 ? noun : plural);
  }
}
