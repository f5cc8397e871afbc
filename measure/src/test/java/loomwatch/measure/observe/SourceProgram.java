package loomwatch.measure.observe;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;
import org.opentest4j.TestAbortedException;

/** Starts a program of the test resources in a JVM of its own. */
final class SourceProgram {
  private SourceProgram() {}

  /**
   * Starts it with that folder as its argument.
   *
   * @param jdk {@code here} or a version
   */
  static Process start(
      String jdk, List<String> flags, String program, String classPath, Path folder)
      throws IOException, URISyntaxException {
    List<String> words = new ArrayList<>(List.of(home(jdk).resolve("bin/java").toString()));
    words.addAll(flags);
    words.addAll(
        List.of(
            "-Xmx256m",
            "-cp",
            classPath,
            Path.of(SourceProgram.class.getResource(program).toURI()).toString(),
            folder.toString()));
    return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static Path home(String jdk) throws IOException {
    if (jdk.equals("here")) {
      return Path.of(System.getProperty("java.home"));
    }
    try {
      return Jdks.ofThisMachine().find(jdk).home();
    } catch (VariantException none) {
      throw new TestAbortedException("this test needs JDK " + jdk + ": " + none.getMessage());
    }
  }
}
