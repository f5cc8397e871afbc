package loomwatch.harness.init.requests;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.init.requests.JavaSources.JavaType;

/** Finds the requests that classes map, in the manner of Spring, JAX-RS, Micronaut or servlets. */
record JavaControllers(JavaSources sources) {
  private static final Set<String> PATHS =
      Set.of("value", "path", "uri", "uris", "url", "urlPatterns");

  private static final Pattern SERVLET = Pattern.compile("WebServlet");
  private static final Pattern APPLICATION = Pattern.compile("ApplicationPath");
  private static final Pattern PREFIX = Pattern.compile("Path|RequestMapping|HttpExchange");
  private static final Pattern CONTROLLER = Pattern.compile("Controller");

  private static final Pattern MAPPING =
      Pattern.compile(
          "(?:Get|Post|Put|Patch|Delete)(?:Mapping|Exchange)?|GET|POST|PUT|PATCH|DELETE"
              + "|RequestMapping|HttpExchange");

  private static final Pattern PATH = Pattern.compile("Path");

  /** Interfaces with these say what is requested of another service. */
  private static final Pattern CLIENT = Pattern.compile("FeignClient|RegisterRestClient|Client");

  private static final Pattern EVENTS = Pattern.compile("SseEmitter|.*ServerSentEvent.*");

  List<FoundRequest> requests() {
    String application =
        sources.types().stream()
            .flatMap(type ->
                type.annotation(APPLICATION).stream()
                    .flatMap(annotation -> sources.values(type, annotation, PATHS).stream()))
            .findFirst()
            .orElse("");
    return sources.types().stream()
        .filter(JavaType::concrete)
        .flatMap(type ->
            type.annotation(SERVLET)
                .map(annotation -> servlet(type, annotation))
                .orElseGet(() -> controller(sources.withSupertypes(type), application)))
        .toList();
  }

  private Stream<FoundRequest> servlet(JavaType type, AnnotationTree annotation) {
    List<String> methods = type.methods().map(method -> method.getName().toString()).toList();
    boolean posts = methods.contains("doPost") && !methods.contains("doGet");
    return sources.values(type, annotation, PATHS).stream()
        .map(pattern -> pattern.endsWith("/*") ? pattern.replaceAll("[*]$", "") : pattern)
        .flatMap(pattern -> MappedPath.of(pattern).stream())
        .map(path ->
            FoundRequest.lacking(
                posts ? "POST" : "GET", path.text(), posts ? List.of("a body") : List.of()));
  }

  /** Returns the requests of a controller, which may implement an interface that maps them. */
  private Stream<FoundRequest> controller(List<JavaType> line, String application) {
    if (line.stream().anyMatch(type -> type.annotation(CLIENT).isPresent())) {
      return Stream.empty();
    }
    List<String> prefixes =
        line.stream()
            .map(this::prefixes)
            .filter(some -> !some.isEmpty())
            .findFirst()
            .orElse(List.of(""));
    Map<String, List<Handler>> handlers = new LinkedHashMap<>();
    for (JavaType type : line) {
      type.methods()
          .forEach(method ->
              handlers
                  .computeIfAbsent(
                      method.getName() + "/" + method.getParameters().size(),
                      unused -> new ArrayList<>())
                  .add(new Handler(type, method)));
    }
    return handlers.values().stream()
        .flatMap(overridden ->
            overridden.stream()
                .flatMap(handler -> route(handler).stream())
                .limit(1)
                .flatMap(route ->
                    route
                        .paths(application, prefixes)
                        .map(path -> request(route, path, overridden))));
  }

  private List<String> prefixes(JavaType type) {
    return type.annotation(PREFIX)
        .or(() -> type.annotation(CONTROLLER).filter(annotation -> isOfMicronaut(type)))
        .map(annotation -> sources.values(type, annotation, PATHS))
        .orElse(List.of());
  }

  /** Tells its Controller from Spring's, whose value is the name of a bean. */
  private static boolean isOfMicronaut(JavaType type) {
    return type.unit().getImports().stream()
        .anyMatch(each -> each.toString().contains("io.micronaut"));
  }

  private Optional<Route> route(Handler handler) {
    return JavaType.annotation(handler.method().getModifiers(), MAPPING)
        .map(annotation -> {
          String name = JavaType.nameOf(annotation);
          Function<String, List<String>> values =
              attribute -> sources.values(handler.type(), annotation, Set.of(attribute));
          if (name.equals(name.toUpperCase(Locale.ROOT))) {
            List<String> paths =
                JavaType.annotation(handler.method().getModifiers(), PATH)
                    .map(path -> sources.values(handler.type(), path, PATHS))
                    .orElse(List.of(""));
            return new Route(Style.JAX_RS, name, paths, List.of());
          }
          List<String> methods =
              values.apply("method").stream().map(JavaControllers::constant).toList();
          String method =
              PREFIX.matcher(name).matches()
                  ? methods.isEmpty() || methods.contains("GET") ? "GET" : methods.getFirst()
                  : name.replaceAll("Mapping|Exchange", "").toUpperCase(Locale.ROOT);
          Style style =
              name.endsWith("Mapping") || name.endsWith("Exchange")
                  ? Style.SPRING
                  : Style.MICRONAUT;
          List<String> paths = sources.values(handler.type(), annotation, PATHS);
          return new Route(
              style, method, paths.isEmpty() ? List.of("") : paths, values.apply("params"));
        });
  }

