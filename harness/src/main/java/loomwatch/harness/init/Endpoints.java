package loomwatch.harness.init;

import static java.util.regex.Pattern.DOTALL;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * GET requests that a service's sources say it answers, for a first set of scenarios.
 *
 * <p>What is repeated in groups is possessive: else long literals would overflow the stack.
 */
final class Endpoints {
  /** Annotations that follow one another: those of one class or method. */
  private static final Pattern ANNOTATIONS =
      Pattern.compile("(?:@[\\w.]++(?:\\s*+\\((?:[^()\"]++|\"[^\"]*+\")*+\\))?+\\s*+)++");

  /** Of Spring, JAX-RS, Micronaut and Servlets. */
  private static final Pattern PATH =
      Pattern.compile(
          "@(?:GetMapping|RequestMapping|Path|Get|Controller|WebServlet)\\s*\\(\\s*"
              + "(?:(?:value|path|uri|urlPatterns)\\s*=\\s*)?\"([^\"]*)\"");

  private static final Pattern GET =
      Pattern.compile(
          "@(?:GetMapping|Get|GET|RequestMapping(?!.*RequestMethod\\.(?!GET)))\\b", DOTALL);

  /** Which may speak of classes, and show annotations. */
  private static final Pattern COMMENT =
      Pattern.compile("\"(?:[^\"\\\\\n]++|\\\\.)*+\"|/\\*.*?\\*/|//[^\n]*", DOTALL);

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record)\\s+\\w");

  private Endpoints() {}

  /** Their paths, without those that need a value; the root alone where none is found. */
  static List<String> in(Path folder) throws IOException {
    Set<String> paths = new LinkedHashSet<>();
    Path sources = folder.resolve("src/main");
    if (Files.isDirectory(sources)) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file :
            files.filter(one -> one.toString().matches(".*\\.(java|kt)")).sorted().toList()) {
          paths.addAll(of(text(file)));
        }
      }
    }
    paths.addAll(pages(folder.resolve("src/main/webapp")));
    List<String> plain = paths.stream().filter(path -> path.matches("/[\\w./~-]*")).toList();
    return plain.isEmpty() ? List.of("/") : plain;
  }

  /** What a web application shows without a mapping. */
  private static List<String> pages(Path webapp) throws IOException {
    if (!Files.isDirectory(webapp)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(webapp)) {
      return files
          .map(file -> "/" + file.getFileName())
          .filter(path -> path.matches(".*\\.(jsp|html)"))
          .sorted()
          .toList();
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (MalformedInputException notUtf8) {
      return "";
    }
  }

  /** What stands before the first type is what all its methods begin with. */
  static List<String> of(String text) {
    String source =
        COMMENT
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(found.group().startsWith("\"") ? found.group() : " "));
    Matcher type = TYPE.matcher(source);
    int body = type.find() ? type.start() : 0;
    String prefix = "";
    List<String> paths = new ArrayList<>();
    Matcher annotations = ANNOTATIONS.matcher(source);
    while (annotations.find()) {
      Matcher found = PATH.matcher(annotations.group());
      boolean mapped = found.find();
      String path = mapped ? slashed(found.group(1)) : "";
      if (annotations.group().contains("@WebServlet")) {
        paths.add(path);
      } else if (annotations.start() < body) {
        prefix = mapped ? path : prefix;
      } else if (GET.matcher(annotations.group()).find()) {
        paths.add(joined(prefix, path));
      }
    }
    return paths;
  }

  private static String joined(String prefix, String path) {
    boolean bare = path.isEmpty() || path.equals("/");
    return prefix.length() > 1 ? prefix + (bare ? "" : path) : bare ? "/" : path;
  }

  private static String slashed(String path) {
    return path.startsWith("/") ? path : "/" + path;
  }
}
