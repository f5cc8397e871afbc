package loomwatch.harness.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.harness.init.Framework.StartOptions;
import loomwatch.harness.init.Framework.VirtualThreads;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.ConnectionSpec.Certificates;
import loomwatch.results.Scenario.Protocol;

/**
 * How a folder's service can be built and started, according to its files.
 *
 * @param tool that builds it, {@code Maven} or {@code Gradle}
 * @param build a shell command
 * @param output folder in which the build puts what can be started
 * @param options that tell the service its port
 */
record Project(
    Framework framework,
    String tool,
    String build,
    Path output,
    StartOptions options,
    VirtualThreads virtual,
    Sources sources) {
  private static final String JAVAX = "javax.servlet";

  private static final Pattern SLASHES =
      Pattern.compile(
          "(\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:[^'\\\\\\n]++|\\\\.)*+')|/\\*.*?\\*/|//[^\\n]*",
          Pattern.DOTALL);

  private static final Pattern XML_COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

  /**
   * The files that a project was found by.
   *
   * @param buildFile the text of its module's own, without comments
   * @param java version that the build is for, if its files name one
   */
  record Sources(
      Modules modules, String buildFile, ApplicationSettings settings, Optional<String> java) {}

  String shown() {
    return "%s, built by %s".formatted(framework.shown(), tool);
  }

  boolean deployed() {
    return virtual == VirtualThreads.DEPLOYED;
  }

  /** Returns the path before those of all requests; empty text for none. */
  String contextPath() {
    return framework.contextPath(sources.settings());
  }

  /** Returns how it is connected to. What certificate it shows matters to no measurement. */
  ConnectionSpec connection() {
    return framework.isOverTls(sources.settings())
        ? new ConnectionSpec(Protocol.HTTPS, Certificates.ANY)
        : ConnectionSpec.PLAIN;
  }

  /** Returns the paths that may tell that it is ready, with the context path. */
  List<String> health() {
    return framework.health(sources.modules().buildFiles(), sources.settings()).stream()
        .map(contextPath()::concat)
        .toList();
  }

  /** Returns the main class of a Gradle application, which is installed as a folder of jars. */
  Optional<String> mainClass() {
    return output.endsWith("install") ? Search.mainClass(sources.buildFile()) : Optional.empty();
  }

  /** Reports whether it is for {@code javax.servlet}, which no supported server has. */
  boolean javaEe() throws IOException {
    String code = code(sources.modules());
    return deployed()
        && (!sources.buildFile().contains("jakarta.") && sources.buildFile().contains(JAVAX)
            || !code.contains("jakarta.servlet") && code.contains(JAVAX));
  }

  /** Returns this project with a jar's Spring Boot version, which outweighs build files. */
  Project ofSpringBoot(String version) throws IOException {
    return deployed() ? this : as(Framework.SPRING_BOOT, VirtualThreads.ofSpringBoot(version));
  }

  /** Returns this project without virtual threads, which JDKs older than 21 do not have. */
  Project onPlatformThreads() throws IOException {
    return as(framework, VirtualThreads.UNKNOWN);
  }

  /** Returns this project as a web application, for a build that left nothing else. */
  Project asWar() throws IOException {
    return as(Framework.WAR, VirtualThreads.DEPLOYED);
  }

  private Project as(Framework other, VirtualThreads threads) throws IOException {
    StartOptions others = other.options(sources.modules(), sources.settings());
    return new Project(other, tool, build, output, others, threads, sources);
  }

  /** Returns the code of a program without comments, one file after the other. */
  static String code(Modules modules) throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path module : modules.folders()) {
      for (Path file : ReadableFiles.code(module.resolve("src/main"))) {
        all.append(withoutComments(file)).append('\n');
      }
    }
    return all.toString();
  }

  /** Returns the text of a build file, or of code. */
  static String withoutComments(Path file) throws IOException {
    return file.endsWith("pom.xml")
        ? XML_COMMENT.matcher(text(file)).replaceAll(" ")
        : SLASHES
            .matcher(text(file))
            .replaceAll(
                found -> found.group(1) == null ? " " : Matcher.quoteReplacement(found.group(1)));
  }

  private static String text(Path file) throws IOException {
    // The searched words are ASCII, so the file's charset does not matter.
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /** Searches a folder, and the repository that contains it, for build files. */
  record Search(Path folder) {
    /** Cleans, as a jar of an earlier version would be ambiguous. */
    private static final String GOALS = " clean package";

    private static final Pattern APPLICATION =
        Pattern.compile(
            "\\bid\\W+application\\b|plugin:\\s*['\"]application\\b|\\n\\s*application\\s*\\n");

    private static final Pattern MAIN_CLASS =
        Pattern.compile("mainClass(?:Name)?(?:[.]set\\(|\\s*=)\\s*['\"]([\\w.]+)['\"]");

    private static final Pattern WAR_OF_MAVEN =
        Pattern.compile("<packaging>\\s*war\\s*</packaging>");

    private static final Pattern WAR_OF_GRADLE =
        Pattern.compile("\\bid\\W+war\\b|plugin:\\s*['\"]war\\b|\\n\\s*`?war`?\\s*\\n");

    /** Returns the folders below, two deep, that have a build. */
    static List<Path> below(Path folder) throws IOException {
      return ReadableFiles.in(folder, 3).stream()
          .filter(file -> file.toString().matches(".*/(pom[.]xml|build[.]gradle([.]kts)?)"))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }

    /** Returns the project; empty without Maven and Gradle. */
    Optional<Project> find() throws IOException {
      Modules modules = Modules.of(folder);
      if (has("pom.xml")) {
        String pom = withoutComments(folder.resolve("pom.xml"));
        boolean war = WAR_OF_MAVEN.matcher(pom).find() && !pom.contains("spring-boot-maven-plugin");
        Framework framework = framework(modules, pom, war);
        String build = maven(modules.root());
        return Optional.of(
            found(framework, modules, pom, "Maven", build, folder.resolve("target")));
      }
      for (String file : List.of("build.gradle", "build.gradle.kts")) {
        if (has(file)) {
          String text = withoutComments(folder.resolve(file));
          boolean boot = text.contains("springframework.boot");
          boolean war = WAR_OF_GRADLE.matcher(text).find();
          Framework framework = framework(modules, text, war && !boot);
          boolean installed = !boot && mainClass(text).isPresent();
          String task =
              framework == Framework.QUARKUS
                  ? "quarkusBuild"
                  : installed ? "installDist" : boot && !war ? "bootJar" : "assemble";
          Path output = folder.resolve("build");
          if (framework != Framework.QUARKUS) {
            output = output.resolve(installed ? "install" : "libs");
          }
          // Run in the folder of a subproject, Gradle builds that and what it depends on.
          String build = wrapper("gradlew").orElse("gradle") + " -q clean " + task;
          return Optional.of(found(framework, modules, text, "Gradle", build, output));
        }
      }
      return Optional.empty();
    }

    /** Returns that of the service's module, which may get it from others. */
    private static Framework framework(Modules modules, String buildFile, boolean war) {
      Framework own = war ? Framework.WAR : Framework.of(buildFile);
      return own == Framework.PROGRAM ? Framework.of(modules.buildFiles()) : own;
    }

    private Project found(
        Framework framework,
        Modules modules,
        String buildFile,
        String tool,
        String build,
        Path output)
        throws IOException {
      ApplicationSettings settings = ApplicationSettings.of(folder);
      return new Project(
          framework,
          tool,
          build,
          framework == Framework.QUARKUS ? output.resolve("quarkus-app") : output,
          framework.options(modules, settings),
          framework.virtualThreads(),
          new Sources(modules, buildFile, settings, new JavaVersion(folder).find()));
    }

    private String maven(Path root) {
      return wrapper("mvnw").orElse("mvn") + " -q -DskipTests" + ofModule(root, folder) + GOALS;
    }

    /** Returns the options by which Maven, run in the folder, builds a module and what it needs. */
    String ofModule(Path root, Path module) {
      String file = root.equals(folder) ? "" : " -f " + folder.relativize(root).resolve("pom.xml");
      return module.equals(root) ? "" : "%s -pl %s -am".formatted(file, root.relativize(module));
    }

    /** Returns the main class of an application whose build packs no jar with all libraries. */
    private static Optional<String> mainClass(String buildFile) {
      Matcher main = MAIN_CLASS.matcher(buildFile);
      boolean folder = APPLICATION.matcher(buildFile).find() && !buildFile.contains("shadow");
      return folder && main.find() ? Optional.of(main.group(1)) : Optional.empty();
    }

    private boolean isRoot(Path at) {
      return Files.exists(at.resolve(".git"));
    }

    /** Returns the wrapper of the folder, or of the repository that contains it. */
    Optional<String> wrapper(String file) {
      String up = "./";
      for (Path at = folder; at != null; at = at.getParent()) {
        if (Files.isRegularFile(at.resolve(file))) {
          return Optional.of(up + file);
        }
        if (isRoot(at)) {
          return Optional.empty();
        }
        up = (up + "../").replaceFirst("^[.]/[.]", ".");
      }
      return Optional.empty();
    }

    private boolean has(String file) {
      return Files.isRegularFile(folder.resolve(file));
    }
  }

  /** Searches for the Java version that a service is built for. */
  record JavaVersion(Path folder) {
    /** A file, and how it names the version; that of the developers' machines comes first. */
    private record Named(String file, Pattern version) {
      Named(String file, String version) {
        this(file, Pattern.compile(version));
      }
    }

    private static final String GRADLE =
        "(?:JavaLanguageVersion[.]of|jvmToolchain)\\D{0,3}(\\d+)"
            + "|sourceCompatibility\\s*=?\\s*(?:JavaVersion[.]VERSION_)?['\"]?(\\d+)";

    private static final List<Named> FILES =
        List.of(
            new Named(".sdkmanrc", "(?m)^\\s*java\\s*=\\s*(\\d+)"),
            new Named(".java-version", "(?:^|-)(\\d+)"),
            new Named(".tool-versions", "(?m)^\\s*java\\s+(?:[a-z]+[a-z-]*-)?(\\d+)"),
            new Named("build.gradle", GRADLE),
            new Named("build.gradle.kts", GRADLE),
            new Named(
                "pom.xml",
                "<(?:maven[.]compiler[.]release|java[.]version|release|jdk[.]version"
                    + "|maven[.]compiler[.]source|source)>\\s*(\\d+)\\b"));

    /** Returns the first one in the folder, or else in those above it in its repository. */
    Optional<String> find() throws IOException {
      List<Path> folders = new ArrayList<>();
      for (Path at = folder; at != null; at = at.getParent()) {
        folders.add(at);
        if (Files.exists(at.resolve(".git"))) {
          break;
        }
        if (!Files.isRegularFile(at.resolve("pom.xml"))
            && !Files.isRegularFile(at.resolve("settings.gradle"))
            && !at.equals(folder)) {
          break;
        }
      }
      for (Named named : FILES) {
        for (Path at : folders) {
          Path file = at.resolve(named.file());
          if (Files.isRegularFile(file)) {
            Matcher found = named.version().matcher(text(file));
            if (found.find()) {
              return Optional.of(found.group(1) == null ? found.group(2) : found.group(1));
            }
          }
        }
      }
      return Optional.empty();
    }
  }
}
