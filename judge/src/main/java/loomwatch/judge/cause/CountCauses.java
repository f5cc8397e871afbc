package loomwatch.judge.cause;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.judge.cause.Suspects.Touch;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Finding.CountChange;
import loomwatch.judge.verdict.Finding.RequestCounts;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Finds where requests do more of what is counted exactly. There is no chance in it: a call path
 * that occurs more often in head is where the growth is.
 */
public final class CountCauses {
  /** Smallest part of a metric's growth that is named. */
  private static final double LEAST_SHARE = 0.1;

  private static final int MOST_OF_METRIC = 3;

  /**
   * What one launch did for requests of a kind that were counted, and where.
   *
   * @param request of a mix; null where all are alike
   * @param requests of that kind that were counted; above 0
   * @param times by metric, by what was done as in {@link loomwatch.results.Count#of}, and by stack
   */
  public record LaunchCounts(
      String scenario,
      @Nullable String request,
      Side variant,
      Mode mode,
      long requests,
      Map<Metric, Map<String, Map<Stack, Long>>> times) {

    public LaunchCounts {
      times = Map.copyOf(times);
    }

    /** Returns what grew alone: the rest is the same, or varies. */
    private LaunchCounts of(Metric metric, List<CountChange> changes) {
      Map<String, Map<Stack, Long>> grown = new HashMap<>(of(metric));
      grown
          .keySet()
          .retainAll(
              changes.stream()
                  .filter(change -> change.more() > 0)
                  .map(CountChange::of)
                  .collect(toSet()));
      return new LaunchCounts(scenario, request, variant, mode, requests, Map.of(metric, grown));
    }

    Map<String, Map<Stack, Long>> of(Metric metric) {
      return times.getOrDefault(metric, Map.of());
    }
  }

  private final List<LaunchCounts> launches;
  private final Suspects suspects;

  /** Creates a finder; each scenario, request, mode and variant has at most one launch. */
  public CountCauses(List<LaunchCounts> launches, Suspects suspects) {
    this.launches = List.copyOf(launches);
    this.suspects = suspects;
  }

  /** Returns the places of all counts that regressed, the largest growth first. */
  public List<Cause> of(Verdict verdict) {
    List<Cause> causes = new ArrayList<>();
    for (MetricVerdict line : verdict.metrics()) {
      Optional<Mode> mode = line.mode().single();
      if (mode.isPresent()) {
        grown(line)
            .flatMap(request -> of(line, mode.get(), request))
            .limit(MOST_OF_METRIC)
            .forEach(causes::add);
      }
    }
    return causes;
  }

  /** Returns whether more of it was counted, exactly. */
  public static boolean grew(MetricVerdict line) {
    return grown(line).findAny().isPresent();
  }

  private static Stream<RequestCounts> grown(MetricVerdict line) {
    return line.change().flatMap(Change::found).map(LimitResult::finding).stream()
        .flatMap(finding ->
            finding instanceof Finding.MoreOften more ? more.requests().stream() : Stream.of())
        .filter(request -> request.more() > 0);
  }

  private Stream<Cause> of(MetricVerdict line, Mode mode, RequestCounts counts) {
    List<LaunchCounts> all =
        launches.stream()
            .filter(launch -> launch.scenario().equals(line.scenario()) && launch.mode() == mode)
            .toList();
    Optional<LaunchCounts> head = of(all, Side.HEAD, counts.request());
    if (head.isEmpty() || all.stream().noneMatch(launch -> launch.variant() == Side.BASE)) {
      return Stream.of();
    }
    // What base does not do at all for that request is in none of its recordings.
    LaunchCounts base =
        of(all, Side.BASE, counts.request())
            .orElse(
                new LaunchCounts(
                    line.scenario(),
                    counts.request(),
                    Side.BASE,
                    mode,
                    head.get().requests(),
                    Map.of()));
    return of(
        line.metric(),
        base.of(line.metric(), counts.changes()),
        head.get().of(line.metric(), counts.changes()))
        .stream();
  }

  private static Optional<LaunchCounts> of(
      List<LaunchCounts> all, Side variant, @Nullable String request) {
    return all.stream()
        .filter(launch -> launch.variant() == variant)
        .filter(launch -> Objects.equals(launch.request(), request))
        .findFirst();
  }

  /** A method of head, and what more is done from one of its lines. */
  private record Place(Frame frame, Optional<Frame> caller, boolean changed) {}

