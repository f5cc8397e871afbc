package loomwatch.measure.variants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

/** Runs {@code git} on one checkout, along first parents. Texts come from untrusted authors. */
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
    // Messages are in one language, and git does not refresh the repository's index.
    this(root, Map.of("LC_ALL", "C", "GIT_OPTIONAL_LOCKS", "0"));
  }

  private Git(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /**
   * Returns a Git with a separate index and object folder, so that the repository stays as it is.
   *
   * @param objects a folder for new objects
   */
  Git aside(Path index, Path objects) throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GIT_INDEX_FILE", index.toString());
    all.put(OBJECTS, objects.toString());
    all.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", '"' + inGitDirectory("objects").toString() + '"');
    return new Git(root, all);
  }

  /** Returns a Git with a separate index, which also dates its commits. */
  Git withIndex(Path index, String date) {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GIT_INDEX_FILE", index.toString());
    all.put("GIT_AUTHOR_DATE", date);
    all.put("GIT_COMMITTER_DATE", date);
    return new Git(root, all);
  }

  Optional<Path> objects() {
    return Optional.ofNullable(environment.get(OBJECTS)).map(Path::of);
  }

  /** Returns a file of the repository, or of the one its worktrees share. */
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

  /** Runs git and returns its exit code too; a missing {@code git} throws. */
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
      // Continuing as without a repository would mislead.
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
   * Runs git and returns its output.
   *
   * @throws VariantException with git's message if it fails
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
   * Returns the full id of a revision.
   *
   * @throws VariantException if it is no commit of that repository
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
   * Returns the commits after one up to another, the oldest first.
   *
   * @param last excluded, with its ancestors
   * @throws VariantException if either is no commit of that repository
   */
  public static List<String> between(Path root, String last, String head)
      throws IOException, InterruptedException {
    return after(root, "--first-parent", last, head);
  }

  /** Returns all commits after one up to another, of merged branches too, parents first. */
  public static List<String> reached(Path root, String last, String head)
      throws IOException, InterruptedException {
    return after(root, "--topo-order", last, head);
  }

  private static List<String> after(Path root, String which, String last, String head)
      throws IOException, InterruptedException {
    return new Git(root).tell("rev-list", which, "--reverse", last + ".." + head).lines().toList();
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

  /** Returns commit titles by revision, of every branch; empty without git or repository. */
  public static Map<String, String> titles(Path checkout) throws InterruptedException {
    Map<String, String> titles = new HashMap<>();
    // A title may contain other line separators, but never NUL.
    answer(checkout, "log", "-z", "--all", MOST, "--format=%H %s")
        .ifPresent(all ->
            Stream.of(all.split("\0"))
                .filter(commit -> commit.length() > 41)
                .forEach(commit -> titles.put(commit.substring(0, 40), commit.substring(41))));
    return titles;
  }

  /** Returns the paths of a commit's files; none without git or repository. */
  public static List<String> files(Path checkout, String commit) throws InterruptedException {
    return answer(checkout, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
        .map(all -> List.of(all.split("\0")))
        .orElse(List.of());
  }

  /** Returns the tagged commits, which are a team's releases; empty without git or repository. */
  public static Set<String> tagged(Path checkout) throws InterruptedException {
    // The second id of an annotated tag is the commit.
    return answer(checkout, "for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags")
        .map(all -> Stream.of(all.split("\\s+")).collect(Collectors.toUnmodifiableSet()))
        .orElse(Set.of());
  }

  /**
   * A commit's data.
   *
   * @param parent full id of its first parent; null for a first commit or at the edge of a shallow
   *     clone
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
   * The measured source.
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

    /** Returns that of Loomwatch's checkout; unknown also if git does not trust the checkout. */
    public static Revision ofInstallation(Path root) throws InterruptedException {
      try {
        return of(root);
      } catch (VariantException notTrusted) {
        return new Revision(UNKNOWN, true);
      }
    }
  }

  /** Returns {@code OWNER/NAME} of a checkout's remote origin; empty if it is not on a host. */
  public static Optional<String> origin(Path checkout) throws InterruptedException {
    try {
      return answer(checkout, "remote", "get-url", "origin").flatMap(Git::hosted);
    } catch (VariantException notTrusted) {
      return Optional.empty();
    }
  }

  /** Returns {@code OWNER/NAME} of a URL; empty if it names no owner, such as a folder. */
  public static Optional<String> hosted(String url) {
    Matcher matcher = HOSTED.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Files and folders that git neither tracks nor ignores.
   *
   * @param paths from the root; a folder without tracked files ends in a slash
   */
  public record UntrackedFiles(Optional<Path> root, Set<String> paths) {
    private static final String EXCLUDE = "info/exclude";
    private static final String MARK = "?? ";

    public UntrackedFiles {
      paths = Set.copyOf(paths);
    }

    /** Reads them; none outside a repository. */
    public static UntrackedFiles in(Path folder) throws InterruptedException {
      Optional<String> root = answer(folder, "rev-parse", "--show-toplevel");
      if (root.isEmpty()) {
        return new UntrackedFiles(Optional.empty(), Set.of());
      }
      Path top = Path.of(root.get());
      String all =
          answer(top, "status", "--porcelain", "-z", "--untracked-files=normal").orElse("");
      return new UntrackedFiles(
          Optional.of(top),
          Stream.of(all.split("\0"))
              .filter(each -> each.startsWith(MARK))
              .map(each -> each.substring(MARK.length()))
              .collect(Collectors.toSet()));
    }

    /**
     * Lets this clone ignore those that were added since, so that its commit counts as unchanged.
     *
     * @return their paths
     */
    public List<String> hideOthers() throws IOException, InterruptedException {
      if (root.isEmpty()) {
        return List.of();
      }
      List<String> added =
          in(root.get()).paths().stream().filter(path -> !paths.contains(path)).sorted().toList();
      if (!added.isEmpty()) {
        Path file = new Git(root.get()).inGitDirectory(EXCLUDE);
        Files.createDirectories(file.resolveSibling(""));
        Files.write(
            file,
            added.stream().map(UntrackedFiles::pattern).toList(),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      }
      return added;
    }

    private static String pattern(String path) {
      return "/" + path.replaceAll("[\\\\*?\\[ ]", "\\\\$0");
    }
  }

  /**
   * The location of a folder in a checkout.
   *
   * @param root of the checkout
   * @param folder relative to it, such as {@code services/cart}; empty for the root itself
   * @param branch that changes are merged into: that of origin, else main or master, else the
   *     current
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
      // Without origin/HEAD the current branch is often that of a change.
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
   * The differences between the sources of two revisions.
   *
   * @param files all of head's, as paths from the repository's top
   * @param touched added lines of head, by path; next to a deletion, the adjacent ones; all of a
   *     file that git does not track yet
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
      // Git compares with the working tree if no second commit is named. -R swaps the prefixes too.
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
        // These are untracked files, without ignored ones.
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
