package loomwatch.measure.variants;

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
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.Sources.ServiceContents;
import loomwatch.measure.variants.Sources.Source;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.YamlFile;
import org.jspecify.annotations.Nullable;

/**
 * Makes variants of a team's own service: revisions of its repository, each built by the command of
 * its service file in a checkout of the whole tree, which is kept. The file that is read is the one
 * here, in both variants: what is measured, and how, does not change with what is measured. Only
 * {@code jdk} is each revision's own.
 */
public final class ServiceVariants {
  /** Changes with what a build finds in its folder. */
  private static final String CHECKOUT = "a shared clone";

  /** Trees with everything that a build leaves. */
  private static final int KEPT = 6;

  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration BUILD_PATIENCE = Duration.ofMinutes(20);

  private static final Duration VERSION_PATIENCE = Duration.ofSeconds(30);

  private final ServiceSpec service;
  private final String file;
  private final Path server;
  private final Path cache;
  private final Jdks jdks = Jdks.ofThisMachine();
  private final Children children;
  private final Consumer<String> progress;

  /**
   * Makes variants of the service of a file, on the JDKs of this machine.
   *
   * @param root of Loomwatch's checkout, built, whose Tomcat web applications are deployed in
   * @param out the output folder; builds are kept in its {@code variants}
   * @param children ends the build when the harness is stopped
   * @param progress is told one line at a time what is being done
   */
  public ServiceVariants(
      ServiceFile service, Path root, Path out, Children children, Consumer<String> progress) {
    this(
        service.service(),
        String.valueOf(service.file().getFileName()),
        root,
        out,
        children,
        progress);
  }

  /** The same of a service, with the name of its file; empty where there is none yet. */
  public ServiceVariants(
      ServiceSpec service,
      String file,
      Path root,
      Path out,
      Children children,
      Consumer<String> progress) {
    this.service = service;
    this.file = file;
    this.server = root.resolve("server/target");
    this.cache = out.resolve("variants").toAbsolutePath();
    this.children = children;
    this.progress = progress;
  }

  /**
   * Head as it is in its folder, built there.
   *
   * @param jdkHome of the JDK that builds it, and runs it if it is a JVM; null for the one it names
   */
  public BuiltVariant inPlace(@Nullable Path jdkHome) throws IOException, InterruptedException {
    Files.createDirectories(cache);
    if (service.start().url().isPresent()) {
      return remote("head", service);
    }
    Jdk jdk = jdkHome == null ? jdk("", file, service.jdk()) : Jdk.of(jdkHome);
    // Before the build, which may write into files that git knows.
    Revision revision = Revision.of(service.folder());
    if (service.build().isPresent()) {
      Path log = cache.resolve("in-place.log");
      progress.accept(
          "building %s: %s (log: %s)".formatted(service.name(), service.build().get(), log));
      runBuild(service, jdk, log);
    }
    return variant("head", jdk, deploying(null), List.of(), revision, "");
  }

  /**
   * Finds both revisions, then builds what was not built before.
   *
   * @throws VariantException when something is not there; says which variant's
   * @throws ServiceException when it does not build
   */
  public BuiltVariants build(VariantSpec base, VariantSpec head)
      throws IOException, InterruptedException {
    if (service.start().url().isPresent() || base.url() != null || head.url() != null) {
      return new BuiltVariants(remote("base", base), remote("head", head));
    }
    Path scratch = BuildCacheCleanup.prepare(cache);
    try {
      Git git = new Git(service.folder());
      Git.Answer top = git.ask("rev-parse", "--show-toplevel");
      if (!top.worked()) {
        throw new VariantException(
            "%s must lie in a git repository, did not; git says: %s"
                .formatted(service.folder(), top.err()));
      }
      String prefix = git.tell("rev-parse", "--show-prefix");
      Sources sources =
          new Sources(new Git(Path.of(top.out())), scratch, new ServiceContents(prefix));
      return new BuiltVariants(
          build("base", base, sources, prefix), build("head", head, sources, prefix));
    } finally {
      BuildCacheCleanup.remove(scratch);
    }
  }

  private BuiltVariant remote(String name, VariantSpec spec) throws IOException {
    URI url = spec.url() == null ? service.start().url().orElse(null) : spec.url();
    if (url == null
        || !spec.equals(new VariantSpec(null, null, null, List.of(), null, spec.url()))) {
      throw new VariantException(
          name
              + ": both variants must have url= alone where one has it; what runs elsewhere is neither"
              + " built nor started here");
    }
    return remote(name, service.at(url));
  }

