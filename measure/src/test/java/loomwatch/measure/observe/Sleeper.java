package loomwatch.measure.observe;

import java.util.Locale;

/** A JVM that knows nothing of Loomwatch and does nothing for a minute. */
final class Sleeper {
  /** 8 MiB that stay. */
  private static final byte[][] KEPT = new byte[8][1 << 20];

  private Sleeper() {}

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    System.out.println(KEPT.length > 0 ? "up" : "");
    Thread.sleep(60_000);
  }
}
