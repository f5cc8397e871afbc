package loomwatch.harness.init.requests;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The requests of another tool's file, as those of one scenario.
 *
 * @param rate in requests per second; empty if the file does not say it
 * @param leftOut what could not be taken over, each with its place
 */
record ImportedLoad(List<FoundRequest> requests, OptionalInt rate, List<String> leftOut) {

  ImportedLoad {
    requests = List.copyOf(requests);
    leftOut = List.copyOf(leftOut);
  }

  /** A feature of another tool that is named where it occurs, as it is not taken over. */
  record Unsupported(Pattern pattern, String what) {
    Unsupported(String expression, String what) {
      this(Pattern.compile(expression), what);
    }
  }

  /** Collects what a file says, from its begin to its end. */
  static final class Collector {
    /** As many requests as a scenario may have. */
    private static final int MOST = 20;

    /** Weights are shares of the whole, so that a round of them stays short. */
    private static final double WHOLE = 100;

    private static final int MOST_PLACES = 3;
    private static final Pattern STATIC =
        Pattern.compile(
            "(?i).*[.](css|js|mjs|map|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|otf)([?].*)?");

    /** What a part of a path looks like that names one of many things of a kind. */
    private static final Pattern IDENTIFIER =
        Pattern.compile("(?<=/)(\\d+|[0-9a-fA-F-]{8,}|(?=[^/]*\\d)[\\w-]{12,})(?=/|$)");

    private final Map<RecordedRequest, Integer> recorded = new LinkedHashMap<>();
    private final Map<String, List<String>> left = new LinkedHashMap<>();
    private OptionalInt rate = OptionalInt.empty();

    void add(RecordedRequest request) {
      add(request, 1);
    }

    void add(RecordedRequest request, int times) {
      recorded.merge(request, times, Integer::sum);
    }

    void rate(double perSecond) {
      rate = OptionalInt.of((int) Math.max(1, Math.min(Math.round(perSecond), 1_000_000)));
    }

    /** Names something that is not taken over. */
    void leave(String place, String what) {
      left.computeIfAbsent(what, unused -> new ArrayList<>()).add(place);
    }

    ImportedLoad load() {
      String host = host();
      Map<FoundRequest, Integer> counts = new LinkedHashMap<>();
      recorded.forEach((request, times) -> {
        FoundRequest found = request.found();
        if (!request.host().isEmpty() && !request.host().equals(host)) {
          leave(request.place(), "requests to another host than " + host);
        } else if (STATIC.matcher(found.path()).matches()) {
          leave(request.place(), "requests of static files");
        } else if (!found.complete()) {
          leave(
              request.place(),
              "%s %s, as it lacks %s"
                  .formatted(found.method(), found.path(), found.lacks().orElse("")));
        } else {
          request
              .secrets()
              .forEach(name ->
                  leave(request.place(), "the header " + name + ", as its value may be secret"));
          counts.merge(found, times, Integer::sum);
        }
      });
      List<FoundRequest> weighed = weighed(chosen(counts));
      return new ImportedLoad(weighed, rate, leftOut());
    }

    /** Returns the host to which most requests go. */
    private String host() {
      return recorded.keySet().stream()
          .map(RecordedRequest::host)
          .filter(each -> !each.isEmpty())
          .collect(groupingBy(each -> each, LinkedHashMap::new, counting()))
          .entrySet()
          .stream()
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey)
          .orElse("");
    }

    /** Returns as many requests as a scenario may have, with how often each is sent. */
    private Map<FoundRequest, Double> chosen(Map<FoundRequest, Integer> counts) {
      Map<String, Kind> kinds = new LinkedHashMap<>();
      counts.forEach((request, count) -> {
        String path = IDENTIFIER.matcher(request.path()).replaceAll("{}");
        String name = request.method() + " " + path.replaceAll("=[^&]*", "=");
        kinds.computeIfAbsent(name, unused -> new Kind()).add(request, count);
      });
      List<Kind> most =
          kinds.values().stream()
              .sorted(comparing((Kind kind) -> kind.count).reversed())
              .limit(MOST)
              .toList();
      for (int free = MOST - most.size(); free > 0; free--) {
        most.stream()
            .filter(kind -> kind.shown < kind.requests.size())
            .max(comparing((Kind kind) -> (double) kind.count / kind.shown))
            .ifPresent(kind -> kind.shown++);
      }
      Map<FoundRequest, Double> chosen = new LinkedHashMap<>();
      most.forEach(kind ->
          kind.chosen().forEach(request -> chosen.put(request, (double) kind.count / kind.shown)));
      if (chosen.size() < counts.size()) {
        double all = counts.values().stream().mapToInt(count -> count).sum();
        double kept = most.stream().mapToInt(kind -> kind.count).sum();
        leave(
            "all of it",
            "%d of %d different requests, so that %d stand for others of their kind; %.0f %% of what was sent are of these kinds"
                .formatted(
                    counts.size() - chosen.size(), counts.size(), chosen.size(), 100 * kept / all));
      }
      return chosen;
    }

    private static List<FoundRequest> weighed(Map<FoundRequest, Double> chosen) {
      double all = chosen.values().stream().mapToDouble(count -> count).sum();
      boolean alike = chosen.values().stream().distinct().count() <= 1;
      return chosen.entrySet().stream()
          .map(each ->
              each.getKey()
                  .weighing(
                      alike ? 1 : (int) Math.max(1, Math.round(WHOLE * each.getValue() / all))))
          .toList();
    }

    private List<String> leftOut() {
      return left.entrySet().stream()
          .map(each -> {
            List<String> places = each.getValue().stream().distinct().toList();
            int more = places.size() - MOST_PLACES;
            return String.join(", ", places.subList(0, Math.min(MOST_PLACES, places.size())))
                    .replace(", line ", ", ")
                + (more > 0 ? " and " + more + " more" : "")
                + ": "
                + each.getKey();
          })
          .toList();
    }
  }

  /** Requests that differ only in what they ask for, such as the items of one list. */
  private static final class Kind {
    private final Map<FoundRequest, Integer> requests = new LinkedHashMap<>();
    private int count;
    private int shown = 1;

    void add(FoundRequest request, int times) {
      requests.put(request, times);
      count += times;
    }

    List<FoundRequest> chosen() {
      return requests.entrySet().stream()
          .sorted(Map.Entry.<FoundRequest, Integer>comparingByValue().reversed())
          .limit(shown)
          .map(Map.Entry::getKey)
          .toList();
    }
  }
}
