package loomwatch.harness.init.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the requests that Kotlin classes map, by regular expressions: no parser is at hand. Values
 * that a method's parameters need show only in its path, and the body in its method.
 *
 * <p>Repeated groups are possessive, as long literals would overflow the stack otherwise.
 */
final class KotlinControllers {
  /** Comments, which may contain keywords and annotations, and the strings to keep. */
  private static final Pattern COMMENT =
      Pattern.compile("\"(?:[^\"\\\\\n]++|\\\\.)*+\"|/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

  /** Consecutive annotations, and the keyword of what they are of. */
  private static final Pattern ANNOTATED =
      Pattern.compile(
          "((?:@[\\w.:]++(?:\\s*+\\((?:[^()\"]++|\"[^\"]*+\"|\\(\\))*+\\))?+\\s*+)++)"
              + "((?:(?:open|public|internal|abstract|data|override|suspend)\\s+)*+(?:class|interface|fun))\\b");

  private static final Pattern PATH =
      Pattern.compile(
          "@(?:\\w+Mapping|Path|Controller|Get|Post|Put|Patch|Delete)\\s*\\(([^()\"]*(?:\"[^\"]*\"[^()\"]*)*)\\)");

  private static final Pattern METHOD =
      Pattern.compile(
          "@(Get|Post|Put|Patch|Delete)(?:Mapping\\b|\\b)|@(GET|POST|PUT|PATCH|DELETE)\\b");

  private static final Pattern TEXT =
      Pattern.compile("(?:(\\w+)\\s*=\\s*)?\\[?\"([^\"]*)\"((?:\\s*,\\s*\"[^\"]*\")*)");

  private KotlinControllers() {}

  static List<FoundRequest> requests(String text) {
    String source =
        COMMENT
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(found.group().startsWith("\"") ? found.group() : " "));
    List<String> prefixes = List.of("");
    List<FoundRequest> requests = new ArrayList<>();
    Matcher annotated = ANNOTATED.matcher(source);
    while (annotated.find()) {
      String annotations = annotated.group(1);
      if (!annotated.group(2).endsWith("fun")) {
        List<String> own = paths(annotations);
        prefixes = own.isEmpty() ? List.of("") : own;
        continue;
      }
      String method = method(annotations);
      List<String> own = paths(annotations);
      for (String prefix : method.isEmpty() ? List.<String>of() : prefixes) {
        for (String path : own.isEmpty() ? List.of("") : own) {
          MappedPath.of(prefix + "/" + path)
              .ifPresent(mapped -> requests.add(request(method, mapped)));
        }
      }
    }
    return requests;
  }

  private static FoundRequest request(String method, MappedPath path) {
    String text = path.text().replaceFirst("(?<=.)/$", "");
    List<String> lacks =
        Stream.concat(
                path.lacks().stream(),
                Stream.of(FoundRequest.CONSENT).filter(unused -> !method.equals("GET")))
            .toList();
    return FoundRequest.lacking(method, text, lacks);
  }

  private static String method(String annotations) {
    Matcher method = METHOD.matcher(annotations);
    if (method.find()) {
      return method.group().replaceAll("@|Mapping", "").toUpperCase(Locale.ROOT);
    }
    boolean any = annotations.contains("@RequestMapping");
    Matcher named = Pattern.compile("RequestMethod[.](\\w+)").matcher(annotations);
    return !any
        ? ""
        : annotations.contains("RequestMethod.GET") || !named.find() ? "GET" : named.group(1);
  }

  private static List<String> paths(String annotations) {
    Matcher path = PATH.matcher(annotations);
    if (!path.find()) {
      return List.of();
    }
    return TEXT.matcher(path.group(1))
        .results()
        .filter(found -> found.group(1) == null || found.group(1).matches("value|path|uri|uris"))
        .flatMap(found ->
            Stream.concat(
                Stream.of(found.group(2)),
                Pattern.compile("\"([^\"]*)\"")
                    .matcher(found.group(3))
                    .results()
                    .map(more -> more.group(1))))
        .toList();
  }
}
