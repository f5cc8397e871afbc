package loomwatch.measure.arms;

import java.nio.file.Path;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;

/** The server of this repository, as its subject file says, but started from what we built. */
public final class ShippedServer {
  /** No subject file can give it: a name there begins with a letter or a digit. */
  static final String NAME = "_loomwatch-server";

  private ShippedServer() {}

  /**
   * How it is started.
   *
   * @param classPath its jars, in {@code java -cp} form
   */
  public static ServiceSpec of(String classPath) {
    return SubjectFile.shipped()
        .service()
        .in(Path.of("").toAbsolutePath())
        .named(NAME)
        .withClassPath(classPath);
  }
}