  /** Of what runs elsewhere nobody tells the revision. */
  private BuiltVariant remote(String name, ServiceSpec there) throws IOException {
    return new BuiltVariant(
        name,
        jdks.find(null),
        there,
        "",
        List.of(),
        null,
        new Revision("unknown", false),
        "none",
        Map.of(),
        there.start().url().orElseThrow().toString(),
        "");
  }

  private BuiltVariant build(String name, VariantSpec spec, Sources sources, String prefix)
      throws IOException, InterruptedException {
    if ((spec.tomcat() != null && service.start().war().isEmpty()) || spec.fault() != null) {
      throw new VariantException(
          name
              + ": tomcat= and fault= are for the server that ships; of a service of your own"
              + " name revisions with ref=, a JDK with jdk=, and flags with flags=");
    }
    BuiltVariant.requireJvm(name, service, spec.flags());
    Source source = sources.find(Objects.requireNonNullElse(spec.ref(), Sources.WORKING_TREE));
    Jdk builder = jdk(name, source, prefix);
    Jdk jdk = spec.jdk() == null ? builder : jdks.find(spec.jdk());
    String key =
        String.join(
            "\n",
            CHECKOUT,
            source.revision().commit(),
            source.tree(),
            prefix,
            service.build().orElse(""),
            builder.runtimeVersion());
    Path place = cache.resolve(Sha256.hex(key).substring(0, 20));
    ServiceSpec there = deploying(spec.tomcat()).in(place.resolve(prefix));
    built(name, source, there, place, builder);
    return variant(name, jdk, there, spec.flags(), source.revision(), source.content());
  }

  private void built(String variant, Source source, ServiceSpec there, Path place, Jdk builder)
      throws IOException, InterruptedException {
    BuiltTree tree = new BuiltTree(place);
    if (tree.isWhole()) {
      restore(variant, tree);
      progress.accept("%s: %s was built before (%s)".formatted(variant, source.shown(), place));
      return;
    }
    tree.clear();
    List<String> missing = SharedClone.checkOut(source, place);
    Path log = Path.of(place + ".log");
    progress.accept("%s: %s is being built (log: %s)".formatted(variant, source.shown(), log));
    long start = System.nanoTime();
    try {
      runBuild(there, builder, log);
    } catch (ServiceException failed) {
      throw withSubmodules(missing, failed);
    }
    if (missing.isEmpty()) {
      tree.complete();
    } else { // and so not kept: next time they may be there
      progress.accept(
          "%s: submodules are empty, as they are here: %s"
              .formatted(variant, String.join(", ", missing)));
    }
    progress.accept(
        String.format(
            Locale.ROOT, "%s: built in %.1f s", variant, (System.nanoTime() - start) / 1e9));
    BuildCacheCleanup.thinOut(cache, KEPT);
  }

  private static ServiceException withSubmodules(List<String> missing, ServiceException failed) {
    if (missing.isEmpty()) {
      return failed;
    }
    ServiceException more =
        new ServiceException(
            "%s%n  Submodules are empty, as they are here: %s. To fill them: git submodule update --init --recursive"
                .formatted(failed.getMessage(), String.join(", ", missing)));
    more.initCause(failed);
    return more;
  }

  private void restore(String variant, BuiltTree tree) {
    try {
      tree.restore();
    } catch (IOException | UncheckedIOException e) {
      progress.accept(
          "%s: what servers wrote into %s stays, it cannot be removed: %s"
              .formatted(variant, tree.place(), e.getMessage()));
    }
  }

  /**
   * Runs the build command in the service's folder; nothing is done where there is none.
   *
   * @param jdk whose home is {@code JAVA_HOME} and first on the PATH
   */
  private void runBuild(ServiceSpec there, Jdk jdk, Path log)
      throws IOException, InterruptedException {
    if (there.build().isEmpty()) {
      return;
    }
    Map<String, String> environment =
        Map.of("JAVA_HOME", jdk.home().toString(), "PATH", jdk.home().resolve("bin").toString());
    new Shell(children)
        .run(
            new Shell.Command(
                "the build of " + there.name(),
                there.build().get(),
                there.folder(),
                environment,
                BUILD_PATIENCE,
                "It was built with JDK %s (%s); another is chosen by jdk: in loomwatch.yaml."
                    .formatted(jdk.version(), jdk.home())),
            log);
  }