  private List<Cause> of(Metric metric, LaunchCounts base, LaunchCounts head) {
    Map<Place, Map<String, Double>> growth = growth(metric, base, head);
    Comparator<Map.Entry<Place, Map<String, Double>>> largest =
        Comparator.comparingDouble(entry -> -sum(entry.getValue()));
    double all = growth.values().stream().mapToDouble(CountCauses::sum).sum();
    return growth.entrySet().stream()
        .filter(entry -> sum(entry.getValue()) >= LEAST_SHARE * all)
        .sorted(
            Comparator.comparing(
                    (Map.Entry<Place, Map<String, Double>> entry) -> !entry.getKey().changed())
                .thenComparing(largest))
        .limit(MOST_OF_METRIC)
        .map(entry -> cause(metric, base, head, entry.getKey(), entry.getValue(), all))
        .toList();
  }

  private static double sum(Map<String, Double> growth) {
    return growth.values().stream().mapToDouble(each -> each).sum();
  }

  /** Returns what is done more often in head, per request, by place and by what it is. */
  private Map<Place, Map<String, Double>> growth(
      Metric metric, LaunchCounts base, LaunchCounts head) {
    Map<Place, Map<String, Double>> growth = new LinkedHashMap<>();
    head.of(metric)
        .forEach((what, stacks) -> {
          Map<List<String>, Double> before =
              byPath(base.of(metric).getOrDefault(what, Map.of()), base.requests());
          Map<List<String>, Double> after = byPath(stacks, head.requests());
          stacks.keySet().stream()
              .collect(
                  HashMap<List<String>, Stack>::new,
                  (map, stack) -> map.putIfAbsent(path(stack), stack),
                  HashMap::putAll)
              .forEach((path, stack) -> {
                double more = after.getOrDefault(path, 0.0) - before.getOrDefault(path, 0.0);
                if (more > 1.0 / head.requests()) {
                  growth
                      .computeIfAbsent(place(stack), place -> new HashMap<>())
                      .merge(what, more, Double::sum);
                }
              });
        });
    return growth;
  }

  private static Map<List<String>, Double> byPath(Map<Stack, Long> stacks, long requests) {
    Map<List<String>, Double> paths = new HashMap<>();
    stacks.forEach(
        (stack, times) -> paths.merge(path(stack), (double) times / requests, Double::sum));
    return paths;
  }

  /** Returns the names of a stack's methods: lines move where code is added above them. */
  private static List<String> path(Stack stack) {
    return stack.frames().stream().map(Frame::name).toList();
  }

  /** Returns the innermost frame at a changed line, else in a changed file, else of the project. */
  private Place place(Stack stack) {
    List<Frame> frames = stack.frames();
    int at =
        innermost(frames, frame -> suspects.accountsForWhatItCalls(frame.type(), frame.line()))
            .or(() ->
                innermost(
                    frames, frame -> suspects.touch(frame.type(), frame.line()) != Touch.NONE))
            .or(() -> innermost(frames, frame -> suspects.mayDiffer(frame.type())))
            .or(() -> innermost(frames, frame -> !Suspects.isOfJdk(frame.type())))
            .orElse(frames.size() - 1);
    Frame frame = frames.get(at);
    return new Place(
        frame,
        innermost(
                frames.subList(0, at),
                outer -> suspects.mayDiffer(outer.type()) && !outer.name().equals(frame.name()))
            .map(frames::get),
        suspects.touch(frame.type(), frame.line()) != Touch.NONE);
  }

  private static Optional<Integer> innermost(List<Frame> frames, Predicate<Frame> of) {
    return IntStream.iterate(frames.size() - 1, i -> i >= 0, i -> i - 1)
        .boxed()
        .filter(i -> of.test(frames.get(i)))
        .findFirst();
  }

  private Cause cause(
      Metric metric,
      LaunchCounts base,
      LaunchCounts head,
      Place place,
      Map<String, Double> growth,
      double all) {
    Frame frame = place.frame();
    double more = sum(growth);
    double share = Math.min(100, 100 * more / all);
    String most =
        growth.entrySet().stream()
            .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .orElseThrow();
    return new Cause(
        head.scenario(),
        head.mode(),
        metric,
        Resource.COUNTS,
        frame.name(),
        place.caller().map(Frame::name).orElse(null),
        null,
        suspects.file(frame.type()),
        frame.line() == 0 ? null : frame.line(),
        place.changed(),
        through(metric, base, frame),
        through(metric, head, frame),
        new Interval(more, more),
        share,
        new Interval(share, share),
        suspects.versions(frame.type()).orElse(null),
        head.request(),
        most);
  }

  /** Returns how often a method does it, with all that it calls, per request. */
  private static double through(Metric metric, LaunchCounts launch, Frame frame) {
    long times =
        launch.of(metric).values().stream()
            .flatMap(stacks -> stacks.entrySet().stream())
            .filter(entry -> names(entry.getKey()).contains(frame.name()))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return (double) times / launch.requests();
  }

  private static Set<String> names(Stack stack) {
    return new HashSet<>(path(stack));
  }
}
