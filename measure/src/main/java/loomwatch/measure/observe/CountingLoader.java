package loomwatch.measure.observe;

import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The agent of {@link Counting} as the JVM sees it: it keeps Byte Buddy away from the service's own
 * classes, among which another version of it may be. Its argument is {@link #START} , a jar and two
 * addresses of classes, or {@link #STOP} and a file, each on a line of its own.
 */
public final class CountingLoader {
  static final String START = "start";
  static final String STOP = "stop";

  private static @Nullable Class<?> agent;

  private CountingLoader() {}

  /** Starts or stops counting; the JVM calls it. */
  public static synchronized void agentmain(String argument, Instrumentation instrumentation)
      throws Exception {
    String[] lines = argument.split("\n");
    if (lines[0].equals(START)) {
      if (agent == null) {
        agent = loaded(lines, instrumentation);
      }
      agent.getMethod(START, Instrumentation.class).invoke(null, instrumentation);
    } else if (agent != null) {
      agent.getMethod(STOP, String.class).invoke(null, lines[1]);
    }
  }

  private static Class<?> loaded(String[] lines, Instrumentation instrumentation) throws Exception {
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(lines[1]));
    // It is never closed: instrumented classes need nothing of it, but a later scenario does.
    URL[] classes = {new URL(lines[2]), new URL(lines[3])};
    ClassLoader apart = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
    return Class.forName("loomwatch.measure.observe.CountingAgent", true, apart);
  }
}
