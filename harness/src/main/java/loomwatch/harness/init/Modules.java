package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The modules of one build that a service is made of.
 *
 * @param root folder of the build; the service's own for a build of one module
 * @param folders the service's own, then those of the modules that it depends on
 * @param buildFiles text of their build files and of those that they inherit from, without comments
 *     and without what only manages versions
 */
record Modules(Path root, List<Path> folders, String buildFiles) {
  private static final List<String> GRADLE = List.of("build.gradle", "build.gradle.kts");
  private static final List<String> SETTINGS = List.of("settings.gradle", "settings.gradle.kts");

  private static final Pattern MODULE = Pattern.compile("<module>\\s*([^<]+?)\\s*</module>");
  private static final Pattern PARENT = Pattern.compile("<parent>.*?</parent>", Pattern.DOTALL);
  private static final Pattern RELATIVE = Pattern.compile("<relativePath>\\s*([^<\\s]+)");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>\\s*([^<]+?)\\s*</artifactId>");

  private static final Pattern MANAGED =
      Pattern.compile(
          "<(dependencyManagement|pluginManagement)>.*?</\\1>|(?m:^[^\\n]*\\bapply\\s+false\\b[^\\n]*$)",
          Pattern.DOTALL);

  private static final Pattern INCLUDE =
      Pattern.compile("\\binclude\\b[\\s(]*((?:['\"][^'\"]+['\"][\\s,]*)+)");

  private static final Pattern QUOTED = Pattern.compile("['\"]([^'\"]+)['\"]");

  /** A dependency of a Gradle project on another one. */
  private static final Pattern PROJECT =
      Pattern.compile(
          "\\b(?:implementation|api|compile|compileOnly|runtimeOnly)\\b[\\s(]*(?:\\w+\\()?(?:"
              + "project\\(\\s*(?:path\\s*[:=]\\s*)?['\"]([^'\"]+)['\"]|projects((?:[.]\\w+)+))");

  /** What makes a module one that can be started. */
  private static final Pattern PROGRAM =
      Pattern.compile(
          "(?:spring-boot|quarkus|micronaut)-maven-plugin"
              + "|<(?:exec[.])?mainClass>(?!\\s*org[.]openjdk[.]jmh[.])"
              + "|<packaging>\\s*war\\s*</packaging>"
              + "|\\b(?:id|alias)\\W[^\\n]*(?:springframework[.]boot|spring[.]boot|io[.]quarkus"
              + "|micronaut[.]application|\\bapplication\\b|\\bwar\\b)");

  private static final Pattern LIBRARY =
      Pattern.compile(
          "<packaging>\\s*pom\\b|<skip>\\s*true|bootJar\\b[^}]*\\benabled(?:[.]set\\(|\\s*=)\\s*false");

  private static final int DEEPEST = 10;

  Modules {
    folders = List.copyOf(folders);
  }

