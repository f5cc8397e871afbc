package stack;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The endpoints that every stack has, as servlets on Jetty. Arguments: port, mode, threads. */
public final class Stack extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final byte[] page;

  private Stack(byte[] page) {
    this.page = page;
  }

  public static void main(String[] args) throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(Integer.parseInt(args[2]) + 10);
    if (args[1].equals("virtual")) {
      pool.setVirtualThreadsExecutor(
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("jetty-vt-", 0).factory()));
    }
    Server server = new Server(pool);
    ServerConnector connector = new ServerConnector(server);
    connector.setPort(Integer.parseInt(args[0]));
    connector.setAcceptQueueSize(10_000);
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/");
    try (var in = Stack.class.getResourceAsStream("/hello.html")) {
      context.addServlet(new ServletHolder(new Stack(in.readAllBytes())), "/*");
    }
    server.setHandler(context);
    server.start();
    server.join();
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    switch (request.getPathInfo()) {
      case "/hello" -> send(response, "text/html", page);
      case "/sleep" -> {
        int ms = Integer.parseInt(request.getParameter("ms"));
        try {
          Thread.sleep(ms);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        send(response, "text/plain", bytes("slept " + ms + " ms\n"));
      }
      case "/list-static" -> send(response, "application/json", bytes(list()));
      default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  private static String list() {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(id ->
            "{\"id\":" + id + ",\"name\":\"item " + id + "\",\"price\":" + id * 1.5 + "}")
        .collect(Collectors.joining(",", "[", "]\n"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(HttpServletResponse response, String type, byte[] body)
      throws IOException {
    response.setContentType(type);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
