package loomwatch.measure.variants;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Differences between two variants that may affect numbers; other parts are not measured. */
public record Changes(Part server, Part jmh) {

  private static final String CLASSES = "its classes";

  public sealed interface Part {}

  /**
   * The part has to be measured.
   *
   * @param through what differs; never empty
   */
  public record MayHaveMoved(List<String> through) implements Part {
    public MayHaveMoved {
      through = List.copyOf(through);
    }
  }

  public record CannotHaveMoved(String why) implements Part {}

  /** Compares two built variants. Tomcat belongs to both parts, and JDKs differ by home. */
  public static Changes between(BuiltVariant base, BuiltVariant head) {
    List<String> shared = new ArrayList<>();
    note(shared, "Tomcat", base.tomcat(), head.tomcat());
    note(shared, "its libraries", base.components(), head.components());
    note(shared, "the JDK", base.jdk(), head.jdk());
    note(shared, "the JVM flags", base.extraJvmFlags(), head.extraJvmFlags());

    List<String> server = new ArrayList<>();
    note(server, CLASSES, base.serverContent(), head.serverContent());
    server.addAll(shared);
    note(server, "the fault", base.fault(), head.fault());

    List<String> jmh = new ArrayList<>();
    note(jmh, CLASSES, base.suite().content(), head.suite().content());
    jmh.addAll(shared);

    return new Changes(
        part(
            server,
            "The server was not measured: both variants run the same classes on the same JDK with the"
                + " same flags and fault."),
        part(
            jmh,
            "JMH was not measured: both variants run the same classes on the same JDK with the same"
                + " flags."));
  }

  private static void note(
      List<String> different, String what, @Nullable Object base, @Nullable Object head) {
    if (!Objects.equals(base, head)) {
      different.add(what);
    }
  }

  private static Part part(List<String> different, String whyNot) {
    return different.isEmpty() ? new CannotHaveMoved(whyNot) : new MayHaveMoved(different);
  }

  public Optional<String> mixed() {
    List<String> runtime =
        server instanceof MayHaveMoved(List<String> through) && through.contains(CLASSES)
            ? through.stream().filter(each -> !each.equals(CLASSES)).toList()
            : List.of();
    return runtime.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The server's classes changed together with "
                + String.join(", ", runtime)
                + ": compare one at a time to tell which of them made the difference.");
  }

  /** Reports whether each benchmark may have moved, whatever its own classes are. */
  public boolean everyBenchmark() {
    return jmh instanceof MayHaveMoved(List<String> through) && !through.equals(List.of(CLASSES));
  }

  public boolean none() {
    return server instanceof CannotHaveMoved && jmh instanceof CannotHaveMoved;
  }
}
