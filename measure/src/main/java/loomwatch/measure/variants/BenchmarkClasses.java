package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.variants.JmhSuite.Reach;
import loomwatch.results.files.Sha256;

/**
 * What each benchmark of a jar can run. From the class that JMH generates for it, every class of
 * the jar is reached that a reached one names, as a type or in a text such as that of {@code
 * Class.forName}. Names that a program computes are not seen.
 */
final class BenchmarkClasses {
  private static final String JMH = "org/openjdk/jmh/";
  private static final String SERVICES = "META-INF/services/";
  private static final String CLASS = ".class";

  /** A class of a multi-release jar, which has one of the same name for older JDKs. */
  private static final String VERSION = "^META-INF/versions/\\d+/";

  /** Files that change with each build, or say nothing that a program reads. */
  private static final Pattern WITHOUT_EFFECT =
      Pattern.compile(
          "META-INF/(BenchmarkList|CompilerHints|build-info[.]properties|(LICENSE|NOTICE)[^/]*"
              + "|[^/]*[.](SF|RSA|DSA|EC|kotlin_module))|(.*/)?(git[.]properties|module-info[.]class)");

  private final BenchmarkList list;
  private final Map<String, Item> items = new TreeMap<>();
  private final Map<String, byte[]> shared = new TreeMap<>();
  private final Set<String> always = new HashSet<>();

  /**
   * A class, or the file that lists the providers of a service.
   *
   * @param hash of its content
   * @param uses names of other items
   */
  private record Item(String hash, Set<String> uses) {
    static Item both(Item one, Item other) {
      return new Item(
          one.hash + other.hash,
          Stream.of(one, other).flatMap(each -> each.uses.stream()).collect(Collectors.toSet()));
    }
  }

  private BenchmarkClasses(Map<String, byte[]> entries) {
    byte[] listed = entries.getOrDefault(BenchmarkList.PATH, new byte[0]);
    list = BenchmarkList.parse(new String(listed, StandardCharsets.UTF_8));
    entries.keySet().removeIf(WITHOUT_EFFECT.asMatchPredicate());
    Set<String> names = new HashSet<>();
    entries.keySet().stream().map(BenchmarkClasses::item).forEach(names::add);
    names.remove("");
    entries.forEach((entry, bytes) -> {
      String item = item(entry);
      if (item.isEmpty()) {
        shared.put(entry, bytes);
      } else {
        items.merge(item, read(item, bytes, names), Item::both);
      }
    });
    // The JDK itself may ask for the services of its own.
    items.keySet().stream()
        .filter(item -> item.startsWith(SERVICES) && !names.contains(service(item)))
        .forEach(always::add);
  }

  static BenchmarkClasses in(Path jar) throws IOException {
    return new BenchmarkClasses(JarContent.entries(List.of(jar)));
  }

  /**
   * Returns what a benchmark can run: all of the jar where JMH's list lacks its class.
   *
   * @param method as {@code package.Class.method}
   */
  Reach of(String method) {
    String root = internal(list.generated(method));
    Collection<String> reached = items.containsKey(root) ? reached(root) : items.keySet();
    String near = root.replaceFirst("(jmh_)?generated/[^/]*$", "");
    return new Reach(
        Sha256.hex(JarContent.hash(shared) + hash(reached.stream())),
        hash(reached.stream().filter(item -> item.startsWith(near))));
  }

  private Set<String> reached(String root) {
    Set<String> reached = new TreeSet<>(always);
    reached.add(root);
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String used : Objects.requireNonNull(items.get(open.remove())).uses()) {
        if (reached.add(used)) {
          open.add(used);
        }
      }
    }
    return reached;
  }

  private String hash(Stream<String> names) {
    return Sha256.hex(
        names
            .map(item -> Objects.requireNonNull(items.get(item)).hash() + " " + item)
            .collect(Collectors.joining("\n")));
  }

  /** Returns the name of a class or of providers; empty for what all benchmarks share. */
  private static String item(String entry) {
    String name = entry.replaceFirst(VERSION, "");
    return name.endsWith(CLASS) && !name.startsWith(JMH)
        ? name.substring(0, name.length() - CLASS.length())
        : name.startsWith(SERVICES) ? name : "";
  }

  private static String internal(String className) {
    return className.replace('.', '/');
  }

  private static String service(String item) {
    return internal(item.substring(SERVICES.length()));
  }

  private static Item read(String item, byte[] bytes, Set<String> names) {
    if (item.startsWith(SERVICES)) {
      String providers = new String(bytes, StandardCharsets.UTF_8);
      return new Item(Sha256.hex(bytes), Names.in(List.of(providers), names));
    }
    ClassFile file = new ClassFile(bytes);
    return new Item(file.hash(), Names.in(file.texts(), names));
  }

  /** Finds names of a jar's items in texts. */
  private static final class Names {
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_$./-]+");

    /** Primitive types before the first class of a descriptor. */
    private static final Pattern DESCRIPTOR = Pattern.compile("[BCDFIJSZ]*L(.*)");

    private Names() {}

    static Set<String> in(Collection<String> texts, Set<String> known) {
      return texts.stream()
          .flatMap(BETWEEN::splitAsStream)
          .flatMap(Names::meant)
          .flatMap(name -> Stream.of(name, SERVICES + name.replace('/', '.')))
          .filter(known::contains)
          .collect(Collectors.toSet());
    }

    private static Stream<String> meant(String word) {
      String name = internal(word);
      Matcher descriptor = DESCRIPTOR.matcher(name);
      return descriptor.matches() ? Stream.of(name, descriptor.group(1)) : Stream.of(name);
    }
  }
}
