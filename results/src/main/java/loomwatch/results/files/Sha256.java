package loomwatch.results.files;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4), which identifies content in records, verdicts and caches. */
public final class Sha256 {
  public static final String PATTERN = "sha256:[0-9a-f]{64}";

  private Sha256() {}

  /** Returns {@code sha256:} and 64 hexadecimal digits, of the text's UTF-8 bytes. */
  public static String of(String text) {
    return "sha256:" + hex(text);
  }

  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("cannot happen: every Java platform has SHA-256", e);
    }
  }
}
