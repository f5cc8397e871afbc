package loomwatch.server.workload;

import jakarta.servlet.http.HttpServlet;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/** The table of endpoints. */
public final class Workloads {
  private Workloads() {}

  /**
   * Puts every workload into the context.
   *
   * @param seed of those that are random
   */
  public static void register(Context context, long seed) {
    add(context, "hello", new Hello());
    add(context, "sleep", new Sleep(seed));
    add(context, "body", new Body());
    add(context, "list-static", new ListStatic());
    add(context, "cpu", new Cpu());
    add(context, "service-blocking", new ServiceBlocking());
    add(context, "service-async", new ServiceAsync()).setAsyncSupported(true);
    add(context, "thread", new ThreadName());
  }

  private static Wrapper add(Context context, String name, HttpServlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(context, name, servlet);
    wrapper.addMapping("/" + name);
    return wrapper;
  }
}
