package loomwatch.loadgen.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.WatchedRun;

/**
 * The generator's JVM: reads a plan a line from standard input, writes a result a line to standard
 * output, and ends with its input, so that it cannot outlive the harness. It stays up between runs
 * to stay warm.
 */
final class GeneratorMain {
  private static final BlockingQueue<String> PLANS = new LinkedBlockingQueue<>();

  private GeneratorMain() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Polling polling = Polling.valueOf(args[0]);
    Thread.ofPlatform().daemon().name("plans").start(() -> serve(polling));
    // Runs never block this thread: when the harness is gone, so is the generator, mid-run or not.
    serveUntilGone();
  }

  private static void serveUntilGone() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      PLANS.add(line);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void serve(Polling polling) {
    Transport transport = Transport.open();
    ConnectionPool kept = new ConnectionPool();
    try {
      while (true) {
        String line = PLANS.take();
        if (line.equals(GeneratorProtocol.HANG_UP)) {
          transport.group().next().submit(kept::hangUp).syncUninterruptibly();
          System.out.println();
          continue;
        }
        GeneratorProtocol.Asked asked = GeneratorProtocol.readPlan(line);
        LoadPlan plan = asked.plan();
        CompletableFuture<WatchedRun> result =
            plan.think() == null
                ? new LoadRun(asked, transport, polling, kept).start()
                : new ClosedRun(plan, plan.think(), transport, kept)
                    .start()
                    .thenApply(whole -> new WatchedRun(whole, List.of()));
        System.out.println(GeneratorProtocol.write(result.join()));
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
