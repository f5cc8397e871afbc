package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.variants.VariantSpec.Library;
import org.jspecify.annotations.Nullable;

/**
 * Versions of libraries that are written into a checkout's build files in place of those that they
 * name. Maven's POMs, Gradle's scripts and version catalogues are edited as text, so that all else
 * stays as it is.
 */
record VersionOverrides(List<Library> libraries, @Nullable String tomcat) {
  static final VersionOverrides NONE = new VersionOverrides(List.of(), null);

  /** By it, Spring Boot's dependencies choose their Tomcat. */
  private static final String TOMCAT_PROPERTY = "tomcat.version";

  private static final String TOMCAT_JAR = "tomcat-embed-core";
  private static final String BOOT_JAR = "spring-boot";

  private static final Set<String> UNREAD =
      Set.of(".git", "target", "build", "node_modules", "src");
  private static final Pattern BUILD_FILE =
      Pattern.compile(
          "pom\\.xml|(build|settings)\\.gradle(\\.kts)?|libs\\.versions\\.toml|gradle\\.properties");

  private static final Pattern BLOCK =
      Pattern.compile("<(parent|dependency|plugin)>(?:(?!<\\1>).)*?</\\1>", Pattern.DOTALL);

  /** What in a block names other libraries. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "<(exclusions|configuration|executions|dependencies)>.*?</\\1>", Pattern.DOTALL);

  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern VERSION = Pattern.compile("(<version>\\s*)([^<]*?)(\\s*</version>)");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{?([\\w.-]+)\\}?");

  VersionOverrides {
    libraries = List.copyOf(libraries);
  }

  boolean isEmpty() {
    return libraries.isEmpty() && tomcat == null;
  }

  /** Returns them as a reader wants them, such as {@code Spring Boot 3.5.6, Tomcat 11.0.10}. */
  String shown() {
    List<String> all = new ArrayList<>(libraries.stream().map(Library::toString).toList());
    if (tomcat != null) {
      all.add("Tomcat " + tomcat);
    }
    return String.join(", ", all);
  }

