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
 * Finds GET requests in a service's sources, for a first set of scenarios.
 *
 * <p>Repeated groups are possessive, as long literals would overflow the stack otherwise.
 */
final class Endpoints {
  /** Consecutive annotations of one class or method. */
  private static final Pattern ANNOTATIONS =
      Pattern.compile("(?:@[\\w.]++(?:\\s*+\\((?:[^()\"]++|\"[^\"]*+\")*+\\))?+\\s*+)++");

  /** The annotations of Spring, JAX-RS, Micronaut and Servlets that have a path. */
  private static final Pattern PATH =
      Pattern.compile(
          "@(?:GetMapping|RequestMapping|Path|Get|Controller|WebServlet)\\s*\\(\\s*"
              + "(?:(?:value|path|uri|urlPatterns)\\s*=\\s*)?\"([^\"]*)\"");

  private static final Pattern GET =
      Pattern.compile(
          "@(?:GetMapping|Get|GET|RequestMapping(?!.*RequestMethod\\.(?!GET)))\\b", DOTALL);

  /** Comments, which may contain keywords and annotations, and the strings to keep. */
  private static final Pattern COMMENT =
      Pattern.compile("\"(?:[^\"\\\\\n]++|\\\\.)*+\"|/\\*.*?\\*/|//[^\n]*", DOTALL);

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record)\\s+\\w");

  private Endpoints() {}

  /** Returns the paths without parameters; only the root if none is found. */
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

  /** Returns the pages that a web application serves without a mapping. */
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

  /** Returns the paths; an annotation before the first type is a prefix for its methods. */
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
