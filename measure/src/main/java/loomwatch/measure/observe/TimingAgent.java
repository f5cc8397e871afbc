package loomwatch.measure.observe;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Instruments methods of a measured JVM so that each of their calls is timed. {@link AgentLoader}
 * loads it with Byte Buddy, apart from the service's own classes, and calls it by reflection.
 */
public final class TimingAgent {
  private static final List<String> METHODS = new ArrayList<>();

  private TimingAgent() {}

  /**
   * Begins to time methods of classes that are loaded by now.
   *
   * @param file with a method on each line, as {@code type.name(parameters)result} in descriptors
   */
  public static synchronized void start(String file, Instrumentation instrumentation)
      throws Exception {
    if (!METHODS.isEmpty()) {
      return; // Another scenario of the same launch began it.
    }
    List<String> methods = Files.readAllLines(Path.of(file));
    Map<String, Map<String, Integer>> wanted = new HashMap<>();
    for (int method = 0; method < methods.size(); method++) {
      String signature = methods.get(method);
      int name = signature.lastIndexOf('.', signature.indexOf('('));
      wanted
          .computeIfAbsent(signature.substring(0, name), any -> new HashMap<>())
          .put(signature.substring(name + 1), method);
    }
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (wanted.containsKey(type.getName()) && instrumentation.isModifiableClass(type)) {
        types.add(type);
      }
    }
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .ignore(none())
        .with(RedefinitionStrategy.RETRANSFORMATION)
        // One that cannot be instrumented is no reason to leave out the others.
        .with(RedefinitionStrategy.BatchAllocator.ForFixedSize.ofSize(1))
        .with(new RedefinitionStrategy.DiscoveryStrategy.Explicit(types.toArray(new Class<?>[0])))
        .type((description, loader, module, type, domain) -> type != null && types.contains(type))
        .transform((out, description, loader, module, domain) ->
            timed(out, wanted.getOrDefault(description.getName(), Map.of())))
        .installOn(instrumentation);
    METHODS.addAll(methods);
  }

  private static DynamicType.Builder<?> timed(
      DynamicType.Builder<?> type, Map<String, Integer> methods) {
    DynamicType.Builder<?> out = type;
    for (Map.Entry<String, Integer> each : methods.entrySet()) {
      out =
          out.visit(
              Advice.withCustomMapping()
                  .bind(Slot.class, each.getValue())
                  .to(Timed.class)
                  .on(not(isAbstract()).and(method -> signature(method).equals(each.getKey()))));
    }
    return out;
  }

  private static String signature(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }

  /**
   * Writes calls and their nanoseconds by bucket, the shortest first, a line for each method that
   * was called, and begins again.
   */
  public static synchronized void drain(String file, Instrumentation instrumentation)
      throws Exception {
    List<long[]> all = new ArrayList<>();
    for (int method = 0; method < METHODS.size(); method++) {
      all.add(TimingProbe.drained(method));
    }
    List<String> lines = new ArrayList<>();
    for (int method = 0; method < METHODS.size(); method++) {
      long[] calls = all.get(method);
      StringBuilder line = new StringBuilder();
      for (int bucket = 0; bucket < TimingProbe.BUCKETS; bucket++) {
        if (calls[bucket] > 0) {
          long nanos = calls[TimingProbe.BUCKETS + bucket];
          line.append(' ').append(calls[bucket]).append(':').append(nanos);
        }
      }
      if (line.length() > 0) {
        lines.add(method + line.toString());
      }
    }
    Files.write(Path.of(file), lines);
  }

  /** The place of a method among those that are timed. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Slot {}

  static final class Timed {
    @Advice.OnMethodEnter
    static long enter() {
      return System.nanoTime();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
    static void exit(@Advice.Enter long start, @Slot int method) {
      TimingProbe.called(method, System.nanoTime() - start);
    }
  }
}
