package loomwatch.harness.system;

import java.nio.file.Files;
import java.nio.file.Path;

/** A service that knows nothing of Loomwatch, in a git repository of its own. */
record Shop(Path folder, Loomwatch loomwatch) {
  /** An executor of the mode's threads, and an answer that allocates what it is told to. */
  static final String SOURCE =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;
      import java.util.concurrent.Executors;
      public class Shop {
        static final int BYTES = 1_000;
        static volatile byte[] last;
        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.setExecutor(
              args[1].equals("virtual")
                  ? Executors.newVirtualThreadPerTaskExecutor()
                  : Executors.newFixedThreadPool(20));
          server.createContext("/items", exchange -> {
            last = new byte[BYTES];
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
          server.start();
          System.out.println("selling at " + args[0]);
        }
      }
      """;

  /**
   * Its source with exceptions thrown in each request, which are counted however busy the machine.
   */
  static String throwing(String times) {
    String loop =
        """
        last = new byte[BYTES];
              for (int i = 0; i < %s; i++) {
                try {
                  Integer.parseInt("none");
                } catch (NumberFormatException none) {
                  last[0] = 1;
                }
              }
        """;
    return SOURCE.replace("last = new byte[BYTES];\n", loop.formatted(times));
  }

  /** Its service file. */
  static final String FILE =
      """
      schema: 1
      service:
        name: shop
        build: javac -d classes Shop.java
        start: java -XX:TieredStopAtLevel=1 -Dsun.net.httpserver.nodelay=true -cp classes Shop {port}
        ready: {log: ^selling}
        modes:
          platform: {args: platform}
          virtual: {args: virtual}
      scenarios:
        items: {get: /items, rate: 200, connections: 10}
      """;

  /** Another program that does the same, of which only the kernel tells; it starts at once. */
  static final String PYTHON =
      """
      import sys
      from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
      class Handler(BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def do_GET(self):
              self.send_response(200 if self.path == "/items" else 404)
              self.send_header("Content-Length", "5")
              self.end_headers()
              self.wfile.write(b"items")
          def log_message(self, *args):
              pass
      server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
      print("selling", flush=True)
      server.serve_forever()
      """;

  static final String PYTHON_FILE =
      """
      schema: 1
      service:
        name: shop
        build: python3 -m py_compile serve.py
        start: python3 serve.py {port}
        ready: {log: ^selling}
      scenarios:
        items: {get: /items, rate: 50, connections: 5}
      """;

  /** One with a commit, beside whatever else is in a folder. */
  static Shop in(Path directory) throws Exception {
    Shop shop =
        new Shop(Files.createDirectories(directory.resolve("shop")), new Loomwatch(directory));
    shop.write("Shop.java", SOURCE);
    shop.write("loomwatch.yaml", FILE);
    shop.git("init", "-q", "-b", "main");
    shop.commit("sell");
    return shop;
  }

  /** Runs a command on it. */
  Loomwatch.Ended run(String command, String... more) throws Exception {
    return loomwatch.run(Loomwatch.on(file(), command, more));
  }

  /** The same within this JVM. */
  Loomwatch.Ended call(String command, String... more) {
    return loomwatch.call(Loomwatch.on(file(), command, more));
  }

  private Path file() {
    return folder.resolve("loomwatch.yaml");
  }

  /** Puts another program in its place. */
  void servedByPython() throws Exception {
    write("serve.py", PYTHON);
    write("loomwatch.yaml", PYTHON_FILE);
  }

  /**
   * Lets it use a library, of which a Maven of its own lists versions. Their last number is how
   * many exceptions the service throws.
   */
  void useLibrary(String version, String listed) throws Exception {
    write(
        "pom.xml",
        """
        <project>
          <dependencies>
            <dependency>
              <groupId>com.acme</groupId>
              <artifactId>json</artifactId>
              <version>%s</version>
            </dependency>
          </dependencies>
        </project>
        """
            .formatted(version));
    write(
        "mvnw",
        """
        set -e
        case "$*" in
        *"-s ours.xml "*:get*com.acme:json:RELEASE*)
          sleep 1
          mkdir -p ../local/com/acme/json
          for each in LISTED; do echo "<version>$each</version>"; done \\
            > ../local/com/acme/json/maven-metadata-ours.xml
          echo "[DEBUG] Using local repository at $PWD/../local" ;;
        *package)
          version=$(sed -n 's:.*<version>\\(.*\\)</version>.*:\\1:p' pom.xml)
          mkdir -p lib made
          touch lib/json-$version.jar
          sed "s/VERSION/${version##*.}/" Shop.java > made/Shop.java
          javac -d classes made/Shop.java ;;
        *) exit 1 ;;
        esac
        """
            .replace("LISTED", listed));
    write(
        "loomwatch.yaml",
        FILE.replace("javac -d classes Shop.java", "sh ./mvnw -q -s ours.xml package")
            .replace("-cp classes", "-cp classes:lib/*"));
    write("Shop.java", throwing("VERSION"));
    commit("use a library");
  }

  void write(String file, String text) throws Exception {
    Files.writeString(folder.resolve(file), text);
  }

  void commit(String message) throws Exception {
    Loomwatch.commit(folder, message);
  }

  /** Does it in the folder. */
  void git(String... arguments) throws Exception {
    Loomwatch.git(folder, arguments);
  }
}
