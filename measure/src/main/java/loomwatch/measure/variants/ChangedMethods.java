package loomwatch.measure.variants;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.MethodTime;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * Finds methods that both variants of a service have, with other bytecode. A method that only one
 * of them has needs no search of its own, as one that both have must call it. Constructors and
 * anonymous classes are left out, as their names do not say which is which; so are the longest of
 * signatures.
 */
public final class ChangedMethods {
  private static final Pattern ANONYMOUS = Pattern.compile(".*\\$\\d+(?:\\$.*)?");

  /** A lambda as its method refers to it: its number is another once one is inserted before it. */
  private static final Pattern LAMBDA =
      Pattern.compile("[\\w$]*lambda\\$[\\w$]*\\d+\\([^)]*\\)[^,\\s]+");

  private static final int LEFT_OUT =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE;

  private ChangedMethods() {}

  /**
   * Compares the classes of two variants.
   *
   * @param most more than that are not looked for
   * @return methods as in {@code shop.Cart.total(Ljava/util/List;)I}, sorted; empty if the classes
   *     of a variant are not found
   */
  public static List<String> between(ServiceSpec base, ServiceSpec head, int most)
      throws IOException {
    try (ClassFiles ofBase = new ClassFiles(base, jar -> true);
        ClassFiles ofHead = new ClassFiles(head, jar -> true)) {
      Set<String> same = ofBase.jarsOf(ofHead);
      Map<String, Path> old = ofBase.without(same);
      Set<String> changed = new TreeSet<>();
      for (Map.Entry<String, Path> type : ofHead.without(same).entrySet()) {
        Path before = old.get(type.getKey());
        if (changed.size() > most) {
          break;
        }
        if (before != null && Files.mismatch(before, type.getValue()) >= 0) {
          changed.addAll(changed(before, type.getValue()));
        }
      }
      return List.copyOf(changed);
    }
  }

  private static Set<String> changed(Path base, Path head) throws IOException {
    Map<String, String> before = Methods.of(Files.readAllBytes(base));
    Map<String, String> after = Methods.of(Files.readAllBytes(head));
    after
        .entrySet()
        .removeIf(each -> {
          String old = before.get(each.getKey());
          return old == null || old.equals(each.getValue());
        });
    return after.keySet();
  }

  /** The methods of a class, as texts without what only debuggers read. */
  private static final class Methods extends ClassVisitor {
    private final Map<String, Textifier> texts = new HashMap<>();
    private final Set<String> timed = new TreeSet<>();
    private String type = "";

    private Methods() {
      super(Opcodes.ASM9);
    }

    /** Returns the text of each method that can be timed; none of a class that is damaged. */
    static Map<String, String> of(byte[] file) {
      Methods methods = new Methods();
      try {
        new ClassReader(file).accept(methods, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
        return new TreeMap<>();
      }
      Map<String, String> all = new TreeMap<>();
      if (!ANONYMOUS.matcher(methods.type).matches()) {
        methods.timed.forEach(
            each -> all.put(methods.type + "." + each, methods.text(each, new HashSet<>())));
      }
      return all;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      type = name.replace('/', '.');
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      Textifier text = new Textifier();
      texts.put(name + descriptor, text);
      int length = type.length() + 1 + name.length() + descriptor.length();
      if ((access & LEFT_OUT) == 0 && !name.startsWith("<") && length <= MethodTime.LONGEST) {
        timed.add(name + descriptor);
      }
      return new TraceMethodVisitor(text);
    }

    /** Returns a method's text, with those of its lambdas where it refers to them. */
    private String text(String method, Set<String> within) {
      Textifier text = texts.get(method);
      if (text == null || !within.add(method)) {
        return method;
      }
      StringWriter written = new StringWriter();
      text.print(new PrintWriter(written));
      StringBuilder all = new StringBuilder();
      Matcher lambda = LAMBDA.matcher(written.toString());
      while (lambda.find()) {
        String body = text(lambda.group(), within);
        lambda.appendReplacement(all, Matcher.quoteReplacement(body));
      }
      return lambda.appendTail(all).toString();
    }
  }
}
