package loomwatch.harness.init.requests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * A scenario as a service file says it.
 *
 * @param rate in requests per second
 * @param requests at least one, each of which can be sent as it is
 */
public record ScenarioText(String name, int rate, List<FoundRequest> requests) {
  private static final DumpSettings SETTINGS =
      DumpSettings.builder()
          .setDefaultFlowStyle(FlowStyle.AUTO)
          .setWidth(Integer.MAX_VALUE)
          .setIndicatorIndent(2)
          .setIndentWithIndicator(true)
          .build();

  public ScenarioText {
    requests = List.copyOf(requests);
  }

  /** Returns the entry of {@code scenarios}, with its indentation and a final newline. */
  public String text() {
    Map<String, Object> scenario = new LinkedHashMap<>();
    if (requests.size() == 1) {
      scenario.putAll(entry(requests.getFirst(), false));
      scenario.put("rate", rate);
    } else {
      scenario.put("rate", rate);
      scenario.put("requests", requests.stream().map(each -> entry(each, true)).toList());
    }
    return new Dump(SETTINGS).dumpToString(Map.of(name, scenario)).indent(2);
  }

  private static Map<String, Object> entry(FoundRequest request, boolean weighed) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put(request.method().toLowerCase(Locale.ROOT), request.path());
    if (weighed && request.weight() > 1) {
      entry.put("weight", request.weight());
    }
    if (!request.headers().isEmpty()) {
      entry.put("headers", request.headers());
    }
    request.body().ifPresent(body -> entry.put("body", body));
    return entry;
  }
}
