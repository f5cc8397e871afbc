package loomwatch.jmeter;

import static us.abstracta.jmeter.javadsl.JmeterDsl.httpCache;
import static us.abstracta.jmeter.javadsl.JmeterDsl.httpCookies;
import static us.abstracta.jmeter.javadsl.JmeterDsl.httpSampler;
import static us.abstracta.jmeter.javadsl.JmeterDsl.testPlan;
import static us.abstracta.jmeter.javadsl.JmeterDsl.threadGroup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.apache.jmeter.util.JMeterUtils;
import us.abstracta.jmeter.javadsl.core.TestPlanStats;
import us.abstracta.jmeter.javadsl.core.engines.DistributedJmeterEngine;
import us.abstracta.jmeter.javadsl.core.engines.EmbeddedJmeterEngine;
import us.abstracta.jmeter.javadsl.http.DslHttpSampler;

/**
 * Runs JMeter plans, one per line of standard input, here or on the agents in the arguments. It
 * writes one answer line per plan, and exits at the end of its input, so that it never outlives its
 * parent.
 */
public final class Generator {
  /** Connection and response timeout. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final BlockingQueue<String> PLANS = new LinkedBlockingQueue<>();

  private Generator() {}

  /**
   * The plan of one agent.
   *
   * @param users number of threads, each with a connection
   * @param rate requests per second; ignored in a closed loop
   * @param drain additional time to send late requests
   * @param think pause between an answer and the next request in a closed loop; negative in an open
   *     loop
   */
  record Plan(
      String url,
      int users,
      double rate,
      Duration duration,
      Duration drain,
      Duration think,
      Path samples) {

    /** Parses a line of tab-separated fields. */
    static Plan read(String line) {
      String[] fields = line.split("\t", -1);
      return new Plan(
          fields[0],
          Integer.parseInt(fields[1]),
          Double.parseDouble(fields[2]),
          Duration.ofMillis(Long.parseLong(fields[3])),
          Duration.ofMillis(Long.parseLong(fields[4])),
          Duration.ofMillis(Long.parseLong(fields[5])),
          Path.of(fields[6]));
    }
  }

  public static void main(String[] agents) throws IOException {
    PrintStream answers = System.out;
    // JMeter itself prints on standard output, which is reserved for answers.
    System.setOut(System.err);
    Agent.applySettings();
    Thread.ofPlatform().daemon().name("plans").start(() -> serve(agents, answers));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      PLANS.add(line);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void serve(String[] agents, PrintStream answers) {
    try {
      while (true) {
        answers.println(answer(Plan.read(PLANS.take()), agents));
        answers.flush();
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static String answer(Plan plan, String[] agents) {
    try {
      run(plan, agents);
      return "ran\t" + JMeterUtils.getJMeterVersion();
    } catch (IOException | InterruptedException | RuntimeException | TimeoutException e) {
      e.printStackTrace();
      return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  private static void run(Plan plan, String[] agents)
      throws IOException, InterruptedException, TimeoutException {
    Samples.forget();
    EmbeddedJmeterEngine generator =
        agents.length == 0 ? new EmbeddedJmeterEngine() : new DistributedJmeterEngine(agents);
    Agent.SETTINGS.forEach(generator::prop);
    Duration longest = plan.duration().plus(plan.drain()).plus(PATIENCE);
    TestPlanStats unused =
        testPlan(
                httpCookies().disable(),
                httpCache().disable(),
                threadGroup(
                    "load",
                    plan.users(),
                    longest,
                    new Pace.Element(plan),
                    httpSampler(plan.url())
                        .clientImpl(DslHttpSampler.HttpClientImpl.HTTP_CLIENT)
                        .followRedirects(false)
                        .connectionTimeout(PATIENCE)
                        .responseTimeout(PATIENCE)),
                new Samples.Element())
            .runIn(generator);
    Samples.write(plan.samples());
  }
}
