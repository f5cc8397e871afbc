package loomwatch.measure.observe;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Instruments a measured JVM, once its load is over, and records what requests do: statements,
 * calls of other services, log events, exceptions, files, sockets and locks, each with its stack.
 * {@link AgentLoader} loads it with Byte Buddy, apart from the service's own classes, and calls it
 * by reflection.
 */
public final class CountingAgent {
  private static final Set<Class<?>> INSTRUMENTED = new HashSet<>();

  private static final ElementMatcher.Junction<MethodDescription> EXECUTES =
      namedOneOf(
          "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch");

  private static @Nullable Recording recording;

  private CountingAgent() {}

  /** Begins to count; the text is of no use. */
  public static synchronized void start(String unused, Instrumentation instrumentation)
      throws Exception {
    install(instrumentation);
    Recording events = new Recording();
    events.setName("loomwatch-counts");
    for (String event :
        List.of(
            CountingProbe.EVENT,
            "jdk.JavaExceptionThrow",
            "jdk.JavaErrorThrow",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.JavaMonitorEnter",
            "jdk.ThreadPark")) {
      // Since JDK 25 some of them are thinned out by default.
      events.enable(event).withoutThreshold().withStackTrace().with("throttle", "off");
    }
    events.start();
    recording = events;
  }

  /** Ends the counting and writes its events to a file. */
  public static synchronized void stop(String file, Instrumentation instrumentation)
      throws Exception {
    try (Recording events = Objects.requireNonNull(recording, "it must have been started")) {
      events.stop();
      events.dump(Path.of(file));
    }
  }

  /** Instruments what was loaded since, which another scenario may have been the first to use. */
  private static void install(Instrumentation instrumentation) throws Exception {
    boolean first = INSTRUMENTED.isEmpty();
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isInterface() && !type.isArray() && instrumentation.isModifiableClass(type)) {
        if (Stream.of(Probed.values()).anyMatch(probed -> probed.matches(type))
            && INSTRUMENTED.add(type)) {
          types.add(type);
        }
      }
    }
    if (types.stream().map(Class::getName).anyMatch(CountingAgent::isOfMysql)) {
      CountingProbe.setOfMysql();
    }
    if (types.isEmpty()) {
      return;
    }
    if (!first) {
      instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
      return;
    }
    AgentBuilder builder =
        new AgentBuilder.Default()
            .disableClassFormatChanges()
            .ignore(none())
            .with(RedefinitionStrategy.RETRANSFORMATION)
            .with(
                new RedefinitionStrategy.DiscoveryStrategy.Explicit(
                    types.toArray(new Class<?>[0])));
    for (Probed probed : Probed.values()) {
      builder =
          builder
              .type((description, loader, module, type, domain) ->
                  type != null && probed.matches(type))
              .transform((out, description, loader, module, domain) -> probed.applied(out));
    }
    builder.installOn(instrumentation);
  }

  private static boolean isOfMysql(String type) {
    return type.contains("mysql") || type.contains("mariadb");
  }

  /** Methods that are instrumented, of classes with that name or of an interface of JDBC. */
  private enum Probed {
    /** Where Tomcat begins with a request, of HTTP/1.1 and HTTP/2. */
    REQUEST(
        type -> isNamed(type, "org.apache.catalina.connector.CoyoteAdapter"),
        named("service"),
        Begun.class),
    STATEMENT_OF_TEXT(
        type -> isOf(type, "java.sql.Statement"),
        EXECUTES.and(takesArgument(0, String.class)),
        Text.class),
    PREPARED_STATEMENT(
        type -> isOf(type, "java.sql.Statement"), EXECUTES.and(takesNoArguments()), Prepared.class),
    CONNECTION(
        type -> isOf(type, "java.sql.Connection"),
        namedOneOf("prepareStatement", "prepareCall").and(takesArgument(0, String.class)),
        Preparing.class),
    /** Clients that are given the request. */
    CALL(
        type ->
            isNamed(
                type,
                "jdk.internal.net.http.HttpClientImpl",
                "org.springframework.web.reactive.function.client.ExchangeFunctions$DefaultExchangeFunction",
                "io.grpc.internal.ManagedChannelImpl"),
        namedOneOf("send", "sendAsync", "exchange", "newCall"),
        CallOf.class),
    /** Clients of Apache, whose first argument is the host. */
    CALL_OF_HOST(
        type ->
            type.getName().startsWith("org.apache.h")
                && type.getSimpleName().endsWith("HttpClient"),
        named("doExecute"),
        CallOfSecond.class),
    /** Requests that send themselves. */
    CALL_ITSELF(
        type ->
            isNamed(
                type,
                "org.springframework.http.client.AbstractClientHttpRequest",
                "okhttp3.internal.connection.RealCall",
                "sun.net.www.protocol.http.HttpURLConnection"),
        namedOneOf("execute", "enqueue", "writeRequests"),
        CallItself.class),
    LOG(
        type ->
            isNamed(
                type,
                "ch.qos.logback.classic.Logger",
                "org.apache.logging.log4j.core.config.LoggerConfig",
                "java.util.logging.Logger"),
        namedOneOf("callAppenders", "processLogEvent")
            .or(named("log").and(takesArgument(0, named("java.util.logging.LogRecord")))),
        Logged.class);

    private final Predicate<Class<?>> types;
    private final ElementMatcher.Junction<MethodDescription> methods;
    private final Class<?> advice;

    Probed(
        Predicate<Class<?>> types,
        ElementMatcher.Junction<MethodDescription> methods,
        Class<?> advice) {
      this.types = types;
      this.methods = methods;
      this.advice = advice;
    }

    boolean matches(Class<?> type) {
      return types.test(type);
    }

    DynamicType.Builder<?> applied(DynamicType.Builder<?> out) {
      return out.visit(Advice.to(advice).on(methods.and(not(isAbstract()))));
    }

    private static boolean isNamed(Class<?> type, String... names) {
      return List.of(names).contains(type.getName());
    }

    /** Reports whether it is of an interface of JDBC, which is loaded once. */
    private static boolean isOf(Class<?> type, String name) {
      try {
        return Class.forName(name, false, ClassLoader.getPlatformClassLoader())
            .isAssignableFrom(type);
      } catch (ClassNotFoundException | LinkageError without) {
        return false;
      }
    }
  }

  static final class Begun {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object request) throws Exception {
      CountingProbe.begins(request);
    }
  }

  static final class Preparing {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) String text, @Advice.Return Object statement) {
      CountingProbe.prepared(statement, text);
    }
  }

  static final class Text {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object statement, @Advice.Argument(0) String text) {
      CountingProbe.executes(statement, text);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.executed();
    }
  }

  static final class Prepared {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object statement) {
      CountingProbe.executes(statement, null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.executed();
    }
  }

  static final class CallOf {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object request) {
      CountingProbe.calls(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.called();
    }
  }

  static final class CallOfSecond {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(1) Object request) {
      CountingProbe.calls(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.called();
    }
  }

  static final class CallItself {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object request) {
      CountingProbe.calls(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.called();
    }
  }

  static final class Logged {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object event) {
      CountingProbe.logs(event);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      CountingProbe.logged();
    }
  }
}
