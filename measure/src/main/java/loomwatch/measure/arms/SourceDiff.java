package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What differs between the sources of two revisions, as git tells it.
 *
 * @param files all that head has, as paths from the repository's top
 * @param touched lines of head that were added, by path; where lines were only deleted, those next
 *     to the gap; of a file that git does not know yet, all
 */
public record SourceDiff(List<String> files, Map<String, List<Lines>> touched) {
  /** Nothing differs, or git cannot tell. */
  public static final SourceDiff NONE = new SourceDiff(List.of(), Map.of());

  private static final Pattern HUNK =
      Pattern.compile("@@ -\\d+(?:,\\d+)? \\+(\\d+)(?:,(\\d+))? @@.*");

  private static final String ADDED = "+++ b/";

  public SourceDiff {
    files = List.copyOf(files);
    touched = Map.copyOf(touched);
  }

  /**
   * Lines of a file.
   *
   * @param first from 1
   * @param last at least {@code first}
   */
  public record Lines(int first, int last) {
    /** Of a new file. */
    static final Lines ALL = new Lines(1, Integer.MAX_VALUE);
  }

  /**
   * Asks git.
   *
   * @param folder within the repository
   */
  public static SourceDiff between(Path folder, Revision base, Revision head)
      throws IOException, InterruptedException {
    if (base.equals(head)) {
      return NONE;
    }
    Git.Answer top = new Git(folder).ask("rev-parse", "--show-toplevel");
    if (!top.worked()) {
      return NONE;
    }
    Git git = new Git(Path.of(top.out()));
    List<String> ask =
        new ArrayList<>(
            List.of(
                "-c",
                "core.quotePath=false",
                "diff",
                "--no-color",
                "--no-ext-diff",
                "--no-renames",
                "--unified=0"));
    // What has changes is the working tree, which git compares with when no second is named. The
    // other way round it turns the prefixes round too.
    if (base.dirty()) {
      ask.addAll(List.of("--src-prefix=b/", "--dst-prefix=a/", "-R", head.commit()));
    } else {
      ask.addAll(List.of("--src-prefix=a/", "--dst-prefix=b/", base.commit()));
      if (!head.dirty()) {
        ask.add(head.commit());
      }
    }
    ask.add("--");
    Git.Answer diff = git.ask(ask.toArray(String[]::new));
    Git.Answer files =
        head.dirty()
            ? git.ask("-c", "core.quotePath=false", "ls-files")
            : git.ask("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", head.commit());
    if (!diff.worked() || !files.worked()) {
      return NONE;
    }
    List<String> all = new ArrayList<>(files.out().lines().toList());
    Map<String, List<Lines>> touched = touched(diff.out());
    if (head.dirty()) {
      for (String file : untracked(git)) {
        all.add(file);
        touched.put(file, List.of(Lines.ALL));
      }
    }
    return new SourceDiff(all, touched);
  }

  /** New files that were not added yet; those that are ignored left out. */
  private static List<String> untracked(Git git) throws IOException, InterruptedException {
    return git.ask("-c", "core.quotePath=false", "ls-files", "--others", "--exclude-standard")
        .out()
        .lines()
        .toList();
  }

  /** Reads a diff without context. */
  static Map<String, List<Lines>> touched(String diff) {
    Map<String, List<Lines>> touched = new LinkedHashMap<>();
    String file = "";
    boolean header = false;
    for (String line : diff.split("\n", -1)) {
      if (line.startsWith("diff --git ")) {
        header = true;
      } else if (header && line.startsWith("+++ ")) {
        file = line.startsWith(ADDED) ? line.substring(ADDED.length()).stripTrailing() : "";
      } else if (line.startsWith("@@ ")) {
        header = false;
        Matcher hunk = HUNK.matcher(line);
        if (!file.isEmpty() && hunk.matches()) {
          touched.computeIfAbsent(file, none -> new ArrayList<>()).add(lines(hunk));
        }
      }
    }
    return touched;
  }

  private static Lines lines(Matcher hunk) {
    int first = Integer.parseInt(hunk.group(1));
    int count = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
    return count == 0
        ? new Lines(Math.max(1, first), first + 1)
        : new Lines(first, first + count - 1);
  }
}
