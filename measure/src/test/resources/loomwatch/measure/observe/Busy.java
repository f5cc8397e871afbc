import com.sun.net.httpserver.HttpServer;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.UUID;
import java.util.logging.Logger;

/** Does the same for each request: of its work everything is known, and no value may be told. */
public class Busy {
  private static final Logger LOG = Logger.getLogger("busy");

  private static Connection connection;
  private static PreparedStatement early;
  private static URI called;

  public static void main(String[] arguments) throws Exception {
    LOG.setUseParentHandlers(false);
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table owner (id int primary key, name varchar)");
      statement.execute("insert into owner values (7, 'secret')");
    }
    early = connection.prepareStatement("select name from owner where id = ?");
    HttpServer other = server();
    other.createContext("/", exchange -> {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    other.start();
    called = URI.create("http://127.0.0.1:" + other.getAddress().getPort() + "/orders/42?token=secret");
    Path folder = Path.of(arguments[0]);
    HttpServer server = server();
    HttpClient client = HttpClient.newHttpClient();
    server.createContext("/", exchange -> {
      try {
        work(client, folder);
        exchange.sendResponseHeaders(204, -1);
      } catch (Exception e) {
        e.printStackTrace();
      }
      exchange.close();
    });
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static HttpServer server() throws Exception {
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  private static void work(HttpClient client, Path folder) throws Exception {
    early.setInt(1, 7);
    early.executeQuery().close();
    try (PreparedStatement update = connection.prepareStatement("update owner set name = ? where id = ?")) {
      update.setString(1, "secret");
      update.setInt(2, 7);
      update.executeUpdate();
    }
    try (Statement plain = connection.createStatement()) {
      plain.execute("select count(*) from owner where name = 'it''s secret' and id in (1, 2, 3)");
    }
    // It stands for a class that is loaded late.
    URL[] driver = {connection.getClass().getProtectionDomain().getCodeSource().getLocation()};
    try (URLClassLoader late = new URLClassLoader(driver, null)) {
      late.loadClass("org.h2.api.ErrorCode");
    }
    client.send(HttpRequest.newBuilder(called).build(), BodyHandlers.discarding());
    try {
      throw new IllegalStateException("secret");
    } catch (IllegalStateException expected) {
      LOG.info("secret");
    }
    try {
      throw new AssertionError("secret");
    } catch (AssertionError expected) {
      LOG.fine("which is not logged");
    }
    Path file = folder.resolve("order-" + UUID.randomUUID() + ".txt");
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(7);
    }
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      in.read(new byte[10]);
    }
  }
}
