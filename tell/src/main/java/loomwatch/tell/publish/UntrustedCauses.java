package loomwatch.tell.publish;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import loomwatch.judge.cause.CauseFinder;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.json.CausesJson;

/**
 * Reads the causes that came with a run that may be a stranger's. They are what its machine says it
 * saw, and cannot be judged anew: so they are told only of what this checkout itself judged to have
 * got worse, and no name in them is longer or other than a name may be.
 */
final class UntrustedCauses {
  private static final int LONGEST_NAME = 500;
  private static final int MOST_LINES = 10_000_000;

  private UntrustedCauses() {}

  /**
   * The verdict with them; without, where there are none.
   *
   * @throws loomwatch.results.files.RecordException when they are anything but causes of that
   *     record
   */
  static Verdict in(Path directory, Verdict verdict) {
    Path file = directory.resolve("causes.json");
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return verdict;
    }
    String source = file.toString();
    CauseReport explanation = CausesJson.read(UntrustedRun.text(file), source);
    if (!explanation.recordId().equals(verdict.recordId())) {
      throw UntrustedRun.refused(
          source, "recordId", verdict.recordId(), Clipped.quoted(explanation.recordId()));
    }
    List<Cause> first = explanation.causes().stream().limit(CauseFinder.MOST_CAUSES).toList();
    first.forEach(cause -> requireSound(cause, source));
    List<Cause> believed = first.stream().filter(cause -> cause.isOfWhatGotWorse(verdict)).toList();
    return believed.isEmpty() ? verdict : verdict.because(believed);
  }

  private static void requireSound(Cause cause, String source) {
    requireName(source, "method", cause.method());
    if (!cause.file().isEmpty()) {
      requireName(source, "file", cause.file());
    }
    if (cause.caller() != null) {
      requireName(source, "caller", cause.caller());
    }
    if (cause.inside() != null) {
      requireName(source, "inside", cause.inside());
    }
    if (cause.versions() != null) {
      requireName(source, "versions.base", cause.versions().base());
      requireName(source, "versions.head", cause.versions().head());
    }
    if (cause.file().startsWith("/") || List.of(cause.file().split("/", -1)).contains("..")) {
      throw UntrustedRun.refused(
          source, "file", "a path within the repository", Clipped.quoted(cause.file()));
    }
    Integer line = cause.line();
    if (line != null && (line < 1 || line > MOST_LINES)) {
      throw UntrustedRun.refused(source, "line", "from 1 to " + MOST_LINES, Integer.toString(line));
    }
  }

  private static void requireName(String source, String what, String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw UntrustedRun.refused(
          source, what, "of 1 to " + LONGEST_NAME + " characters", Clipped.quoted(name));
    }
  }
}