  /**
   * Writes them into the build files below a folder.
   *
   * @throws VariantException if no build file could name one of them
   */
  void apply(Path folder) throws IOException {
    Map<Path, String> texts = read(folder);
    for (Library library : libraries) {
      if (!new Edit(texts, library.version()).library(library)) {
        throw new VariantException(
            "%s must be named in a pom.xml, a Gradle file as GROUP:ARTIFACT:VERSION or a version catalogue of %s, was in none"
                .formatted(library, folder));
      }
    }
    if (tomcat != null) {
      if (texts.values().stream().noneMatch(text -> text.contains(Library.BOOT))) {
        throw new VariantException(
            "tomcat= is for the server that ships, web applications and Spring Boot, and no build file of %s names Spring Boot; give the library with dep=GROUP:ARTIFACT:VERSION"
                .formatted(folder));
      }
      new Edit(texts, tomcat).property(TOMCAT_PROPERTY);
    }
    for (Map.Entry<Path, String> file : texts.entrySet()) {
      Files.writeString(file.getKey(), file.getValue(), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Requires that a build has them, as another build file may have decided otherwise.
   *
   * @param jars versions of what was built, by artifact; empty if unknown
   * @throws VariantException if one has another version, or is not part of it
   */
  void requireBuilt(Map<String, String> jars) {
    if (jars.isEmpty()) {
      return;
    }
    for (Library library : libraries) {
      requireBuilt(library.isWhole() ? BOOT_JAR : library.artifact(), library.version(), jars);
    }
    if (tomcat != null) {
      requireBuilt(TOMCAT_JAR, tomcat, jars);
    }
  }

  private static void requireBuilt(String artifact, String version, Map<String, String> jars) {
    String built = jars.get(artifact);
    if (!version.equals(built)) {
      throw new VariantException(
          "%s must be %s in what is built, %s; a build file decides otherwise: change it on a branch, and name that with ref="
              .formatted(artifact, version, built == null ? "is not there" : "was " + built));
    }
  }

  /** Reads the build files, those nearest to the folder first; bytes stay what they are. */
  private static Map<Path, String> read(Path folder) throws IOException {
    Map<Path, String> texts =
        new TreeMap<>(
            Comparator.comparingInt(Path::getNameCount).thenComparing(Comparator.naturalOrder()));
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            return UNREAD.contains(String.valueOf(each.getFileName())) && !each.equals(folder)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()
                && BUILD_FILE.matcher(String.valueOf(file.getFileName())).matches()) {
              texts.put(file, Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return texts;
  }

  /** One version, put into all files. */
  private static final class Edit {
    private final Map<Path, String> texts;
    private final String version;

    /** Properties whose values are versions of the library. */
    private final Set<String> properties = new HashSet<>();

    private boolean named;

    Edit(Map<Path, String> texts, String version) {
      this.texts = texts;
      this.version = version;
    }

    /** Returns whether a build file names the library now. */
    boolean library(Library library) {
      texts.replaceAll(
          (file, text) -> isPom(file) ? pom(text, library) : gradle(file, text, library));
      properties.forEach(this::property);
      if (!named && !library.isWhole()) {
        manage(library);
      }
      return named;
    }

    private static boolean isPom(Path file) {
      return file.endsWith("pom.xml");
    }

    private String pom(String text, Library library) {
      return BLOCK
          .matcher(text)
          .replaceAll(block -> Matcher.quoteReplacement(block(block, library)));
    }

    private String block(MatchResult match, Library library) {
      String block = match.group();
      String own = COMMENT.matcher(OTHERS.matcher(block).replaceAll("")).replaceAll("");
      if (!has(own, "groupId", library.group())
          || !library.isWhole() && !has(own, "artifactId", library.artifact())) {
        return nested(block, library);
      }
      Matcher has = VERSION.matcher(own);
      if (has.find()) {
        int at = block.indexOf(has.group());
        return block.substring(0, at)
            + has.group(1)
            + replaced(has.group(2))
            + has.group(3)
            + block.substring(at + has.group().length());
      }
      if (library.isWhole() || match.group(1).equals("plugin")) {
        return block; // Its parent or a list of dependencies has the version.
      }
      named = true;
      return block.replaceFirst(
          "</artifactId>",
          Matcher.quoteReplacement("</artifactId><version>" + version + "</version>"));
    }

    /** Edits what a plugin depends on. */
    private String nested(String block, Library library) {
      int begin = block.indexOf('>') + 1;
      return block.startsWith("<plugin>")
          ? block.substring(0, begin) + pom(block.substring(begin), library)
          : block;
    }

    private static boolean has(String block, String element, String value) {
      return Pattern.compile(
              "<" + element + ">\\s*" + Pattern.quote(value) + "\\s*</" + element + ">")
          .matcher(block)
          .find();
    }

    /** Returns the version, or the reference to a property that then gets it. */
    private String replaced(String old) {
      named = true;
      Matcher reference = REFERENCE.matcher(old);
      if (reference.matches()) {
        properties.add(reference.group(1));
        return old;
      }
      return version;
    }

    private String gradle(Path file, String text, Library library) {
      // A catalogue names a module and, behind it, its version.
      boolean managed = !library.isWhole() && !file.toString().endsWith(".toml");
      String artifact = library.isWhole() ? "[\\w.-]+" : Pattern.quote(library.artifact());
      String group = Pattern.quote(library.group());
      String edited =
          Pattern.compile(
                  "(['\"]" + group + ":" + artifact + ")(?::([^'\":@]+))?(?=['\"@]|:[^'\"])")
              .matcher(text)
              .replaceAll(found -> {
                if (found.group(2) == null && !managed) {
                  return Matcher.quoteReplacement(found.group());
                }
                return Matcher.quoteReplacement(
                    found.group(1)
                        + ":"
                        + (found.group(2) == null ? replaced("") : replaced(found.group(2))));
              });
      edited =
          values(
              edited,
              "module\\s*=\\s*\""
                  + group
                  + ":"
                  + artifact
                  + "\"\\s*,\\s*version(\\.ref)?\\s*=\\s*");
      return library.isWhole()
          ? values(
              edited,
              "id\\s*\\(?\\s*=?\\s*['\"]"
                  + group
                  + "['\"]\\s*\\)?\\s*,?\\s*version(\\.ref)?\\s*=?\\s*\\(?\\s*")
          : edited;
    }

    /** Replaces quoted versions behind a pattern, whose first group says that it is a reference. */
    private String values(String text, String before) {
      return Pattern.compile("(?<before>" + before + ")(['\"])(?<old>[^'\"]+)(['\"])")
          .matcher(text)
          .replaceAll(found -> {
            boolean reference = found.group(2) != null;
            String old = found.group("old");
            if (reference) {
              named = true;
              properties.add(old);
            }
            return Matcher.quoteReplacement(
                found.group("before") + '"' + (reference ? old : replaced(old)) + '"');
          });
    }

    /** Sets a property wherever it is, else in the first build file. */
    void property(String name) {
      String quoted = Pattern.quote(name);
      boolean[] set = {false};
      Pattern element = Pattern.compile("(<" + quoted + ">)[^<]*(</" + quoted + ">)");
      Pattern assigned =
          Pattern.compile(
              "(?m)((?:^|[\\s.\\['\"])"
                  + quoted
                  + "['\"\\]]*\\s*=\\s*)(['\"]?)[^'\"\\s#{(]+\\2(?=[\\s;,)}]|$)");
      texts.replaceAll((file, text) -> {
        Matcher found = (isPom(file) ? element : assigned).matcher(text);
        if (!found.find()) {
          return text;
        }
        set[0] = true;
        String value = Matcher.quoteReplacement(version);
        return found.replaceAll(isPom(file) ? "$1" + value + "$2" : "$1$2" + value + "$2");
      });
      if (!set[0]) {
        texts.keySet().stream()
            .filter(file -> isPom(file) || String.valueOf(file.getFileName()).startsWith("build."))
            .findFirst()
            .ifPresent(file ->
                texts.computeIfPresent(file, (same, text) -> withProperty(file, text, name)));
      }
    }

    private String withProperty(Path file, String text, String name) {
      if (!isPom(file)) {
        return text
            + (file.toString().endsWith(".kts")
                    ? "\nextra[\"%s\"] = \"%s\"\n"
                    : "\next['%s'] = '%s'\n")
                .formatted(name, version);
      }
      String property = "<%s>%s</%1$s>".formatted(name, version);
      return text.contains("<properties>")
          ? text.replaceFirst("<properties>", Matcher.quoteReplacement("<properties>" + property))
          : text.replaceFirst(
              "</project>\\s*$",
              Matcher.quoteReplacement("<properties>" + property + "</properties></project>\n"));
    }

    /** Lets the first POM manage a library that comes with another. */
    private void manage(Library library) {
      texts.keySet().stream()
          .filter(Edit::isPom)
          .findFirst()
          .ifPresent(pom -> {
            named = true;
            texts.computeIfPresent(pom, (file, text) -> managed(text, library));
          });
    }

    private static String managed(String text, Library library) {
      String dependency =
          "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
              .formatted(library.group(), library.artifact(), library.version());
      Matcher managing = Pattern.compile("<dependencyManagement>\\s*<dependencies>").matcher(text);
      return managing.find()
          ? managing.replaceFirst(Matcher.quoteReplacement(managing.group() + dependency))
          : text.replaceFirst(
              "</project>\\s*$",
              Matcher.quoteReplacement(
                  "<dependencyManagement><dependencies>"
                      + dependency
                      + "</dependencies></dependencyManagement></project>\n"));
    }
  }
}
