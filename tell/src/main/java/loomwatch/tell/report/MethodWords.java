package loomwatch.tell.report;

import java.util.regex.Pattern;

/** Names of methods as sentences have them. */
final class MethodWords {
  private static final Pattern PACKAGES = Pattern.compile("^(?:[^.$]+\\.)*?(?=[^.]+\\.[^.]+$)");

  private MethodWords() {}

  /** {@code Http11OutputBuffer.sendHeader}: without its package; of a lambda, where it stands. */
  static String shortly(String method) {
    String name = PACKAGES.matcher(method).replaceFirst("");
    String where = name.replace(".lambda$", ".").replace(".$anonfun$", ".").replace("$lambda", "");
    return where.equals(name) ? name : where + " (a lambda)";
  }
}
