package loomwatch.server.workload;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/** Registers the endpoints, and contains the short ones. */
public final class Workloads {
  private Workloads() {}

  /** Adds every workload to the context; {@code seed} is for the random ones. */
  public static void register(Context context, long seed) {
    add(context, "hello", new Hello());
    add(context, "sleep", new Sleep(seed));
    add(context, "body", new Body());
    add(context, "list-static", new ListStatic());
    add(context, "cpu", new Cpu());
    add(context, "service-blocking", new DelayedService.ServiceBlocking());
    add(context, "service-async", new DelayedService.ServiceAsync()).setAsyncSupported(true);
    add(context, "thread", new ThreadName());
  }

  private static Wrapper add(Context context, String name, HttpServlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(context, name, servlet);
    wrapper.addMapping("/" + name);
    return wrapper;
  }

  /**
   * Sleeps for {@code ms} milliseconds (studies/waiting.yaml), or a uniformly random time from
   * {@code min-ms} to {@code max-ms} (studies/pool-size.yaml). The n-th time depends on seed and n
   * only, whichever thread serves it.
   */
  private static final class Sleep extends Workload {
    private static final long serialVersionUID = 1;
    private static final int MOST_MILLIS = 60_000;

    private final long seed;
    private final AtomicLong draws = new AtomicLong();

    Sleep(long seed) {
      this.seed = seed;
    }

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response)
        throws IOException, BadQuery, InterruptedException {
      int millis = millis(request);
      Thread.sleep(millis);
      send(response, "text/plain", ascii("slept " + millis + " ms\n"));
    }

    private int millis(HttpServletRequest request) throws BadQuery {
      if (request.getParameter("min-ms") == null && request.getParameter("max-ms") == null) {
        return integer(request, "ms", 0, MOST_MILLIS);
      }
      int least = integer(request, "min-ms", 0, MOST_MILLIS);
      int most = integer(request, "max-ms", least, MOST_MILLIS);
      return least + Math.floorMod(mix(seed + draws.getAndIncrement()), most - least + 1);
    }

    /** SplitMix64's finaliser (Steele, Lea, Flood, OOPSLA 2014), which spreads a counter evenly. */
    private static long mix(long counter) {
      long z = counter * 0x9E3779B97F4A7C15L;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }

  /** Writes {@code bytes} bytes (studies/executor.yaml): the cost of copying a response. */
  private static final class Body extends Workload {
    private static final long serialVersionUID = 1;
    private static final int MOST_BYTES = 16 << 20;
    private static final byte[] FILLER = new byte[8_192];

    static {
      Arrays.fill(FILLER, (byte) 'x');
    }

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response)
        throws IOException, BadQuery {
      int left = integer(request, "bytes", 0, MOST_BYTES);
      response.setContentType("application/octet-stream");
      response.setContentLength(left);
      while (left > 0) {
        int now = Math.min(left, FILLER.length);
        response.getOutputStream().write(FILLER, 0, now);
        left -= now;
      }
    }
  }

  /** Formats a fixed list of ten items as JSON (studies/list.yaml): some garbage, no blocking. */
  private static final class ListStatic extends Workload {
    private static final long serialVersionUID = 1;

    private record Item(int id, String name, double price) {}

    private static final List<Item> ITEMS =
        IntStream.rangeClosed(1, 10).mapToObj(id -> new Item(id, "item " + id, id * 1.5)).toList();

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
      StringBuilder json = new StringBuilder("[");
      for (Item item : ITEMS) {
        json.append(json.length() == 1 ? "" : ",")
            .append("{\"id\":")
            .append(item.id())
            .append(",\"name\":\"")
            .append(item.name())
            .append("\",\"price\":")
            .append(item.price())
            .append('}');
      }
      send(response, "application/json", ascii(json.append("]\n").toString()));
    }
  }

  /**
   * Computes {@code iterations} steps of a xorshift generator (Marsaglia 2003), about a nanosecond
   * each. The answer contains the result, so that the work is not optimised away.
   */
  private static final class Cpu extends Workload {
    private static final long serialVersionUID = 1;
    private static final int MOST_ITERATIONS = 1_000_000_000;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response)
        throws IOException, BadQuery {
      int iterations = integer(request, "iterations", 1, MOST_ITERATIONS);
      send(response, "text/plain", ascii(Long.toHexString(compute(iterations)) + "\n"));
    }

    private static long compute(int iterations) {
      long x = 88_172_645_463_325_252L;
      for (int i = 0; i < iterations; i++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      return x;
    }
  }

  /** Returns the thread that serves a request, to prove the mode. */
  private static final class ThreadName extends Workload {
    private static final long serialVersionUID = 1;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
      Thread thread = Thread.currentThread();
      send(
          response,
          "application/json",
          ascii(
              "{\"name\":\"%s\",\"virtual\":%b}\n"
                  .formatted(thread.getName(), thread.isVirtual())));
    }
  }
}
