import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat whose /a throws once, /b twice and /login three times. */
public class Mixed {
  public static void main(String[] arguments) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(arguments[0]);
    tomcat.setPort(0);
    Context context = tomcat.addContext("", Path.of(arguments[0]).toString());
    Tomcat.addServlet(context, "mixed", new Throwing());
    context.addServletMappingDecoded("/*", "mixed");
    tomcat.start();
    System.out.println(tomcat.getConnector().getLocalPort());
  }

  static class Throwing extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      int times = switch (request.getPathInfo()) {
        case "/a" -> 1;
        case "/b" -> 2;
        default -> 3;
      };
      for (int i = 0; i < times; i++) {
        try {
          throw new IllegalStateException("busy");
        } catch (IllegalStateException expected) {
          response.setStatus(204);
        }
      }
    }
  }
}
