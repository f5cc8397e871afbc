package loomwatch.harness.job;

import org.jspecify.annotations.Nullable;

/** Wrong usage that only a check of several options detects; exit code 64. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UsageException(@Nullable String message) {
    super(message);
  }
}