  /** Returns those of the service in a folder, within the repository that contains it. */
  static Modules of(Path folder) throws IOException {
    boolean maven = Files.isRegularFile(folder.resolve("pom.xml"));
    Path root = maven ? reactor(folder) : gradleRoot(folder);
    Map<String, Path> named = maven ? artifacts(root) : included(root);
    Set<Path> files = new LinkedHashSet<>();
    List<Path> folders = new ArrayList<>(List.of(folder));
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < folders.size(); at++) {
      for (Path file : buildFiles(folders.get(at), maven ? Optional.empty() : Optional.of(root))) {
        String content = MANAGED.matcher(text(file)).replaceAll(" ");
        if (files.add(file)) {
          text.append(content).append('\n');
        }
        dependencies(PARENT.matcher(content).replaceAll(" "), maven)
            .flatMap(name -> Optional.ofNullable(named.get(name)).stream())
            .filter(module -> Files.isDirectory(module.resolve("src")))
            .filter(module -> !folders.contains(module))
            .forEach(folders::add);
      }
    }
    return new Modules(root, folders, text.toString());
  }

  Path own() {
    return folders.getFirst();
  }

  /** Returns the modules of a folder's build that can be started, unless it has code itself. */
  static List<Path> programs(Path folder) throws IOException {
    List<Path> programs = new ArrayList<>();
    if (!Files.isDirectory(folder.resolve("src/main"))) {
      for (Path module : below(folder)) {
        String text = buildFile(module);
        if (!module.equals(folder)
            && PROGRAM.matcher(text).find()
            && !LIBRARY.matcher(text).find()) {
          programs.add(module);
        }
      }
    }
    return programs.stream().sorted().toList();
  }

  /** Returns a folder and those of the modules that its build lists. */
  static List<Path> below(Path folder) throws IOException {
    return Files.isRegularFile(folder.resolve("pom.xml"))
        ? reactorModules(folder)
        : Stream.concat(Stream.of(folder), included(folder).values().stream()).toList();
  }

  /** Returns the text of a module's own build file, without what only manages versions. */
  static String buildFile(Path module) throws IOException {
    Optional<Path> file = existing(module, List.of("pom.xml")).or(() -> existing(module, GRADLE));
    return MANAGED.matcher(file.isPresent() ? text(file.get()) : "").replaceAll(" ");
  }

  /** Returns the uppermost folder that lists this one as a module, or lists one that does. */
  private static Path reactor(Path folder) throws IOException {
    Path root = folder;
    while (!isRepository(root) && root.getParent() != null) {
      Path parent = root.getParent();
      if (!Files.isRegularFile(parent.resolve("pom.xml")) || !listed(parent).contains(root)) {
        break;
      }
      root = parent;
    }
    return root;
  }

  /** Returns the folders of the modules that a folder's pom lists. */
  private static List<Path> listed(Path folder) throws IOException {
    return MODULE
        .matcher(text(folder.resolve("pom.xml")))
        .results()
        .map(found -> folder.resolve(found.group(1)).normalize())
        .map(module -> module.endsWith("pom.xml") ? module.getParent() : module)
        .filter(module -> Files.isRegularFile(module.resolve("pom.xml")))
        .toList();
  }

  /** Returns the folders of a reactor's modules, its root first. */
  private static List<Path> reactorModules(Path root) throws IOException {
    List<Path> all = new ArrayList<>(List.of(root));
    for (int at = 0; at < all.size(); at++) {
      listed(all.get(at)).stream().filter(each -> !all.contains(each)).forEach(all::add);
    }
    return all;
  }

  /** Returns them by their artifacts' names. */
  private static Map<String, Path> artifacts(Path root) throws IOException {
    Map<String, Path> named = new LinkedHashMap<>();
    for (Path module : reactorModules(root)) {
      named.put(artifact(module.resolve("pom.xml")), module);
    }
    return named;
  }

  private static Path gradleRoot(Path folder) {
    for (Path at = folder; at != null; at = isRepository(at) ? null : at.getParent()) {
      if (existing(at, SETTINGS).isPresent()) {
        return at;
      }
    }
    return folder;
  }

  /**
   * Returns the folders of a Gradle build's projects by their paths, as {@link #plain} has them.
   */
  private static Map<String, Path> included(Path root) throws IOException {
    Map<String, Path> named = new LinkedHashMap<>();
    Optional<Path> settings = existing(root, SETTINGS);
    Matcher lists = INCLUDE.matcher(settings.isPresent() ? text(settings.get()) : "");
    while (lists.find()) {
      QUOTED
          .matcher(lists.group(1))
          .results()
          .map(found -> found.group(1).replaceFirst("^:", ""))
          .forEach(path -> named.put(plain(path), root.resolve(path.replace(':', '/'))));
    }
    return named;
  }

  /** Returns {@code ordercore:api} for {@code :order-core:api} and for {@code .orderCore.api}. */
  private static String plain(String project) {
    return project
        .toLowerCase(Locale.ROOT)
        .replaceAll("[-_]", "")
        .replace('.', ':')
        .replaceFirst("^:", "");
  }

  private static Stream<String> dependencies(String buildFile, boolean maven) {
    return maven
        ? ARTIFACT.matcher(buildFile).results().map(found -> found.group(1))
        : PROJECT
            .matcher(buildFile)
            .results()
            .map(found -> plain(found.group(1) == null ? found.group(2) : found.group(1)));
  }

  /** Returns the build file of a module and those that it inherits from. */
  private static List<Path> buildFiles(Path module, Optional<Path> gradleRoot) throws IOException {
    if (gradleRoot.isPresent()) {
      return Stream.of(module, gradleRoot.get())
          .flatMap(at -> existing(at, GRADLE).stream())
          .distinct()
          .toList();
    }
    List<Path> poms = new ArrayList<>();
    Optional<Path> pom = existing(module, List.of("pom.xml"));
    while (pom.isPresent() && poms.size() < DEEPEST) {
      poms.add(pom.get());
      pom = parent(pom.get());
    }
    return poms;
  }

  /** Returns the file of a pom's parent, where it lies in the same repository. */
  private static Optional<Path> parent(Path pom) throws IOException {
    Matcher parent = PARENT.matcher(text(pom));
    if (!parent.find() || Files.exists(pom.resolveSibling(".git"))) {
      return Optional.empty();
    }
    Matcher given = RELATIVE.matcher(parent.group());
    Path named = pom.resolveSibling(given.find() ? given.group(1) : "..").normalize();
    Path file = Files.isDirectory(named) ? named.resolve("pom.xml") : named;
    Matcher name = ARTIFACT.matcher(parent.group());
    return Files.isRegularFile(file) && name.find() && name.group(1).equals(artifact(file))
        ? Optional.of(file)
        : Optional.empty();
  }

  /** Returns the name of a pom's artifact; empty text for none. */
  static String artifact(Path pom) throws IOException {
    Matcher name = ARTIFACT.matcher(PARENT.matcher(text(pom)).replaceAll(" "));
    return name.find() ? name.group(1) : "";
  }

  private static Optional<Path> existing(Path folder, List<String> names) {
    return names.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  private static boolean isRepository(Path folder) {
    return Files.exists(folder.resolve(".git"));
  }

  private static String text(Path file) throws IOException {
    return Project.withoutComments(file);
  }
}
