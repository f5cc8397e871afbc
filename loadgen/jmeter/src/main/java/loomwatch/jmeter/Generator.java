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
 * Reads a plan a line from standard input and has JMeter run it, here or on the agents that the
 * arguments name. It answers a line each, and ends with its input, so that it cannot outlive who
 * asked.
 */
public final class Generator {
  /** A server that is silent for so long is given up. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final BlockingQueue<String> PLANS = new LinkedBlockingQueue<>();

  private Generator() {}

  /**
   * What one agent is to do.
   *
   * @param url plain GETs of it
   * @param users threads, each with a connection
   * @param rate requests a second; no matter in a closed loop
   * @param duration how long requests are due
   * @param drain how long those that are late may still be sent
   * @param think in a closed loop, between an answer and the next request; negative in an open one
   * @param samples the file that the samples are written to
   */
  record Plan(
      String url,
      int users,
      double rate,
      Duration duration,
      Duration drain,
      Duration think,
      Path samples) {

    /** A line of fields with tabs between. */
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
    // JMeter prints on standard output.
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
