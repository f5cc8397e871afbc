package loomwatch.results;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) of texts, as records and verdicts write it. */
public final class Sha256 {
  private Sha256() {}

  /** {@code sha256:} and 64 hexadecimal digits, of the text's UTF-8 bytes. */
  public static String of(String text) {
    byte[] digest = digest().digest(text.getBytes(StandardCharsets.UTF_8));
    return "sha256:" + HexFormat.of().formatHex(digest);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("cannot happen: every Java platform has SHA-256", e);
    }
  }
}
