package loomwatch.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.server.fault.InjectedFault;

/**
 * The server's options.
 *
 * @param mode {@code platform} or {@code virtual}
 * @param port port to listen on; 0 for a free one
 * @param maxThreads maximum size of the connector's pool; ignored in virtual mode
 * @param minSpareThreads minimum size of the pool; ignored in virtual mode
 * @param acceptCount connections that the kernel may queue beyond maxConnections
 * @param processorCache idle request processors kept; −1 for no limit
 * @param war web application, packed or a directory, served instead of the workloads
 */
record Options(
    String mode,
    String address,
    int port,
    int maxThreads,
    int minSpareThreads,
    int maxConnections,
    int acceptCount,
    int processorCache,
    long seed,
    List<InjectedFault> faults,
    Optional<Path> war) {
  static final String PLATFORM = "platform";
  static final String VIRTUAL = "virtual";

  static final String HELP =
      """
      Usage: loomwatch.server.Main --mode platform|virtual [OPTION VALUE]...
      An embedded Tomcat with the workloads of Loomwatch.

        --mode MODE             platform: the connector's own pool; virtual: a thread per request
        --address ADDRESS       default 127.0.0.1
        --port PORT             default 8080; 0 takes a free one
        --max-threads N         of the pool, default 200
        --min-spare-threads N   of the pool, at most its threads, default 10
        --max-connections N     default 8192
        --accept-count N        default 100
        --processor-cache N     idle request processors kept, -1: all; default: as many as connections
        --seed N                of random workloads, default 1
        --fault KIND:SIZE    a fault put in on purpose; given again, one more:
                                cpu:20us, cpu:10%, alloc:1KiB, alloc:2%, latency:1ms, lock:100us, pin:1ms,
                                tail:1%:20ms, leak:32B, retain:64MiB, gc:2, background:1%
                                (percent of what one /hello costs)

        --war PATH              serves this web application instead, packed or a folder, at /

      When ready it prints one line: loomwatch-server ready port=N mode=MODE pid=N tomcat=V jdk=V vendor=V
      Workloads: /hello /sleep?ms=50 /sleep?min-ms=100&max-ms=500 /body?bytes=1024 /list-static
                 /cpu?iterations=10000 /service-blocking?ms=20 /service-async?ms=20 /thread
      Exit codes: 0 stopped, 64 wrong usage, 69 cannot listen, 70 internal error.
      """;

  Options {
    faults = List.copyOf(faults);
  }

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException naming the error and what is expected
   */
  static Options parse(String... args) {
    OptionValues values = OptionValues.parse(args);
    String mode = values.required("mode");
    if (!mode.equals(PLATFORM) && !mode.equals(VIRTUAL)) {
      throw new IllegalArgumentException("--mode must be platform or virtual, was '" + mode + "'");
    }
    int maxThreads = values.integer("max-threads", 200, 1);
    int maxConnections = values.integer("max-connections", 8_192, 1);
    return new Options(
        mode,
        values.text("address", "127.0.0.1"),
        values.integer("port", 8_080, 0, 65_535),
        maxThreads,
        values.integer("min-spare-threads", Math.min(maxThreads, 10), 0, maxThreads),
        maxConnections,
        values.integer("accept-count", 100, 1),
        values.integer("processor-cache", maxConnections, -1),
        values.integer("seed", 1, Integer.MIN_VALUE),
        values.all("fault").stream().map(InjectedFault::parse).toList(),
        values.all("war").stream().reduce((first, last) -> last).map(Options::war));
  }

  private static Path war(String path) {
    Path war = Path.of(path).toAbsolutePath().normalize();
    if (!Files.exists(war)) {
      throw new IllegalArgumentException(
          "--war must be a web application, packed or a folder, was '"
              + war
              + "', which is not there");
    }
    return war;
  }

  boolean virtual() {
    return mode.equals(VIRTUAL);
  }

  /** The {@code --name value} pairs of a command line. */
  static final class OptionValues {
    static final Set<String> KNOWN =
        Set.of(
            "mode",
            "address",
            "port",
            "max-threads",
            "min-spare-threads",
            "max-connections",
            "accept-count",
            "processor-cache",
            "seed",
            "fault",
            "war");

    private final Map<String, List<String>> values = new TreeMap<>();

    private OptionValues() {}

    static OptionValues parse(String... args) {
      OptionValues parsed = new OptionValues();
      for (int i = 0; i < args.length; i += 2) {
        String name = args[i].startsWith("--") ? args[i].substring(2) : "";
        if (!KNOWN.contains(name)) {
          throw new IllegalArgumentException("unknown option '" + args[i] + "'; --help lists them");
        }
        if (i + 1 == args.length) {
          throw new IllegalArgumentException(args[i] + " needs a value; --help lists them");
        }
        parsed.values.computeIfAbsent(name, key -> new ArrayList<>()).add(args[i + 1]);
      }
      return parsed;
    }

    List<String> all(String name) {
      return values.getOrDefault(name, List.of());
    }

    String text(String name, String otherwise) {
      List<String> given = all(name);
      return given.isEmpty() ? otherwise : given.getLast();
    }

    String required(String name) {
      if (all(name).isEmpty()) {
        throw new IllegalArgumentException("--" + name + " is missing; --help lists the options");
      }
      return all(name).getLast();
    }

    int integer(String name, int otherwise, int least) {
      return integer(name, otherwise, least, Integer.MAX_VALUE);
    }

    int integer(String name, int otherwise, int least, int most) {
      String text = text(name, Integer.toString(otherwise));
      try {
        int value = Integer.parseInt(text);
        if (value >= least && value <= most) {
          return value;
        }
      } catch (NumberFormatException notANumber) {
        // Rejected below, like a number out of range.
      }
      throw new IllegalArgumentException(
          "--%s must be a whole number from %d to %d, was '%s'".formatted(name, least, most, text));
    }
  }
}
