package loomwatch.measure.arms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import loomwatch.measure.launch.Children;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectException;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.files.Sha256;
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
  private final NamedJdk named;
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
    this.named = new NamedJdk(service, file, jdks);
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
    if (service.start().url().isPresent()) {
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
    if (service.start().url().isPresent() || base.url() != null || head.url() != null) {
      return new BuiltArms(remote("base", base), remote("head", head));
    }
    Files.createDirectories(cache);
    Leftovers.sweep(cache);
    Path scratch = Leftovers.workingDirectory(cache, "snapshot");
    Leftovers.remove(scratch);
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
      Leftovers.remove(scratch);
    }
  }

  private BuiltArm remote(String name, ArmSpec spec) throws IOException, InterruptedException {
    URI url = spec.url() == null ? service.start().url().orElse(null) : spec.url();
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
        there.start().url().orElseThrow().toString(),
        "");
  }

  private BuiltArm build(String name, ArmSpec spec, Sources sources, String prefix)
      throws IOException, InterruptedException {
    if ((spec.tomcat() != null && service.start().war().isEmpty()) || spec.handicap() != null) {
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
    Leftovers.thinOut(cache, KEPT);
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
}
