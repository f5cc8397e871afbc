package loomwatch.harness.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;

/** The limits of a service whose team has written none. */
final class UsualPolicy {
  private static final String FILE = "usual-thresholds.yaml";

  private UsualPolicy() {}

  /** Them, for every one of these scenarios. */
  static Thresholds read(Set<String> scenarios) {
    return ThresholdsReader.parse("the usual limits", text(), scenarios);
  }

  /** As a team may change it. */
  static String text() {
    try (InputStream in = Objects.requireNonNull(UsualPolicy.class.getResourceAsStream(FILE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
