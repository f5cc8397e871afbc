package loomwatch.harness.init.requests;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.Request;

/**
 * Finds the requests that a service's files name, for a first set of scenarios. Those come first
 * that can be sent as they are, and of these those that are most likely what the service is for.
 */
public final class RequestSearch {
  private static final Pattern UNSEARCHED =
      Pattern.compile(
          "(.*/)?([.][^/]+|node_modules)|target/(?!generated-sources)[^/]+|build/(?!generated)[^/]+"
              + "|src/test/(java|kotlin|resources)");

  private static final String SOURCES = "(src/main|target/generated-sources|build/generated)/.*";

  private static final Pattern JAVA = Pattern.compile(SOURCES + "[.]java");
  private static final Pattern KOTLIN = Pattern.compile(SOURCES + "[.]kt");

  private static final Pattern OPEN_API =
      Pattern.compile(
          "((src/main|api|docs?|openapi|swagger)/.*)?[^/]*(openapi|swagger|api)[^/]*[.](ya?ml|json)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WEB_XML = Pattern.compile("src/main/webapp/WEB-INF/web[.]xml");

  private static final Pattern PAGE =
      Pattern.compile(
          "src/main/(webapp|resources/(static|public|META-INF/resources))(/[^/]+[.](jsp|html))");

  private static final Pattern HTTP = Pattern.compile(".*[.](http|rest)");

  /** Not the private one beside it, which has secrets. */
  private static final Pattern ENVIRONMENT = Pattern.compile("(.*/)?http-client[.]env[.]json");

  /** What can have an annotation with a path, or a constant for one. */
  private static final Pattern RELEVANT =
      Pattern.compile(
          "@[\\w.]*(Mapping|Exchange|Path|Controller|WebServlet|Get|Post|Put|Patch|Delete|GET|POST"
              + "|PUT|PATCH|DELETE)\\b|\\bString\\s+\\w+\\s*=\\s*[\"A-Z]");

  /** Requests that say how the service is, or end it, rather than use it. */
  private static final Pattern OPERATIONS =
      Pattern.compile(
          "(?i)(/.*)?/(actuator|health\\w*|live|livez|ready|readyz|info|metrics|prometheus|version"
              + "|status|ping|error|log(in|out)|swagger.*|(v\\d/)?api-docs|openapi.*|h2-console"
              + "|favicon.ico|quit|exit|halt|stop|shutdown|restart|crash)([/?.].*)?");

  /** Pages, and forms to be filled in: a service's work is behind other paths. */
  private static final Pattern PAGES =
      Pattern.compile("/|.*([.](html|jsp)|/(new|add|create|edit|find|form))");

  private static final long MOST_BYTES = 4 << 20;

  private final List<NamedFile> files = new ArrayList<>();

  private RequestSearch(List<Path> modules) throws IOException {
    for (Path module : modules) {
      add(module);
    }
  }

  /** A file, and its path within its module. */
  private record NamedFile(String name, Path file) {}

  private void add(Path folder) throws IOException {
    List<NamedFile> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes traits) {
            return !at.equals(folder) && UNSEARCHED.matcher(name(at)).matches()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes traits) {
            if (traits.isRegularFile() && traits.size() <= MOST_BYTES) {
              found.add(new NamedFile(name(file), file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }

          private String name(Path file) {
            return folder.relativize(file).toString().replace('\\', '/');
          }
        });
    found.sort(comparing(NamedFile::name));
    files.addAll(found);
  }

  /**
   * Returns the requests; with the root as the first that can be sent, if none else can.
   *
   * @param modules the folders of the service's sources
   * @param context path that all of the service's requests begin with, such as {@code /shop}; the
   *     returned ones are without it
   */
  public static List<FoundRequest> in(List<Path> modules, String context) throws IOException {
    RequestSearch search = new RequestSearch(modules);
    List<FoundRequest> named = new ArrayList<>();
    List<String> java =
        search.texts(JAVA).stream()
            .filter(
                text -> RELEVANT.matcher(text).find() || JavaRoutes.IMPORTS.matcher(text).find())
            .toList();
    Map<String, String> environment = new HashMap<>();
    search.texts(ENVIRONMENT).forEach(text -> environment.putAll(HttpFile.environment(text)));
    for (String text : search.texts(HTTP)) {
      HttpFile.requests(text, environment)
          .forEach(request -> named.add(request.foundWithSecrets().within(context)));
    }
    JavaSources sources = new JavaSources(java);
    named.addAll(new JavaControllers(sources).requests());
    named.addAll(JavaRoutes.requests(sources));
    search.texts(KOTLIN).forEach(text -> named.addAll(KotlinControllers.requests(text)));
    for (String text : search.texts(OPEN_API)) {
      OpenApi.requests(text).forEach(request -> named.add(request.within(context)));
    }
    search.texts(WEB_XML).forEach(text -> named.addAll(WebXml.requests(text)));
    search.files.stream()
        .map(file -> PAGE.matcher(file.name()))
        .filter(page -> page.matches())
        .forEach(page -> named.add(FoundRequest.get(page.group(3))));
    List<FoundRequest> ordered = ordered(named);
    return ordered.stream().anyMatch(FoundRequest::complete)
        ? ordered
        : Stream.concat(Stream.of(FoundRequest.get("/")), ordered.stream()).toList();
  }

  private List<String> texts(Pattern name) throws IOException {
    List<String> texts = new ArrayList<>();
    for (NamedFile file : files) {
      if (name.matcher(file.name()).matches()) {
        // Paths are ASCII, so it does not matter if other characters are misread.
        texts.add(new String(Files.readAllBytes(file.file()), StandardCharsets.UTF_8));
      }
    }
    return texts;
  }

  /** Returns each request once, without those that another one has the values for. */
  public static List<FoundRequest> ordered(List<FoundRequest> requests) {
    List<FoundRequest> complete = requests.stream().filter(FoundRequest::complete).toList();
    return requests.stream()
        .filter(request -> Request.METHODS.contains(request.method()))
        .filter(request ->
            request.complete() || complete.stream().noneMatch(other -> request.isFilledBy(other)))
        .collect(
            toMap(
                FoundRequest::signature,
                Function.identity(),
                (first, again) -> first,
                LinkedHashMap::new))
        .values()
        .stream()
        .sorted(
            comparing((FoundRequest request) -> !request.complete())
                .thenComparing(request -> OPERATIONS.matcher(request.path()).matches())
                .thenComparing(request -> !request.method().equals("GET"))
                .thenComparing(request -> PAGES.matcher(request.path()).matches()))
        .toList();
  }
}
