package loomwatch.measure.observe;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * An {@link InstrumentingAgent} as the JVM sees it: it keeps Byte Buddy away from the service's own
 * classes, among which another version of it may be. Its argument has a line for each: the agent's
 * class, the method to call and its argument; before the first call also the jar of the agent's
 * probe, the address of its classes, and that of Byte Buddy.
 */
public final class AgentLoader {
  private static final Map<String, Class<?>> AGENTS = new HashMap<>();

  private AgentLoader() {}

  /** Calls a method of the agent, which is loaded first if need be; the JVM calls it. */
  public static synchronized void agentmain(String argument, Instrumentation instrumentation)
      throws Exception {
    String[] lines = argument.split("\n");
    Class<?> agent = AGENTS.get(lines[0]);
    if (agent == null) {
      agent = loaded(lines, instrumentation);
      AGENTS.put(lines[0], agent);
    }
    try {
      agent
          .getMethod(lines[1], String.class, Instrumentation.class)
          .invoke(null, lines[2], instrumentation);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() instanceof Exception cause ? cause : thrown;
    }
  }

  private static Class<?> loaded(String[] lines, Instrumentation instrumentation) throws Exception {
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(lines[3]));
    // It is never closed: instrumented classes need nothing of it, but a later scenario does.
    URL[] classes = {new URL(lines[4]), new URL(lines[5])};
    ClassLoader apart = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
    return Class.forName(lines[0], true, apart);
  }
}
