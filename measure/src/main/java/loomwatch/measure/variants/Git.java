package loomwatch.measure.variants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * The {@code git} program on one checkout, and what it knows of commits. A branch is looked at as
 * it was pushed: along first parents, so that a merge counts as one. Texts are data of untrusted
 * contributors.
 */
public final class Git {
  private static final String OBJECTS = "GIT_OBJECT_DIRECTORY";

  private static final String NOT_TRUSTED = "detected dubious ownership";

  private static final String MOST = "--max-count=20000";

  private static final Pattern HOSTED =
      Pattern.compile(
          "(?:(?:https?|ssh)://[^/]+/|[^/@]+@[^/:]+:)([\\w.-]+/[\\w.-]+?)(?:[.]git)?/?");

  private final Path root;
  private final Map<String, String> environment;

  Git(Path root) {
    // Messages in one language, and no refreshing of the repository's index on the side.
    this(root, Map.of("LC_ALL", "C", "GIT_OPTIONAL_LOCKS", "0"));
  }

  private Git(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /**
   * The same with an index and new objects aside, so that the repository stays as it is.
   *
   * @param objects a folder, for those that the repository has not
   */
  Git aside(Path index, Path objects) throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GIT_INDEX_FILE", index.toString());
    all.put(OBJECTS, objects.toString());
    all.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", '"' + inGitDirectory("objects").toString() + '"');
    return new Git(root, all);
  }

  Optional<Path> objects() {
    return Optional.ofNullable(environment.get(OBJECTS)).map(Path::of);
  }

  /** A file of the repository's own, of the one shared by its worktrees where it is shared. */
  Path inGitDirectory(String name) throws IOException, InterruptedException {
    String path = new Git(root).tell("rev-parse", "--git-path", name);
    return root.resolve(path).toAbsolutePath().normalize();
  }

  Path root() {
    return root;
  }

  record Answer(int exitCode, String out, String err) {
    boolean worked() {
      return exitCode == 0;
    }
  }

