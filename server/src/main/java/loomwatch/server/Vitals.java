package loomwatch.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

  /** Running totals since the JVM started, as JSON: no more than the harness reads. */
  private static final class Totals extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      response.setContentType("application/json");
      response
          .getWriter()
          .printf(
              "{\"allocatedBytes\":%d,\"compileMillis\":%d}%n",
              threads.getTotalThreadAllocatedBytes(),
              ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
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
