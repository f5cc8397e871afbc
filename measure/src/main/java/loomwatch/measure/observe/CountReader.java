package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import loomwatch.results.Count;
import loomwatch.results.Metric;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import loomwatch.results.Stack.FrameNames;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Counting} recorded. Not thread-safe. */
public final class CountReader {
  /** Who reads and writes for the server's own clients, in place of a service it calls. */
  private static final Pattern SERVER =
      Pattern.compile("(org\\.apache\\.(tomcat|coyote)|org\\.eclipse\\.jetty|org\\.xnio)\\..*");

  /** The first port that Linux gives to whoever asks for any (ip(7)). */
  private static final int FIRST_EPHEMERAL = 32_768;

  private static final Pattern OF_JDK = Pattern.compile("(java|jdk|sun)\\..*");

  /** Locks as {@code LockSupport.park} names them; conditions and futures are no locks. */
  private static final Pattern LOCK =
      Pattern.compile(
          "java\\.util\\.concurrent\\.locks\\.(Reentrant\\w*Lock\\$\\w*Sync|StampedLock)");

  /** Folders, which differ between variants, but for the last. */
  private static final Pattern FOLDERS = Pattern.compile("^.*/(?=[^/]*/[^/]*$)");

  /** Numbers and UUIDs in the names of files differ between launches. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?i)[0-9a-f]{8}([-_])[0-9a-f]{4}(?:\\1[0-9a-f]{4}){2}\\1[0-9a-f]{12}|[0-9a-f]{16,}|\\d+");

  /** A file may have any name. */
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private static final Pattern PACKAGES = Pattern.compile("\\b(?:[a-z_][\\w]*\\.)+(?=[A-Z])");

  /** What runs by the clock: executors, Spring's schedules, timers and Quartz. */
  private static final Set<String> PERIODIC =
      Set.of(
          "java.util.concurrent.FutureTask.runAndReset",
          "org.springframework.scheduling.support.ScheduledMethodRunnable.run",
          "java.util.TimerThread.mainLoop",
          "org.quartz.core.JobRunShell.run");

  private static final Pattern MARK = Pattern.compile("\\d{1,9}");

  private static final String ERROR = "jdk.JavaErrorThrow";

  private final EventStacks stacks = new EventStacks();
  private final List<Observed> all = new ArrayList<>();

  /** Classes of errors, for each of which JFR has events of exceptions too, and more than one. */
  private final Set<String> errors = new HashSet<>();

  /** Events that a thread and a connection have written for, but not yet read after. */
  private final Map<String, Stack> asked = new HashMap<>();

  /** The mark of the latest request that began; null before the first. */
  private @Nullable String request;

  /**
   * An event of what a metric counts.
   *
   * @param request which one of the mix did it; null where all are alike, or it is not known
   */
  public record Observed(Metric metric, @Nullable String request, String what, Stack stack) {
    private Observed of(@Nullable String other) {
      return new Observed(metric, other, what, stack);
    }
  }

  private CountReader() {}

  /** Returns the mix with a mark in each request, by which a server knows which one it answers. */
  public static Mix marked(Mix sent) {
    List<MixedRequest> marked = new ArrayList<>();
    for (MixedRequest each : sent.requests()) {
      Request request = each.sent();
      Map<String, String> headers = new HashMap<>(request.headers());
      headers.put(CountingProbe.HEADER, String.valueOf(marked.size()));
      marked.add(
          new MixedRequest(
              each.path(),
              new Request(
                  request.method(), headers, request.body(), request.expect(), request.take()),
              each.weight()));
    }
    return new Mix(marked, sent.values(), sent.session());
  }

  /**
   * Reads a recording; what JFR and Loomwatch themselves do is left out, and what a login does.
   *
   * @param sent the mix that was sent {@linkplain #marked marked}
   */
  public static List<Observed> read(Path recording, Mix sent) throws IOException {
    List<Observed> all = read(recording);
    if (all.stream().allMatch(each -> named(each, sent).isEmpty())) {
      return all.stream().map(each -> each.of(null)).toList();
    }
    boolean alike = sent.requests().size() == 1;
    return all.stream()
        .flatMap(each -> named(each, sent).map(name -> each.of(alike ? null : name)).stream())
        .toList();
  }

  /** Reads a recording of requests at once: their waits for locks. */
  public static List<Observed> readLocks(Path recording) throws IOException {
    return read(recording).stream()
        .filter(each -> each.metric() == Metric.CONTENDED_LOCKS)
        .map(each -> each.of(null))
        .toList();
  }

  /** Returns the name of a request in what is {@link Observed}. */
  public static String name(MixedRequest request) {
    return clipped(request.shown());
  }

  /** Returns the request by its mark; empty for a login, and where the server knows no marks. */
  private static Optional<String> named(Observed observed, Mix sent) {
    return Optional.ofNullable(observed.request())
        .filter(mark -> MARK.matcher(mark).matches())
        .map(Integer::parseInt)
        .filter(index -> index < sent.requests().size())
        .map(index -> name(sent.requests().get(index)));
  }