  /** Returns the name of an enum's constant, which is in braces as no text is known for it. */
  private static String constant(String value) {
    return value.replaceAll("[{}]", "");
  }

  private FoundRequest request(Route route, MappedPath path, List<Handler> overridden) {
    Set<String> lacks = new LinkedHashSet<>(path.lacks());
    for (String narrowing : route.params()) {
      if (!narrowing.startsWith("!")) {
        lacks.add("a value of the parameter " + narrowing.replaceFirst("!?=.*", ""));
      }
    }
    int parameters = overridden.getFirst().method().getParameters().size();
    for (int at = 0; at < parameters; at++) {
      lacks.addAll(lacks(route, path, overridden, at));
    }
    if (overridden.stream().anyMatch(handler -> handler.streams(sources))) {
      lacks.add("an end of its answer, a stream of events");
    }
    if (lacks.isEmpty() && !route.method().equals("GET")) {
      lacks.add(FoundRequest.CONSENT);
    }
    return FoundRequest.lacking(route.method(), path.text(), lacks);
  }

  /** Returns what a method's parameter needs; annotations may be those of what it overrides. */
  private List<String> lacks(Route route, MappedPath path, List<Handler> overridden, int at) {
    List<String> lacks = new ArrayList<>();
    boolean annotated = false;
    for (Handler handler : overridden) {
      VariableTree parameter = handler.method().getParameters().get(at);
      for (AnnotationTree annotation : parameter.getModifiers().getAnnotations()) {
        String kind =
            switch (JavaType.nameOf(annotation)) {
              case "RequestParam", "QueryValue" -> "a value of the parameter ";
              case "RequestHeader", "Header" -> "a value of the header ";
              case "CookieValue" -> "a value of the cookie ";
              case "RequestBody", "RequestPart", "Body", "FormParam" -> "a body";
              default -> "";
            };
        annotated |= !JavaType.nameOf(annotation).matches("Valid|Validated|NotNull|Parameter");
        if (kind.equals("a body")) {
          lacks.add(kind);
        } else if (!kind.isEmpty() && required(handler.type(), parameter, annotation)) {
          List<String> names = sources.values(handler.type(), annotation, Set.of("value", "name"));
          lacks.add(kind + (names.isEmpty() ? parameter.getName() : names.getFirst()));
        }
      }
    }
    String name = overridden.getFirst().method().getParameters().get(at).getName().toString();
    boolean plain = !annotated && !path.parameters().contains(name);
    return plain && route.style() != Style.SPRING && !route.method().equals("GET")
        ? List.of("a body")
        : lacks;
  }

  private boolean required(JavaType type, VariableTree parameter, AnnotationTree annotation) {
    return !String.valueOf(parameter.getType())
            .matches("(?s)(Optional|Map|MultiValueMap)\\b.*|HttpHeaders")
        && JavaType.annotation(parameter.getModifiers(), Pattern.compile("Nullable")).isEmpty()
        && sources.values(type, annotation, Set.of("defaultValue")).isEmpty()
        && !sources.values(type, annotation, Set.of("required")).contains("false");
  }

  private enum Style {
    SPRING,
    JAX_RS,
    MICRONAUT
  }

  /** A method of a type. */
  private record Handler(JavaType type, MethodTree method) {
    /** Reports whether the answer never ends. */
    boolean streams(JavaSources sources) {
      return EVENTS.matcher(String.valueOf(method.getReturnType())).matches()
          || method.getModifiers().getAnnotations().stream()
              .flatMap(each -> sources.values(type, each, Set.of("produces", "value")).stream())
              .anyMatch(value ->
                  value.matches("text/event-stream|\\{(TEXT_EVENT_STREAM|SERVER_SENT_EVENTS).*"));
    }
  }

  /**
   * What a method's annotations map.
   *
   * @param params parameters of the query that must be there, as Spring writes them
   */
  private record Route(Style style, String method, List<String> paths, List<String> params) {

    Stream<MappedPath> paths(String application, List<String> prefixes) {
      String root = style == Style.JAX_RS ? application : "";
      return prefixes.stream()
          .flatMap(prefix -> paths.stream().map(path -> MappedPath.slashed(prefix) + own(path)))
          .flatMap(path -> MappedPath.of(root + path).stream());
    }

    /** Spring alone tells /items/ from /items. */
    private String own(String path) {
      return path.isEmpty() || style != Style.SPRING && path.equals("/")
          ? ""
          : MappedPath.slashed(path);
    }
  }
}
