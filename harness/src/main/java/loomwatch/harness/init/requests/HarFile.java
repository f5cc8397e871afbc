package loomwatch.harness.init.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the requests that a browser recorded, as an HTTP archive (HAR). */
final class HarFile {
  private HarFile() {}

  static ImportedLoad read(JsonNode root) {
    ImportedLoad.Collector found = new ImportedLoad.Collector();
    int number = 0;
    for (JsonNode entry : root.path("log").path("entries")) {
      number++;
      String place = "entry " + number;
      JsonNode request = entry.path("request");
      int status = entry.path("response").path("status").asInt();
      if (status >= 300 && status != 304) {
        found.leave(place, "requests that were answered with " + status);
        continue;
      }
      Map<String, String> headers = new LinkedHashMap<>();
      for (JsonNode header : request.path("headers")) {
        headers.put(header.path("name").asText(), header.path("value").asText());
      }
      JsonNode body = request.path("postData").path("text");
      found.add(
          new RecordedRequest(
              place,
              request.path("method").asText(),
              request.path("url").asText(),
              headers,
              Optional.of(body.asText()).filter(text -> !text.isEmpty())));
    }
    return found.load();
  }
}
