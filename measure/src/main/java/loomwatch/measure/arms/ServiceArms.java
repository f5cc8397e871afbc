package loomwatch.measure.arms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.arms.BuildCache.BuildCacheCleanup;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.Git.Revision;
import loomwatch.measure.arms.Jdk.Jdks;
import loomwatch.measure.arms.Sources.ServiceContents;
import loomwatch.measure.arms.Sources.Source;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Docker;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.subject.Need;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectException;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.measure.subject.SubjectFileReader;
import loomwatch.measure.subject.WebApplication;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.YamlFile;
import org.jspecify.annotations.Nullable;

/**
 * Makes arms of a team's own service: revisions of its repository, each built by the command of its
 * subject file in a checkout of the whole tree, which is kept. The file that is read is the one
 * here, in both arms: what is measured, and how, does not change with what is measured. Only {@code
 * jdk} is each revision's own.
 */
public final class ServiceArms {
  /** Changes with what a build finds in its folder. */
  private static final String CHECKOUT = "a shared clone";

  /** Trees with everything that a build leaves. */
  private static final int KEPT = 6;

  private final ServiceSpec service;
  private final WebServer webServer;
  private final Path cache;
  private final Jdks jdks;
  private final RevisionJdk named;
  private final Children children;
  private final Consumer<String> progress;

  /**
   * Arms of the service of a file, on the JDKs of this machine.
   *
   * @param root of Loomwatch's checkout, whose Tomcat web applications are deployed in
   * @param out the output folder; builds are kept in its {@code arms}
   * @param children ends the build when the harness is stopped
   * @param progress is told one line at a time what is being done
   */
  public ServiceArms(
      SubjectFile subject, Path root, Path out, Children children, Consumer<String> progress) {
    this(
        subject.service(),
        String.valueOf(subject.file().getFileName()),
        root,
        out,
        children,
        progress);
  }

  /** The same of a service of which there is no file yet. */
  public ServiceArms(
      ServiceSpec service, Path root, Path out, Children children, Consumer<String> progress) {
    this(service, "", root, out, children, progress);
  }

  private ServiceArms(
      ServiceSpec service,
      String file,
      Path root,
      Path out,
      Children children,
      Consumer<String> progress) {
    this.service = service;
    this.webServer = new WebServer(root);
    this.cache = out.resolve("arms").toAbsolutePath();
    this.jdks = Jdks.ofThisMachine();
    this.named = new RevisionJdk(service, file, jdks);
    this.children = children;
    this.progress = progress;
  }

  /**
   * Head as it is in its folder, built there.
   *
   * @param jdkHome of the JDK that builds it, and runs it if it is a JVM; null for the one it names
   */
  public BuiltArm inPlace(@Nullable Path jdkHome) throws IOException, InterruptedException {
    Files.createDirectories(cache);
    if (service.url().isPresent()) {
      return remote("head", service);
    }
    Jdk jdk = jdkHome == null ? named.here() : Jdk.of(jdkHome);
    // Before the build, which may write into files that git knows.
    Revision revision = Revision.of(service.folder());
    if (service.build().isPresent()) {
      Path log = cache.resolve("in-place.log");
      progress.accept(
          "building %s: %s (log: %s)".formatted(service.name(), service.build().get(), log));
      new ServiceBuild(jdk, children).run(service, log);
    }
    return arm("head", jdk, webServer.deploying(service, null), List.of(), revision, "");
  }

  /**
   * Finds both revisions, then builds what was not built before.
   *
   * @throws ArmException when something is not there; says which arm's
   * @throws SubjectException when it does not build
   */
  public BuiltArms build(ArmSpec base, ArmSpec head) throws IOException, InterruptedException {
    if (service.url().isPresent() || base.url() != null || head.url() != null) {
      return new BuiltArms(remote("base", base), remote("head", head));
    }
    Files.createDirectories(cache);
    BuildCacheCleanup.sweep(cache);
    Path scratch = BuildCacheCleanup.workingDirectory(cache, "snapshot");
    BuildCacheCleanup.remove(scratch);
    try {
      Git git = new Git(service.folder());
      Git.Answer top = git.ask("rev-parse", "--show-toplevel");
      if (!top.worked()) {
        throw new ArmException(
            "%s must lie in a git repository, did not; git says: %s"
                .formatted(service.folder(), top.err()));
      }
      String prefix = git.tell("rev-parse", "--show-prefix");
      Sources sources =
          new Sources(new Git(Path.of(top.out())), scratch, new ServiceContents(prefix));
      return new BuiltArms(
          build("base", base, sources, prefix), build("head", head, sources, prefix));
    } finally {
      BuildCacheCleanup.remove(scratch);
    }
  }

