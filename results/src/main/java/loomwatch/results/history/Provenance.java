package loomwatch.results.history;

import java.time.Instant;
import loomwatch.results.Require;
import org.jspecify.annotations.Nullable;

/**
 * Where the numbers of an entry come from. Texts are data of strangers: whoever shows them escapes
 * them.
 *
 * @param commit the full id of the revision measured, or {@code unknown} outside a repository
 * @param parent the id of its first parent, where known
 * @param committedAt when it was committed, by the committer's clock
 * @param message the first line of its message
 * @param author who wrote it
 * @param branch on which it was measured
 * @param release the tag it was released as
 * @param runUrl the page of the run that measured it
 */
public record Provenance(
    String commit,
    @Nullable String parent,
    @Nullable Instant committedAt,
    @Nullable String message,
    @Nullable String author,
    @Nullable String branch,
    @Nullable String release,
    @Nullable String runUrl) {

  /** The commit of a measurement outside a repository. */
  public static final String UNKNOWN = "unknown";

  private static final int LONGEST = 500;

  public Provenance {
    Require.text("commit", commit);
  }

  /** A message or a name within reason, and not half a character, which no file could hold. */
  public static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    boolean within = Character.isHighSurrogate(text.charAt(LONGEST - 1));
    return text.substring(0, within ? LONGEST - 1 : LONGEST);
  }

  /** Nothing but the commit. */
  public static Provenance of(String commit) {
    return new Provenance(commit, null, null, null, null, null, null, null);
  }
}
