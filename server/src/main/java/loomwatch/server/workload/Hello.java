package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A small page, about the 387 bytes of Tomcat's HelloWorldExample, whose cost is the server's own:
 * parsing, dispatch, writing.
 */
final class Hello extends Workload {
  private static final long serialVersionUID = 1;

  private static final byte[] PAGE =
      ascii(
          """
          <!DOCTYPE html>
          <html>
          <head>
          <meta charset="UTF-8" />
          <title>Hello World!</title>
          </head>
          <body bgcolor="white">
          <a href="../helloworld.html">
          <img src="../images/code.gif" height=24 width=24 align=right border=0 alt="view code"></a>
          <a href="../index.html">
          <img src="../images/return.gif" height=24 width=24 align=right border=0 alt="return"></a>
          <h1>Hello World!</h1>
          </body>
          </html>
          """);

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    send(response, "text/html", PAGE);
  }
}
