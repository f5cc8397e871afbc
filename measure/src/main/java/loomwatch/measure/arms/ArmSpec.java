package loomwatch.measure.arms;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person said of one arm. What is left out is the same in both arms: the working tree, the
 * Tomcat version its {@code pom.xml} names, the JDK that runs Loomwatch, no flags, no handicap;
 * only of a service of one's own each revision has the JDK that its file names.
 *
 * @param ref a git revision, {@code .} for the working tree, or null
 * @param tomcat a Tomcat version such as {@code 11.0.27}, or null
 * @param jdk a version such as {@code 25} or {@code 21.0.8}, or a home, or null
 * @param flags of the server's and the JMH forks' JVM, in order, beside Loomwatch's own
 * @param handicap a fault injected into the server as {@code KIND:SIZE}, or null
 * @param url of a service that runs already, or null
 */
public record ArmSpec(
    @Nullable String ref,
    @Nullable String tomcat,
    @Nullable String jdk,
    List<String> flags,
    @Nullable String handicap,
    @Nullable URI url) {

  public ArmSpec {
    flags = List.copyOf(flags);
  }

  /** Of what is built here. */
  public ArmSpec(
      @Nullable String ref,
      @Nullable String tomcat,
      @Nullable String jdk,
      List<String> flags,
      @Nullable String handicap) {
    this(ref, tomcat, jdk, flags, handicap, null);
  }

  /**
   * Reads {@code key=value,…}; a word without {@code =} at the beginning is the ref. Values hold no
   * comma but {@code flags=}, which ends at a comma followed by one of the keys and {@code =}.
   *
   * @param option what the SPEC was given to, such as {@code --base}, for messages
   * @throws SpecException for a key that is unknown or repeated, and for a value that is empty,
   *     malformed or would break the measurement; the message shows the place
   */
  public static ArmSpec parse(String option, String text) {
    return new SpecReader(option, text).read();
  }
}