  private static List<Observed> read(Path recording) throws IOException {
    CountReader reader = new CountReader();
    List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(recording));
    events.sort(Comparator.comparing(RecordedEvent::getStartTime));
    events.stream()
        .filter(event -> event.getEventType().getName().equals(ERROR))
        .forEach(event -> reader.errors.add(name(event.getClass("thrownClass"))));
    events.forEach(reader::read);
    return List.copyOf(reader.all);
  }

  private void read(RecordedEvent event) {
    String kind = event.getEventType().getName();
    if (kind.equals(CountingProbe.EVENT) && event.getString("kind").equals(CountingProbe.REQUEST)) {
      request = event.getString("what");
      return;
    }
    Optional<Stack> stack = stacks.of(event).filter(CountReader::isOfRequests);
    if (stack.isEmpty() || !kind.equals(CountingProbe.EVENT) && isOfProbe(stack.get())) {
      return;
    }
    switch (kind) {
      case CountingProbe.EVENT -> ofProbe(event, stack.get());
      case ERROR -> add(Metric.EXCEPTIONS, name(event.getClass("thrownClass")), stack.get());
      case "jdk.JavaExceptionThrow" -> {
        String type = name(event.getClass("thrownClass"));
        if (!errors.contains(type)) {
          add(Metric.EXCEPTIONS, type, stack.get());
        }
      }
      case "jdk.FileRead" -> {
        if (!isOfClasses(stack.get()) && !isOfDevice(event)) {
          add(Metric.FILE_READS, file(event), stack.get());
        }
      }
      case "jdk.FileWrite" -> add(Metric.FILE_WRITES, file(event), stack.get());
      case "jdk.SocketWrite" -> asks(event, stack.get());
      case "jdk.SocketRead" -> answers(event);
      case "jdk.JavaMonitorEnter" -> locks(name(event.getClass("monitorClass")), stack.get());
      case "jdk.ThreadPark" -> {
        String lock = name(event.getClass("parkedClass"));
        if (LOCK.matcher(lock).matches()) {
          locks(lock, stack.get());
        }
      }
      default -> {}
    }
  }

  /** Reports whether the probe itself runs, which tries methods that may not be there. */
  private static boolean isOfProbe(Stack stack) {
    return stack.frames().stream()
        .anyMatch(frame -> frame.type().startsWith(CountingProbe.class.getName()));
  }

  /** Reports whether a class is loaded, which is done once, whichever request comes first. */
  private static boolean isOfClasses(Stack stack) {
    return stack.frames().stream()
        .anyMatch(frame -> frame.name().equals("java.lang.ClassLoader.loadClass"));
  }

  /** Reports whether it is no file, such as the source of random numbers, read ahead by time. */
  private static boolean isOfDevice(RecordedEvent event) {
    String path = event.getString("path");
    return path != null && path.startsWith("/dev/");
  }

  /** Reports whether it is neither a connection's end, which comes at any time, nor a job's. */
  private static boolean isOfRequests(Stack stack) {
    return stack.frames().stream().map(Frame::name).noneMatch(PERIODIC::contains)
        && !stack.frames().stream()
            .map(Frame::type)
            .allMatch(type -> OF_JDK.matcher(type).matches() || SERVER.matcher(type).matches());
  }

  private void add(Metric metric, String what, Stack stack) {
    all.add(new Observed(metric, request, clipped(CONTROL.matcher(what).replaceAll(" ")), stack));
  }

  private static String clipped(String text) {
    return text.substring(0, Math.min(text.length(), Count.LONGEST));
  }

  /** A lock is named by its class and by the method that waits for it: many are of one class. */
  private void locks(String type, Stack stack) {
    Frame waits =
        stack.frames().reversed().stream()
            .filter(frame -> !OF_JDK.matcher(frame.type()).matches())
            .findFirst()
            .orElse(stack.frames().getLast());
    add(
        Metric.CONTENDED_LOCKS,
        PACKAGES.matcher(type + " in " + waits.name()).replaceAll(""),
        stack);
  }

  private void ofProbe(RecordedEvent event, Stack stack) {
    Metric metric =
        switch (event.getString("kind")) {
          case CountingProbe.STATEMENT -> Metric.SQL_STATEMENTS;
          case CountingProbe.CALL -> Metric.OUTGOING_CALLS;
          default -> Metric.LOG_EVENTS;
        };
    List<Frame> frames = stack.frames();
    int last = frames.size();
    while (last > 1 && frames.get(last - 1).type().equals(CountingProbe.class.getName())) {
      last--;
    }
    add(metric, event.getString("what"), new Stack(frames.subList(0, last)));
  }

  /** A request to a service is a write, or several, before a read on the same connection. */
  private void asks(RecordedEvent event, Stack stack) {
    if (!isOfServer(stack)) {
      asked.putIfAbsent(connection(event), stack);
    }
  }

  private void answers(RecordedEvent event) {
    Stack stack = asked.remove(connection(event));
    if (stack != null) {
      add(Metric.ROUND_TRIPS, service(event.getInt("port")), stack);
    }
  }

  private static boolean isOfServer(Stack stack) {
    return stack.frames().reversed().stream()
        .map(Frame::type)
        .filter(type -> !OF_JDK.matcher(type).matches())
        .findFirst()
        .filter(type -> SERVER.matcher(type).matches())
        .isPresent();
  }

  private static String connection(RecordedEvent event) {
    return event.getThread().getId() + " " + event.getInt("port");
  }

  /** Returns the name of a service by its port; a port that was free by chance tells nothing. */
  private static String service(int port) {
    return port < FIRST_EPHEMERAL ? "port " + port : "another service";
  }

  private static String file(RecordedEvent event) {
    String path = event.getString("path");
    return path == null
        ? "standard input or output"
        : NUMBER.matcher(FOLDERS.matcher(path).replaceFirst("")).replaceAll("#");
  }

  private static String name(RecordedClass type) {
    return type == null ? "unknown" : FrameNames.type(type.getName());
  }
}