  /** Asks; a missing {@code git} is an exception, its refusal is an answer. */
  Answer ask(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    String out = text(process.getInputStream());
    Answer answer = new Answer(process.waitFor(), out.stripTrailing(), err.join().strip());
    if (!answer.worked() && answer.err().contains(NOT_TRUSTED)) {
      // No answer of git's to any question: to go on as if there were no repository would mislead.
      throw new VariantException(
          "git must trust the repository of %s, does not; git says: %s"
              .formatted(root, answer.err()));
    }
    return answer;
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> answer(Path root, String... arguments)
      throws InterruptedException {
    try {
      return Optional.of(new Git(root).ask(arguments)).filter(Answer::worked).map(Answer::out);
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  /**
   * The output of what has to work.
   *
   * @throws VariantException with git's own words when it does not
   */
  String tell(String... arguments) throws IOException, InterruptedException {
    Answer answer = ask(arguments);
    if (!answer.worked()) {
      throw new VariantException(
          "git %s must work in %s, was refused; git says: %s"
              .formatted(String.join(" ", arguments), root, answer.err()));
    }
    return answer.out();
  }

  /**
   * The full id of what a name stands for.
   *
   * @throws VariantException when it is no commit of that repository
   */
  public static String commit(Path root, String name) throws IOException, InterruptedException {
    Git git = new Git(root);
    Answer commit = git.ask("rev-parse", "--verify", "--end-of-options", name + "^{commit}");
    if (!commit.worked()) {
      throw Sources.unknown(git, name, commit.err());
    }
    return commit.out();
  }

  /**
   * The commits after one up to another, the oldest first.
   *
   * @param last left out, with its ancestors
   * @throws VariantException when either is no commit of that repository
   */
  public static List<String> between(Path root, String last, String head)
      throws IOException, InterruptedException {
    return new Git(root)
        .tell("rev-list", "--first-parent", "--reverse", last + ".." + head)
        .lines()
        .toList();
  }

  public static Optional<Boolean> descends(Path root, String commit, String ancestor)
      throws InterruptedException {
    try {
      Answer answer = new Git(root).ask("merge-base", "--is-ancestor", ancestor, commit);
      return switch (answer.exitCode()) {
        case 0 -> Optional.of(true);
        case 1 -> Optional.of(false);
        default -> Optional.empty();
      };
    } catch (IOException noGit) {
      return Optional.empty();
    }
  }

  /** First lines of messages by revision, of every branch; empty without git or repository. */
  public static Map<String, String> titles(Path checkout) throws InterruptedException {
    Map<String, String> titles = new HashMap<>();
    // A title may hold what ends a line elsewhere, but never NUL.
    answer(checkout, "log", "-z", "--all", MOST, "--format=%H %s")
        .ifPresent(all ->
            Stream.of(all.split("\0"))
                .filter(commit -> commit.length() > 41)
                .forEach(commit -> titles.put(commit.substring(0, 40), commit.substring(41))));
    return titles;
  }

  /** The commits that a tag names, what a team has released; none without git or repository. */
  public static Set<String> tagged(Path checkout) throws InterruptedException {
    // Of an annotated tag the second is the commit.
    return answer(checkout, "for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags")
        .map(all -> Stream.of(all.split("\\s+")).collect(Collectors.toUnmodifiableSet()))
        .orElse(Set.of());
  }

  /**
   * What git knows of a commit.
   *
   * @param parent the full id of its first parent, or null of a first commit or at the edge of a
   *     shallow clone
   * @param tag one that names it, or null
   */
  public record CommitFacts(
      @Nullable String parent,
      @Nullable Instant committedAt,
      String message,
      String author,
      @Nullable String tag) {

    public static Optional<CommitFacts> of(Path root, String commit) throws InterruptedException {
      if (!commit.matches("[0-9a-f]{7,64}")) {
        return Optional.empty();
      }
      String[] parts =
          answer(root, "log", "-1", "--format=%P%x00%cI%x00%s%x00%an", commit)
              .orElse("")
              .split("\0", -1);
      return parts.length == 4
          ? Optional.of(
              new CommitFacts(
                  parts[0].isEmpty() ? null : parts[0].split(" ")[0],
                  time(parts[1]),
                  Provenance.cut(parts[2]),
                  Provenance.cut(parts[3]),
                  answer(root, "describe", "--tags", "--exact-match", commit).orElse(null)))
          : Optional.empty();
    }

    private static @Nullable Instant time(String text) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        return null;
      }
    }
  }

  /**
   * The source that is measured.
   *
   * @param commit its hash, or {@code unknown} outside a repository
   * @param dirty whether the working tree differs from it
   */
  public record Revision(String commit, boolean dirty) {
    private static final String UNKNOWN = "unknown";

    public boolean known() {
      return !commit.equals(UNKNOWN);
    }

    public static Revision of(Path root) throws InterruptedException {
      Optional<String> commit = answer(root, "rev-parse", "--verify", "HEAD^{commit}");
      return commit.isEmpty()
          ? new Revision(UNKNOWN, true)
          : new Revision(commit.get(), !answer(root, "status", "--porcelain").orElse("").isEmpty());
    }

    /** That of Loomwatch's checkout, of which nothing is known either where git distrusts it. */
    public static Revision ofInstallation(Path root) throws InterruptedException {
      try {
        return of(root);
      } catch (VariantException notTrusted) {
        return new Revision(UNKNOWN, true);
      }
    }
  }

  /** {@code OWNER/NAME} of a checkout's remote origin; empty where it has none on a host. */
  public static Optional<String> origin(Path checkout) throws InterruptedException {
    try {
      return answer(checkout, "remote", "get-url", "origin").flatMap(Git::hosted);
    } catch (VariantException notTrusted) {
      return Optional.empty();
    }
  }

  /** {@code OWNER/NAME} of an address; empty for one that names no owner, such as a folder's. */
  public static Optional<String> hosted(String url) {
    Matcher matcher = HOSTED.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Where a folder lies in a repository's checkout.
   *
   * @param root of the checkout
   * @param folder from there, such as {@code services/cart}; empty for the root itself
   * @param branch that is merged into: that of origin, else main or master, else the current one
   */
  public record RepositoryFolder(Path root, String folder, String branch) {
    public static Optional<RepositoryFolder> of(Path folder) throws InterruptedException {
      Git git = new Git(folder);
      try {
        Answer root = git.ask("rev-parse", "--show-toplevel");
        if (!root.worked()) {
          return Optional.empty();
        }
        String prefix = git.ask("rev-parse", "--show-prefix").out();
        return Optional.of(
            new RepositoryFolder(
                Path.of(root.out()), prefix.replaceFirst("/$", ""), mainBranch(git)));
      } catch (IOException noGit) {
        return Optional.empty();
      }
    }

    private static String mainBranch(Git git) throws IOException, InterruptedException {
      Answer theirs = git.ask("symbolic-ref", "--short", "refs/remotes/origin/HEAD");
      if (theirs.worked()) {
        return theirs.out().substring("origin/".length());
      }
      // Without a clone's origin/HEAD one often stands on a branch for a change.
      for (String usual : List.of("main", "master")) {
        for (String where : List.of("refs/remotes/origin/", "refs/heads/")) {
          if (git.ask("rev-parse", "--verify", "--quiet", where + usual).worked()) {
            return usual;
          }
        }
      }
      Answer here = git.ask("symbolic-ref", "--short", "HEAD");
      return here.worked() ? here.out() : "main";
    }
  }

  /**
   * What differs between the sources of two revisions.
   *
   * @param files all that head has, as paths from the repository's top
   * @param touched lines of head that were added, by path; where lines were only deleted, those
   *     next to the gap; of a file that git does not know yet, all
   */
  public record SourceDiff(List<String> files, Map<String, List<Lines>> touched) {
    public static final SourceDiff NONE = new SourceDiff(List.of(), Map.of());

    private static final Pattern HUNK =
        Pattern.compile("@@ -\\d+(?:,\\d+)? \\+(\\d+)(?:,(\\d+))? @@.*");
    private static final String ADDED = "+++ b/";
    private static final String UNQUOTED = "core.quotePath=false";

    public SourceDiff {
      files = List.copyOf(files);
      touched = Map.copyOf(touched);
    }

    public record Lines(int first, int last) {
      static final Lines ALL = new Lines(1, Integer.MAX_VALUE);
    }

    public static SourceDiff between(Path folder, Revision base, Revision head)
        throws IOException, InterruptedException {
      if (base.equals(head)) {
        return NONE;
      }
      Answer top = new Git(folder).ask("rev-parse", "--show-toplevel");
      if (!top.worked()) {
        return NONE;
      }
      Git git = new Git(Path.of(top.out()));
      List<String> ask = new ArrayList<>(List.of("-c", UNQUOTED, "diff", "--no-color"));
      ask.addAll(List.of("--no-ext-diff", "--no-renames", "--unified=0"));
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
      Answer diff = git.ask(ask.toArray(String[]::new));
      Answer files =
          head.dirty()
              ? git.ask("-c", UNQUOTED, "ls-files")
              : git.ask("-c", UNQUOTED, "ls-tree", "-r", "--name-only", head.commit());
      if (!diff.worked() || !files.worked()) {
        return NONE;
      }
      List<String> all = new ArrayList<>(files.out().lines().toList());
      Map<String, List<Lines>> touched = touched(diff.out());
      if (head.dirty()) {
        // New files that were not added yet; those that are ignored left out.
        git.ask("-c", UNQUOTED, "ls-files", "--others", "--exclude-standard")
            .out()
            .lines()
            .forEach(file -> {
              all.add(file);
              touched.put(file, List.of(Lines.ALL));
            });
      }
      return new SourceDiff(all, touched);
    }

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
}