  private BuiltArm remote(String name, ArmSpec spec) throws IOException, InterruptedException {
    URI url = spec.url() == null ? service.url().orElse(null) : spec.url();
    if (url == null
        || spec.ref() != null
        || spec.tomcat() != null
        || spec.jdk() != null
        || spec.handicap() != null
        || !spec.flags().isEmpty()) {
      throw new ArmException(
          name
              + ": both arms must have url= alone where one has it; what runs elsewhere is neither"
              + " built nor started here");
    }
    return remote(name, service.at(url));
  }

  /** Of what runs elsewhere nobody tells the revision. */
  private BuiltArm remote(String name, ServiceSpec there) throws IOException, InterruptedException {
    return new BuiltArm(
        name,
        jdks.find(null),
        there,
        "",
        List.of(),
        null,
        new Revision("unknown", false),
        "none",
        Map.of(),
        there.url().orElseThrow().toString(),
        "");
  }

  private BuiltArm build(String name, ArmSpec spec, Sources sources, String prefix)
      throws IOException, InterruptedException {
    if ((spec.tomcat() != null && service.war().isEmpty()) || spec.handicap() != null) {
      throw new ArmException(
          name
              + ": tomcat= and handicap= are for the server that ships; of a service of your own"
              + " name revisions with ref=, a JDK with jdk=, and flags with flags=");
    }
    BuiltArm.requireJvm(name, service, spec.flags());
    Source source = sources.find(Objects.requireNonNullElse(spec.ref(), Sources.WORKING_TREE));
    Jdk builder = named.of(name, source, prefix);
    Jdk jdk = spec.jdk() == null ? builder : jdks.find(spec.jdk());
    Path place =
        cache.resolve(
            Sha256.hex(
                    String.join(
                        "\n",
                        CHECKOUT,
                        source.revision().commit(),
                        source.tree(),
                        prefix,
                        service.build().orElse(""),
                        builder.runtimeVersion()))
                .substring(0, 20));
    ServiceSpec there = webServer.deploying(service, spec.tomcat()).in(place.resolve(prefix));
    built(name, source, there, place, builder);
    return arm(name, jdk, there, spec.flags(), source.revision(), source.content());
  }

  private void built(String arm, Source source, ServiceSpec there, Path place, Jdk builder)
      throws IOException, InterruptedException {
    BuiltTree tree = new BuiltTree(place);
    if (tree.isWhole()) {
      restore(arm, tree);
      progress.accept("%s: %s was built before (%s)".formatted(arm, source.shown(), place));
      return;
    }
    tree.clear();
    List<String> missing = SharedClone.checkOut(source, place);
    Path log = Path.of(place + ".log");
    progress.accept("%s: %s is being built (log: %s)".formatted(arm, source.shown(), log));
    long start = System.nanoTime();
    try {
      new ServiceBuild(builder, children).run(there, log);
    } catch (SubjectException failed) {
      throw withSubmodules(missing, failed);
    }
    if (missing.isEmpty()) {
      tree.complete();
    } else { // and so not kept: next time they may be there
      progress.accept(
          "%s: submodules are empty, as they are here: %s"
              .formatted(arm, String.join(", ", missing)));
    }
    progress.accept(
        String.format(Locale.ROOT, "%s: built in %.1f s", arm, (System.nanoTime() - start) / 1e9));
    BuildCacheCleanup.thinOut(cache, KEPT);
  }

  private static SubjectException withSubmodules(List<String> missing, SubjectException failed) {
    if (missing.isEmpty()) {
      return failed;
    }
    SubjectException more =
        new SubjectException(
            "%s%n  Submodules are empty, as they are here: %s. To fill them: git submodule update --init --recursive"
                .formatted(failed.getMessage(), String.join(", ", missing)));
    more.initCause(failed);
    return more;
  }

  private void restore(String arm, BuiltTree tree) {
    try {
      tree.restore();
    } catch (IOException | UncheckedIOException e) {
      progress.accept(
          "%s: what servers wrote into %s stays, it cannot be removed: %s"
              .formatted(arm, tree.place(), e.getMessage()));
    }
  }

  private BuiltArm arm(
      String name,
      Jdk jdk,
      ServiceSpec service,
      List<String> flags,
      Revision revision,
      String content)
      throws IOException, InterruptedException {
    ServiceSpec built = BuiltFile.named(service);
    ServiceLibraries libraries = ServiceLibraries.of(built);
    Map<String, String> components = new TreeMap<>(libraries.versions());
    components.putAll(new NeedVersions(cache, children).of(built));
    return new BuiltArm(
        name, jdk, built, "", flags, null, revision, libraries.tomcat(), components, content, "");
  }

