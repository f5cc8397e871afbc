package loomwatch.results;

import java.util.List;
import java.util.regex.Pattern;

/** A call stack, the outermost frame first. */
public record Stack(List<Frame> frames) {
  /** Replaces the stack of threads that compile. */
  public static final Stack JIT_COMPILER = new Stack(List.of(new Frame("", "JIT compiler", 0)));

  public Stack {
    frames = List.copyOf(frames);
  }

  /**
   * A method in a call stack.
   *
   * @param type the class's binary name, made {@linkplain FrameNames stable}
   * @param method its name; overloads share it
   * @param line in its source, from 1; 0 if unknown
   */
  public record Frame(String type, String method, int line) {
    public String name() {
      return type.isEmpty() ? method : type + "." + method;
    }
  }

  /** Removes numbers from names that vary between launches and builds. */
  public static final class FrameNames {
    /** {@code Shop$$Lambda.0x7f1c}, {@code Shop$$Lambda/0x7f1c.12}, {@code Shop+0x7f1c}. */
    private static final Pattern ADDRESS = Pattern.compile("[./+]0x[0-9a-fA-F]+(\\.\\d+)?");

    /** {@code Shop$$Lambda$14}, {@code Shop$$SpringCGLIB$$0}, {@code GeneratedMethodAccessor7}. */
    private static final Pattern NUMBERED =
        Pattern.compile(
            "((?:\\$\\$Lambda|\\$\\$\\w*CGLIB|\\$\\$\\w*Proxy|\\$Proxy|\\$HibernateProxy|\\$ByteBuddy"
                + "|Generated(?:Method|Constructor|SerializationConstructor)Accessor))"
                + "[$_]*[0-9a-zA-Z]*$");

    /** {@code jdk.proxy2.$Proxy12}: a package for each class loader. */
    private static final Pattern PROXY_PACKAGE = Pattern.compile("^(jdk|com\\.sun)\\.proxy\\d+\\.");

    /** {@code lambda$main$0}, as javac names lambdas. */
    private static final Pattern LAMBDA = Pattern.compile("^(lambda\\$.+)\\$\\d+$");

    /** {@code main$lambda$0}, as Kotlin names lambdas; nested ones have both numbers. */
    private static final Pattern LAMBDA_OF_KOTLIN = Pattern.compile("(\\$lambda)(?:\\$\\d+)+");

    /** {@code $anonfun$main$1}, as Scala names lambdas and their unboxing adapters. */
    private static final Pattern LAMBDA_OF_SCALA =
        Pattern.compile("^(\\$anonfun\\$.+?)\\$\\d+(\\$adapted)?$");

    private FrameNames() {}

    public static String type(String binaryName) {
      String name = ADDRESS.matcher(binaryName).replaceAll("");
      name = PROXY_PACKAGE.matcher(name).replaceFirst("$1.proxy.");
      return NUMBERED.matcher(name).replaceFirst("$1");
    }

    public static String method(String name) {
      String stable = LAMBDA.matcher(name).replaceFirst("$1");
      stable = LAMBDA_OF_KOTLIN.matcher(stable).replaceAll("$1");
      return LAMBDA_OF_SCALA.matcher(stable).replaceFirst("$1$2");
    }

    /** Reports whether it is generated code of the JVM or a compiler between methods. */
    public static boolean isGlue(String type) {
      return type.contains("$$Lambda")
          || type.startsWith("java.lang.invoke.LambdaForm")
          || type.startsWith("java.lang.invoke.DirectMethodHandle")
          || type.startsWith("jdk.internal.reflect.")
          || type.startsWith("java.lang.reflect.");
    }
  }
}
