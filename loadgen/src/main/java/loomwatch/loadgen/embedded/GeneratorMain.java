package loomwatch.loadgen.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The generator's JVM: reads one command per line from standard input, writes one result per line,
 * and exits at the end of its input, so that it never outlives the harness. It keeps running
 * between runs to stay warm.
 */
final class GeneratorMain {
  private static final BlockingQueue<String> COMMANDS = new LinkedBlockingQueue<>();

  private GeneratorMain() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    EmbeddedGenerator.Polling polling = EmbeddedGenerator.Polling.valueOf(args[0]);
    Thread.ofPlatform().daemon().name("plans").start(() -> serve(polling));
    // Runs use another thread, so this one exits as soon as the harness ends, even during a run.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      COMMANDS.add(line);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void serve(EmbeddedGenerator.Polling polling) {
    Connector.Transport transport = Connector.Transport.open();
    ConnectionPool pool = new ConnectionPool();
    try {
      while (true) {
        String line = COMMANDS.take();
        if (line.equals(GeneratorProtocol.HANG_UP)) {
          transport.group().next().submit(pool::hangUp).syncUninterruptibly();
          System.out.println();
        } else {
          GeneratorProtocol.Command command = GeneratorProtocol.readCommand(line);
          System.out.println(
              GeneratorProtocol.write(LoadRun.start(command, transport, polling, pool).join()));
        }
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
