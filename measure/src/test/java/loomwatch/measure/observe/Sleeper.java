package loomwatch.measure.observe;

import java.util.Locale;

/** A JVM that knows nothing of Loomwatch and does nothing for a minute. */
final class Sleeper {
  private Sleeper() {}

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    System.out.println("up");
    Thread.sleep(60_000);
  }
}