  /** Runs the build command of a subject file. */
  static final class ServiceBuild {
    /** The first build downloads; longer than this nothing is coming any more. */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Jdk jdk;
    private final Children children;

    /**
     * A builder.
     *
     * @param jdk whose home is {@code JAVA_HOME} and first on the PATH
     */
    ServiceBuild(Jdk jdk, Children children) {
      this.jdk = jdk;
      this.children = children;
    }

    /**
     * Builds in the service's folder; nothing is done where there is no command.
     *
     * @param log keeps what the command writes
     * @throws SubjectException with what its log says of the cause when it fails
     */
    void run(ServiceSpec service, Path log) throws IOException, InterruptedException {
      if (service.build().isEmpty()) {
        return;
      }
      new Shell(children)
          .run(
              new Shell.Command(
                  "the build of " + service.name(),
                  service.build().get(),
                  service.folder(),
                  Map.of(
                      "JAVA_HOME",
                      jdk.home().toString(),
                      "PATH",
                      jdk.home().resolve("bin").toString()),
                  PATIENCE,
                  "It was built with JDK %s (%s); another is chosen by jdk: in loomwatch.yaml."
                      .formatted(jdk.version(), jdk.home())),
              log);
    }
  }

  /** The servers that a team's web application can be deployed in: one of each line of Tomcat. */
  static final class WebServer {
    private final Path server;

    /**
     * Those of a checkout.
     *
     * @param root the checkout, built
     */
    WebServer(Path root) {
      this.server = root.resolve("server/target");
    }

    /**
     * The service with what deploys it; itself when it is no web application.
     *
     * @param tomcat a version in place of its file's line, or null
     * @throws ArmException when there is no such server
     */
    ServiceSpec deploying(ServiceSpec service, @Nullable String tomcat) throws IOException {
      if (service.war().isEmpty()) {
        return service;
      }
      String line = tomcat == null ? service.war().get().tomcat() : lineOf(tomcat);
      List<String> jars = new ArrayList<>();
      try (Stream<Path> app = Files.list(server.resolve("app"))) {
        app.filter(jar -> String.valueOf(jar.getFileName()).startsWith("server-"))
            .forEach(jar -> jars.add(jar.toString()));
      }
      Path deployer = server.resolve("webapp").resolve(line);
      TomcatJar.requireOne(deployer);
      jars.add(JarContent.classPath(deployer));
      return service.given(Map.of(WebApplication.CLASS_PATH, String.join(File.pathSeparator, jars)));
    }

    private String lineOf(String version) throws IOException {
      List<String> versions = new ArrayList<>();
      for (String line : WebApplication.LINES) {
        String has = TomcatJar.version(server.resolve("webapp").resolve(line));
        if (has.equals(version)) {
          return line;
        }
        versions.add(has);
      }
      throw new ArmException(
          "tomcat must be %s, which web applications can be deployed in, was %s"
              .formatted(String.join(" or ", versions), version));
    }
  }

  /**
   * A tree that was built, which is kept, and which servers run in. A list of what the build left
   * lies beside it, and is written last: so a build that was killed is none.
   */
  record BuiltTree(Path place) {
    /** In no file's name. */
    private static final String BETWEEN = "\0";

    /** What tools keep for themselves, such as a build's daemon after its end. */
    private static final Pattern HIDDEN = Pattern.compile("(.*/)?[.].*");

    private static final String FOLDER = "folder";

    /** Whether it is built, and servers have changed nothing of that. */
    boolean isWhole() throws IOException {
      Map<String, String> built = built();
      Map<String, String> now = now();
      return !built.isEmpty()
          && built.entrySet().stream()
              .filter(each -> !HIDDEN.matcher(each.getKey()).matches())
              .allMatch(each -> each.getValue().equals(now.get(each.getKey())));
    }

    /** Makes room for another build. */
    void clear() throws IOException {
      Files.deleteIfExists(list());
      BuildCacheCleanup.remove(place);
    }