  private BuiltVariant variant(
      String name,
      Jdk jdk,
      ServiceSpec there,
      List<String> flags,
      Revision revision,
      String content)
      throws IOException, InterruptedException {
    ServiceSpec built = BuiltFile.named(there);
    ServiceLibraries libraries = ServiceLibraries.of(built);
    Map<String, String> components = new TreeMap<>(libraries.versions());
    components.putAll(needVersions(built));
    return new BuiltVariant(
        name, jdk, built, "", flags, null, revision, libraries.tomcat(), components, content, "");
  }

  /**
   * Versions of what the service needs, which belong to the runtime: of a container its image and
   * digest; without those programs that have no command for it.
   */
  private Map<String, String> needVersions(ServiceSpec built)
      throws IOException, InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    for (BackingService need : built.services()) {
      if (need.image().isPresent()) {
        versions.put(
            "services." + need.name(),
            BackingServices.imageVersion(need.name(), need.image().get()));
      } else if (need.version().isPresent()) {
        versions.put("services." + need.name(), version(need, need.version().get(), built));
      }
    }
    return versions;
  }

  private String version(BackingService need, String line, ServiceSpec built)
      throws IOException, InterruptedException {
    Path log = cache.resolve("version-of-" + need.name() + ".log");
    new Shell(children)
        .run(
            new Shell.Command(
                "version of the service " + need.name(),
                line,
                built.folder(),
                need.environment(),
                VERSION_PATIENCE,
                ""),
            log);
    return Shell.lines(log).stream()
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElseThrow(() ->
            new ServiceException(
                "version of the service %s (%s) must print its version, printed nothing; fix it, or leave it out"
                    .formatted(need.name(), line)));
  }

  /**
   * The service with what deploys it, a server for each line of Tomcat; itself when it is no web
   * application.
   *
   * @param tomcat a version in place of its file's line, or null
   * @throws VariantException when there is no such server
   */
  private ServiceSpec deploying(@Nullable String tomcat) throws IOException {
    if (service.start().war().isEmpty()) {
      return service;
    }
    String line = tomcat == null ? service.start().war().get().tomcat() : lineOf(tomcat);
    List<String> jars = new ArrayList<>();
    try (Stream<Path> app = Files.list(server.resolve("app"))) {
      app.filter(jar -> String.valueOf(jar.getFileName()).startsWith("server-"))
          .forEach(jar -> jars.add(jar.toString()));
    }
    Path deployer = server.resolve("webapp").resolve(line);
    JarContent.tomcat(deployer);
    jars.add(JarContent.classPath(deployer));
    return service.given(Map.of(WebApplication.CLASS_PATH, String.join(File.pathSeparator, jars)));
  }

  private String lineOf(String version) throws IOException {
    List<String> versions = new ArrayList<>();
    for (String line : WebApplication.LINES) {
      String has = JarContent.tomcatVersion(server.resolve("webapp").resolve(line));
      if (has.equals(version)) {
        return line;
      }
      versions.add(has);
    }
    throw new VariantException(
        "tomcat must be %s, which web applications can be deployed in, was %s"
            .formatted(String.join(" or ", versions), version));
  }

  /**
   * The JDK that the revision's service file names; that of the file here where the revision has no
   * such file.
   *
   * @param prefix the service's folder within the repository, ending in a slash; empty for its root
   * @throws loomwatch.results.yaml.BadFileException when what it names makes no sense
   */
  private Jdk jdk(String variant, Source source, String prefix)
      throws IOException, InterruptedException {
    String where = source.tree() + ":" + prefix + file;
    Git.Answer size = source.git().ask("cat-file", "-s", where);
    if (!size.worked() || Long.parseLong(size.out()) > YamlFile.MOST_BYTES) {
      return jdk(variant + ": ", file, service.jdk());
    }
    String shown = source.named() + ":" + prefix + file;
    String text = source.git().tell("cat-file", "blob", where);
    return jdk(variant + ": ", shown, ServiceFile.jdk(shown, text));
  }

  /** The one that runs Loomwatch where a file names none. */
  private Jdk jdk(String variant, String shown, Optional<String> version) throws IOException {
    try {
      return jdks.builder(version.orElse(null));
    } catch (VariantException e) {
      throw new VariantException(
          "%s%s names jdk %s; %s".formatted(variant, shown, version.get(), e.getMessage()), e);
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

    void clear() throws IOException {
      Files.deleteIfExists(list());
      BuildCacheCleanup.remove(place);
    }

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
     * Takes out what servers have written into it, such as a database: the other variant, built a
     * minute ago, has no such thing. It also becomes the newest, so that building that one does not
     * remove it.
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
              all.put(
                  name(file), attributes.size() + "," + attributes.lastModifiedTime().toMillis());
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
}
