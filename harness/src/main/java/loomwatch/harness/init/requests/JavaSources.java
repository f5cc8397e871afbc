package loomwatch.harness.init.requests;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The types of Java sources, with what their annotations say. javac parses them, but as there is no
 * class path, types are known by their names alone.
 */
final class JavaSources {
  /** Stands for what no literal or constant says. */
  static final String COMPUTED = "{computed}";

  private static final int DEEPEST_CONSTANT = 10;

  private final List<JavaType> types = new ArrayList<>();
  private final Map<String, List<JavaType>> named = new HashMap<>();
  private final Map<String, Constant> constants = new HashMap<>();

  /** Parses the texts of files. What is no Java is passed over. */
  JavaSources(Collection<String> texts) throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      for (String text : texts) {
        for (CompilationUnitTree unit : parsed(compiler, files, text)) {
          add(unit, unit.getTypeDecls());
        }
      }
    }
  }

  private static Iterable<? extends CompilationUnitTree> parsed(
      JavaCompiler compiler, JavaFileManager files, String text) throws IOException {
    List<SourceText> source = List.of(new SourceText(text));
    JavaCompiler.CompilationTask task =
        compiler.getTask(
            Writer.nullWriter(), files, fault -> {}, List.of("-proc:none"), null, source);
    try {
      return ((JavacTask) task).parse();
    } catch (IllegalStateException tooDeep) {
      // The parser gave up, so the file cannot be compiled either.
      return List.of();
    }
  }

  private void add(CompilationUnitTree unit, List<? extends Tree> declared) {
    for (Tree each : declared) {
      if (each instanceof ClassTree tree) {
        JavaType type = new JavaType(unit, tree);
        types.add(type);
        named.computeIfAbsent(type.name(), unused -> new ArrayList<>()).add(type);
        for (Tree member : tree.getMembers()) {
          if (member instanceof VariableTree field && field.getInitializer() != null) {
            constants.putIfAbsent(
                type.name() + "." + field.getName(), new Constant(type, field.getInitializer()));
          }
        }
        add(unit, tree.getMembers());
      }
    }
  }

  List<JavaType> types() {
    return Collections.unmodifiableList(types);
  }

  /** Returns a type and what it extends and implements, itself first. */
  List<JavaType> withSupertypes(JavaType type) {
    Set<JavaType> line = new LinkedHashSet<>(Set.of(type));
    List<JavaType> above = List.of(type);
    while (!above.isEmpty()) {
      above =
          above.stream()
              .flatMap(each -> each.supertypes().flatMap(name -> named(name, each)))
              .filter(line::add)
              .toList();
    }
    return List.copyOf(line);
  }

  /** Returns the type of a name; of several, that of an import or of the same package. */
  private Stream<JavaType> named(String name, JavaType within) {
    List<JavaType> found = named.getOrDefault(name, List.of());
    return Stream.concat(found.stream().filter(within::sees), found.stream()).limit(1);
  }

  /** Returns what one of the attributes says. What is no known constant is a name in braces. */
  List<String> values(JavaType within, AnnotationTree annotation, Set<String> attributes) {
    for (ExpressionTree argument : annotation.getArguments()) {
      String attribute =
          argument instanceof AssignmentTree named ? named.getVariable().toString() : "value";
      if (attributes.contains(attribute)) {
        ExpressionTree value =
            argument instanceof AssignmentTree named ? named.getExpression() : argument;
        return value instanceof NewArrayTree array && array.getInitializers() != null
            ? array.getInitializers().stream().map(each -> text(within, each, 0)).toList()
            : List.of(text(within, value, 0));
      }
    }
    return List.of();
  }

  /** Returns a text, or {@link #COMPUTED}. */
  String text(JavaType within, ExpressionTree value) {
    return text(within, value, 0);
  }

  private String text(JavaType within, ExpressionTree value, int depth) {
    return switch (value) {
      case LiteralTree literal -> String.valueOf(literal.getValue());
      case ParenthesizedTree inner -> text(within, inner.getExpression(), depth);
      case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS && depth < DEEPEST_CONSTANT ->
          text(within, sum.getLeftOperand(), depth + 1)
              + text(within, sum.getRightOperand(), depth + 1);
      case IdentifierTree name -> constant(within, name.toString(), depth);
      case MemberSelectTree name -> constant(within, name.toString(), depth);
      default -> COMPUTED;
    };
  }

  private String constant(JavaType within, String name, int depth) {
    String[] parts = name.split("[.]");
    String last = parts[parts.length - 1];
    Stream<String> owners =
        parts.length > 1
            ? Stream.of(parts[parts.length - 2])
            : Stream.of(
                    withSupertypes(within).stream().map(JavaType::name),
                    types.stream().filter(type -> type.unit() == within.unit()).map(JavaType::name),
                    within.staticImports(last))
                .flatMap(names -> names);
    return owners
        .flatMap(owner -> Stream.ofNullable(constants.get(owner + "." + last)))
        .findFirst()
        .filter(constant -> depth < DEEPEST_CONSTANT)
        .map(constant -> text(constant.within(), constant.value(), depth + 1))
        .orElse("{" + last + "}");
  }

  private record Constant(JavaType within, ExpressionTree value) {}

  /** A class, interface or record of a file. */
  record JavaType(CompilationUnitTree unit, ClassTree tree) {
    private static final Pattern OF_A_NAME = Pattern.compile("<.*|.*[.](?=[A-Z])", Pattern.DOTALL);

    String name() {
      return tree.getSimpleName().toString();
    }

    /** Reports whether there can be objects of this class. */
    boolean concrete() {
      return (tree.getKind() == Tree.Kind.CLASS || tree.getKind() == Tree.Kind.RECORD)
          && !tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
    }

    Stream<MethodTree> methods() {
      return tree.getMembers().stream()
          .filter(MethodTree.class::isInstance)
          .map(MethodTree.class::cast);
    }

    Optional<AnnotationTree> annotation(Pattern name) {
      return annotation(tree.getModifiers(), name);
    }

    /** Returns the first annotation whose name without its package is as given. */
    static Optional<AnnotationTree> annotation(ModifiersTree modifiers, Pattern name) {
      return modifiers.getAnnotations().stream()
          .filter(each -> name.matcher(nameOf(each)).matches())
          .map(each -> (AnnotationTree) each)
          .findFirst();
    }

    static String nameOf(AnnotationTree annotation) {
      return simple(annotation.getAnnotationType().toString());
    }

    private Stream<String> supertypes() {
      return Stream.concat(
              Stream.ofNullable(tree.getExtendsClause()), tree.getImplementsClause().stream())
          .map(type -> simple(type.toString()));
    }

    private static String simple(String type) {
      return OF_A_NAME.matcher(type).replaceAll("");
    }

    private String packageName() {
      return String.valueOf(unit.getPackageName());
    }

    private boolean sees(JavaType other) {
      return other.packageName().equals(packageName())
          || imports(false).anyMatch((other.packageName() + "." + other.name())::equals);
    }

    /** Returns the classes from which a constant of this name may be imported. */
    private Stream<String> staticImports(String constant) {
      return imports(true)
          .filter(name -> name.endsWith("." + constant) || name.endsWith(".*"))
          .map(name -> simple(name.substring(0, name.lastIndexOf('.'))));
    }

    private Stream<String> imports(boolean statics) {
      return unit.getImports().stream()
          .filter(each -> each.isStatic() == statics)
          .map(each -> each.getQualifiedIdentifier().toString());
    }
  }

  private static final class SourceText extends SimpleJavaFileObject {
    private final String text;

    SourceText(String text) {
      super(URI.create("string:///Source.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
