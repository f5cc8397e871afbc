package loomwatch.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** What the JVM knows of itself, for an observer between stretches of load. */
final class Vitals {
  private Vitals() {}

  static void register(Context context) {
    Tomcat.addServlet(context, "vitals", new Totals()).addMapping("/vitals");
    Tomcat.addServlet(context, "native-memory", new NativeMemory())
        .addMapping("/vitals/native-memory");
  }

  /** Running totals since the JVM started, as JSON. */
  private static final class Totals extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long gcCount = 0;
      long gcMillis = 0;
      for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        gcCount += Math.max(0, collector.getCollectionCount());
        gcMillis += Math.max(0, collector.getCollectionTime());
      }
      MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
      response.setContentType("application/json");
      response
          .getWriter()
          .printf(
              "{\"pid\":%d,\"allocatedBytes\":%d,\"compileMillis\":%d,\"gcCount\":%d,"
                  + "\"gcMillis\":%d,\"platformThreads\":%d,\"loadedClasses\":%d,"
                  + "\"heapUsedBytes\":%d}%n",
              ProcessHandle.current().pid(),
              threads.getTotalThreadAllocatedBytes(),
              ManagementFactory.getCompilationMXBean().getTotalCompilationTime(),
              gcCount,
              gcMillis,
              threads.getThreadCount(),
              ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
              memory.getHeapMemoryUsage().getUsed());
    }
  }

  /** The summary of Native Memory Tracking, as text in KB. */
  private static final class NativeMemory extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      try {
        Object summary =
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmNativeMemory",
                    new Object[] {new String[] {"summary", "scale=KB"}},
                    new String[] {String[].class.getName()});
        response.getWriter().print(summary);
      } catch (JMException e) {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.getWriter().println("no native memory summary: " + e.getMessage());
      }
    }
  }
}
