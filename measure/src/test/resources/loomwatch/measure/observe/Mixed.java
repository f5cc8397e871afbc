import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat whose /a throws once, /b twice and /login three times, and a job that throws as well. */
public class Mixed {
  public static void main(String[] arguments) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(arguments[0]);
    tomcat.setPort(0);
    Context context = tomcat.addContext("", Path.of(arguments[0]).toString());
    Tomcat.addServlet(context, "mixed", new Throwing());
    context.addServletMappingDecoded("/*", "mixed");
    tomcat.start();
    Executors.newSingleThreadScheduledExecutor()
        .scheduleAtFixedRate(Mixed::fail, 0, 1, TimeUnit.MILLISECONDS);
    System.out.println(tomcat.getConnector().getLocalPort());
  }

  private static void fail() {
    try {
      throw new IllegalStateException("busy");
    } catch (IllegalStateException expected) {
      Thread.onSpinWait();
    }
  }

  static class Throwing extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      response.setStatus(204);
      int times = switch (request.getPathInfo()) {
        case "/a" -> 1;
        case "/b" -> 2;
        default -> 3;
      };
      for (int i = 0; i < times; i++) {
        fail();
      }
    }
  }
}
