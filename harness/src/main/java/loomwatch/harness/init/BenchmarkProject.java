package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;

/**
 * How a team's own JMH benchmarks are built, according to its files.
 *
 * @param module folder that holds them
 * @param build a shell command
 * @param jar that it leaves; one {@code *} in its name stands for its version
 */
record BenchmarkProject(Path module, String build, String jar) {
  private static final Pattern OF_MAVEN =
      Pattern.compile("<artifactId>\\s*jmh-core\\s*</artifactId>");

  /** The plugin by its id, or by the name that a version catalog gives it. */
  private static final Pattern OF_GRADLE =
      Pattern.compile("me[.]champeau[.]jmh|libs[.]plugins[.][\\w.]*jmh");

  private static final Pattern SHADE =
      Pattern.compile("<artifactId>\\s*maven-shade-plugin\\b.*?</plugin>", Pattern.DOTALL);

  private static final Pattern FINAL_NAME =
      Pattern.compile("<finalName>\\s*([^<]+?)\\s*</finalName>");

  private static final Pattern PROPERTY = Pattern.compile("[$]\\{([\\w.-]+)}");

  /** Returns those of a folder, or of the first module of its build that has some. */
  static Optional<BenchmarkProject> in(Path folder) throws IOException {
    boolean maven = Files.isRegularFile(folder.resolve("pom.xml"));
    for (Path module : Modules.below(folder)) {
      Pattern has = maven ? OF_MAVEN : OF_GRADLE;
      if (has.matcher(Modules.buildFile(module)).find()) {
        return Optional.of(maven ? ofMaven(folder, module) : ofGradle(folder, module));
      }
    }
    return Optional.empty();
  }

  private static BenchmarkProject ofMaven(Path folder, Path module) throws IOException {
    Project.Search search = new Project.Search(folder);
    String options = search.ofModule(Modules.of(folder).root(), module);
    return new BenchmarkProject(
        module,
        search.wrapper("mvnw").orElse("mvn") + " -q -B -DskipTests" + options + " package",
        folder.relativize(module).resolve("target").resolve(shaded(module)).toString());
  }

  /** Returns the name of the jar that the shade plugin leaves. */
  private static String shaded(Path module) throws IOException {
    Path pom = module.resolve("pom.xml");
    String text = Project.withoutComments(pom);
    Matcher plugin = SHADE.matcher(text);
    Matcher name = FINAL_NAME.matcher(plugin.find() ? plugin.group() : "");
    // Without a name it takes the place of the module's own jar.
    String known = name.find() ? name.group(1) : Modules.artifact(pom) + "-${project.version}";
    Map<String, String> own = Map.of("project.artifactId", Modules.artifact(pom));
    return PROPERTY
            .matcher(known)
            .replaceAll(found ->
                Matcher.quoteReplacement(
                    own.getOrDefault(found.group(1), property(found.group(1), text))))
            .replaceFirst("[*].*[*]", "*")
        + ".jar";
  }

  private static String property(String name, String pom) {
    Matcher value =
        Pattern.compile("<%s>\\s*([^<$]+?)\\s*<".formatted(Pattern.quote(name))).matcher(pom);
    return value.find() ? value.group(1) : "*";
  }

  private static BenchmarkProject ofGradle(Path folder, Path module) throws IOException {
    Path below = folder.relativize(module);
    String tool = new Project.Search(folder).wrapper("gradlew").orElse("gradle");
    return new BenchmarkProject(
        module,
        tool + " -q " + (module.equals(folder) ? "" : "-p " + below + " ") + "jmhJar",
        below.resolve("build/libs/*-jmh.jar").toString());
  }

  BenchmarkSpec spec() {
    return new BenchmarkSpec(Optional.of(build), jar, List.of(), Map.of());
  }
}