    /** Says that it is built. */
    void complete() throws IOException {
      Path written = Path.of(list() + ".new");
      String all =
          now().entrySet().stream()
              .map(each -> each.getValue() + " " + each.getKey())
              .collect(Collectors.joining(BETWEEN));
      Files.write(written, all.getBytes(UTF_8));
      Files.move(written, list(), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Takes out what servers have written into it, such as a database: the other arm, built a minute
     * ago, has no such thing. It also becomes the newest, so that building that one does not remove
     * it.
     */
    void restore() throws IOException {
      Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
      Map<String, String> built = built();
      for (String name : now().keySet()) {
        if (!built.containsKey(name)) {
          BuildCacheCleanup.remove(place.resolve(name));
        }
      }
    }

    private Map<String, String> built() throws IOException {
      Map<String, String> built = new TreeMap<>();
      if (Files.exists(list())) {
        for (String entry : Files.readString(list()).split(BETWEEN)) {
          int end = entry.indexOf(' ');
          if (end > 0) {
            built.put(entry.substring(end + 1), entry.substring(0, end));
          }
        }
      }
      return built;
    }

    /** What each of its files and folders is, by name; nothing where it is not there. */
    private Map<String, String> now() throws IOException {
      Map<String, String> all = new TreeMap<>();
      Files.walkFileTree(
          place,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (!folder.equals(place)) {
                all.put(name(folder), FOLDER);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              all.put(name(file), attributes.size() + "," + attributes.lastModifiedTime().toMillis());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
              return FileVisitResult.CONTINUE;
            }
          });
      return all;
    }

    private String name(Path path) {
      return place.relativize(path).toString();
    }

    private Path list() {
      return Path.of(place + ".built");
    }
  }

  /**
   * The JDK that a service's subject file names: of each revision the one that its own file does.
   *
   * @param service as the file here has it
   * @param file that file's name
   * @param jdks of this machine
   */
  record RevisionJdk(ServiceSpec service, String file, Jdks jdks) {
    /** As the file here says; the one that runs Loomwatch where it names none. */
    Jdk here() throws IOException {
      return find("", file, service.jdk());
    }

    /**
     * As the revision's file says; that of the file here where the revision has no such file.
     *
     * @param prefix the service's folder within the repository, ending in a slash; empty for its root
     * @throws loomwatch.results.yaml.BadFileException when what it names makes no sense
     */
    Jdk of(String arm, Source source, String prefix) throws IOException, InterruptedException {
      String where = source.tree() + ":" + prefix + file;
      Git.Answer size = source.git().ask("cat-file", "-s", where);
      if (!size.worked() || Long.parseLong(size.out()) > YamlFile.MOST_BYTES) {
        return find(arm + ": ", file, service.jdk());
      }
      String shown = source.named() + ":" + prefix + file;
      return find(
          arm + ": ",
          shown,
          SubjectFileReader.jdk(shown, source.git().tell("cat-file", "blob", where)));
    }

    private Jdk find(String arm, String shown, Optional<String> version) throws IOException {
      try {
        return jdks.builder(version.orElse(null));
      } catch (ArmException e) {
        ArmException named =
            new ArmException(
                "%s%s names jdk %s; %s".formatted(arm, shown, version.get(), e.getMessage()));
        named.initCause(e);
        throw named;
      }
    }
  }

  /** Asks what a service needs for its version, which belongs to the toolchain. */
  static final class NeedVersions {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path logs;
    private final Children children;

    NeedVersions(Path logs, Children children) {
      this.logs = logs;
      this.children = children;
    }

    /**
     * By {@code needs.} and name; of a container its image and digest; without those programs that
     * have no command for it.
     *
     * @throws SubjectException when a command fails or says nothing
     */
    Map<String, String> of(ServiceSpec service) throws IOException, InterruptedException {
      Map<String, String> versions = new TreeMap<>();
      for (Need need : service.needs()) {
        if (need.image().isPresent()) {
          versions.put("needs." + need.name(), Docker.version(need.name(), need.image().get()));
        } else if (need.version().isPresent()) {
          versions.put("needs." + need.name(), version(need, need.version().get(), service));
        }
      }
      return versions;
    }

    private String version(Need need, String line, ServiceSpec service)
        throws IOException, InterruptedException {
      Path log = logs.resolve("version-of-" + need.name() + ".log");
      new Shell(children)
          .run(
              new Shell.Command(
                  "version of the need " + need.name(),
                  line,
                  service.folder(),
                  need.environment(),
                  PATIENCE,
                  ""),
              log);
      return Shell.lines(log).stream()
          .map(String::strip)
          .filter(each -> !each.isEmpty())
          .findFirst()
          .orElseThrow(() ->
              new SubjectException(
                  "version of the need %s (%s) must print its version, printed nothing; mend it, or leave it out"
                      .formatted(need.name(), line)));
    }
  }
}
