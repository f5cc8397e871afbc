package loomwatch.harness.init.requests;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.init.requests.JavaSources.JavaType;
import org.jspecify.annotations.Nullable;

/**
 * Finds the requests that code maps by calls, such as {@code app.get("/items", handler)} in the
 * manner of Javalin, Spark, Helidon, Vert.x, Jooby, Spring's router functions or the JDK's server.
 */
final class JavaRoutes extends TreeScanner<@Nullable Void, String> {
  /** Imports without which such a call means something else. */
  static final Pattern IMPORTS =
      Pattern.compile(
          "import\\s+(static\\s+)?(io[.](javalin|helidon|jooby|vertx[.]ext[.]web)|spark"
              + "|org[.]springframework[.]web[.](reactive[.]|servlet[.])?function"
              + "|com[.]sun[.]net[.]httpserver)[.]");

  private static final Pattern MAPS =
      Pattern.compile("get|post|put|patch|delete|GET|POST|PUT|PATCH|DELETE|createContext");

  /** Calls whose path begins those of the calls within. */
  private static final Pattern NESTS = Pattern.compile("path|nest|group|routes?|register");

  private static final Pattern PARAMETER = Pattern.compile("(?<=/)(?::(\\w+)|<(\\w+)>)");

  private final JavaSources sources;
  private final JavaType within;
  private final List<FoundRequest> found = new ArrayList<>();

  private JavaRoutes(JavaSources sources, JavaType within) {
    this.sources = sources;
    this.within = within;
  }

  static List<FoundRequest> requests(JavaSources sources) {
    return sources.types().stream()
        .filter(type -> type.unit().getTypeDecls().contains(type.tree()))
        .filter(type ->
            type.unit().getImports().stream()
                .anyMatch(each -> IMPORTS.matcher(each.toString()).find()))
        .flatMap(type -> {
          JavaRoutes routes = new JavaRoutes(sources, type);
          routes.scan(type.tree(), "");
          return routes.found.stream();
        })
        .toList();
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree call, String prefix) {
    String name = name(call.getMethodSelect());
    String path = call.getArguments().isEmpty() ? "" : path(call.getArguments().getFirst());
    boolean context = name.equals("createContext");
    // A context at the root takes all paths, so it names none.
    if (MAPS.matcher(name).matches() && path.startsWith("/") && !(context && path.equals("/"))) {
      String method = context ? "GET" : name.toUpperCase(Locale.ROOT);
      MappedPath.of(prefix + path).map(mapped -> request(method, mapped)).ifPresent(found::add);
    }
    if (NESTS.matcher(name).matches() && !path.isEmpty()) {
      scan(call.getMethodSelect(), prefix);
      return scan(call.getArguments(), prefix + MappedPath.slashed(path));
    }
    return super.visitMethodInvocation(call, prefix);
  }

  private static FoundRequest request(String method, MappedPath path) {
    List<String> lacks =
        Stream.concat(
                path.lacks().stream(),
                Stream.of(FoundRequest.CONSENT).filter(unused -> !method.equals("GET")))
            .toList();
    return FoundRequest.lacking(method, path.text(), lacks);
  }

  /** Returns the path that an argument says, or what a predicate such as path("/a") does. */
  private String path(ExpressionTree argument) {
    boolean predicate =
        argument instanceof MethodInvocationTree call
            && name(call.getMethodSelect()).equals("path")
            && call.getArguments().size() == 1;
    ExpressionTree text =
        predicate ? ((MethodInvocationTree) argument).getArguments().getFirst() : argument;
    String path = sources.text(within, text);
    return path.equals(JavaSources.COMPUTED) ? "" : PARAMETER.matcher(path).replaceAll("{$1$2}");
  }

  private static String name(Tree called) {
    return switch (called) {
      case IdentifierTree plain -> plain.getName().toString();
      case MemberSelectTree selected -> selected.getIdentifier().toString();
      default -> "";
    };
  }
}
